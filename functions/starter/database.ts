import { join } from 'node:path';
import { ensureFirstAdmin } from '../../shared/accounts/first-admin.ts';
import type { Config } from '../../shared/config/config.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { migrateDatabase } from '../../shared/database/migrate.ts';
import type { Log } from '../../shared/log.ts';
import { copyBeforeMigration } from '../../shared/operations/backup/before-migration.ts';
import type { PlaceSettings } from '../../shared/operations/backup/forbidden-places.ts';
import { makeDatabase } from '../../shared/operations/backup/restore-backup.ts';
import { OperationFailed, OperationRefused } from '../../shared/operations/operation-refused.ts';
import { keepDatabaseServer } from './database-server.ts';
import { StartFailed } from './start-failed.ts';

export interface DatabaseParts {
  config: PlaceSettings & Pick<Config, 'DATABASE_URL' | 'BACKUP_DIRECTORY'>;
  /** Absolute. */
  dataDirectory: string;
  /** Value of PATH, where the server's programs are looked for. */
  path: string;
  /** Gets what ends a private server. */
  closing(close: () => Promise<unknown>): void;
  stopping: AbortSignal;
  log: Log;
}

/** The database that DATABASE_URL names, else a private one in the data directory; brought up to date. */
export async function prepareDatabase(parts: DatabaseParts): Promise<string> {
  const { config, dataDirectory, path, closing, log } = parts;
  if (config.DATABASE_URL) return migrated(config.DATABASE_URL, parts).catch(unusable);
  const server = await keepDatabaseServer(join(dataDirectory, 'mysql'), path, log);
  closing(() => server.stop());
  return migrated(server.url, parts);
}

async function migrated(url: string, parts: DatabaseParts): Promise<string> {
  await makeDatabase(url);
  await copied(url, parts);
  const applied = await migrateDatabase(url);
  if (applied.length > 0) parts.log.info('database migrated', { migrations: applied });
  return url;
}

/** What was counted and imported before an upgrade can be had back as it was. */
async function copied(url: string, { config: settings, path, stopping, log }: DatabaseParts): Promise<void> {
  const database = openDatabase(url, 1);
  try {
    const copy = await copyBeforeMigration({ database, url, settings, path, signal: stopping });
    if (copy)
      log.info('database copied before it is migrated', { path: copy.path, bytes: copy.bytes, rows: copy.rows });
  } catch (error) {
    if (!(error instanceof OperationRefused || error instanceof OperationFailed)) throw error;
    throw new StartFailed(
      `This version brings the database up to date, and no copy of it could be taken first: ${error.message} ` +
        'Mend that and start again; or take a copy yourself and run bin/tallyport db migrate --no-backup.',
    );
  } finally {
    await database.close();
  }
}

/** Its message must not repeat the URL, which holds a password. */
function unusable(error: Error & { code?: string }): never {
  if (error instanceof StartFailed) throw error;
  throw new StartFailed(`The database at DATABASE_URL cannot be used: ${error.message || error.code}.`);
}

/** @returns the first administrator's password when it was made now */
export async function prepareFirstAdmin(config: Config): Promise<string | undefined> {
  const database = openDatabase(config.DATABASE_URL, 1);
  try {
    return await ensureFirstAdmin(database, { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD });
  } finally {
    await database.close();
  }
}
