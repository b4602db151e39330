import { join } from 'node:path';
import { ensureFirstAdmin } from '../../shared/accounts/first-admin.ts';
import type { Config } from '../../shared/config/config.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { migrateDatabase } from '../../shared/database/migrate.ts';
import type { Log } from '../../shared/log.ts';
import { keepDatabaseServer } from './database-server.ts';
import { StartFailed } from './start-failed.ts';

/**
 * The database that DATABASE_URL names, else a private one in the data directory; brought up to date.
 * @param closing gets what ends a private server
 */
export async function prepareDatabase(
  { DATABASE_URL }: Pick<Config, 'DATABASE_URL'>,
  dataDirectory: string,
  path: string,
  closing: (close: () => Promise<unknown>) => void,
  log: Log,
): Promise<string> {
  if (DATABASE_URL) return migrated(DATABASE_URL, log).catch(unusable);
  const server = await keepDatabaseServer(join(dataDirectory, 'mysql'), path, log);
  closing(() => server.stop());
  return migrated(server.url, log);
}

async function migrated(url: string, log: Log): Promise<string> {
  const applied = await migrateDatabase(url);
  if (applied.length > 0) log.info('database migrated', { migrations: applied });
  return url;
}

/** Its message must not repeat the URL, which holds a password. */
function unusable(error: Error & { code?: string }): never {
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
