import { join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Connection } from '../../database/database.ts';
import { migrationStatus } from '../../database/migration-status.ts';
import { backupPath } from './backup-path.ts';
import { forbiddenPlaces, type PlaceSettings } from './forbidden-places.ts';
import { type Backup, takeBackup } from './take-backup.ts';

export interface BeforeMigration {
  database: Pick<Connection, 'query'>;
  url: string;
  settings: PlaceSettings & Pick<Config, 'BACKUP_DIRECTORY'>;
  /** Value of PATH, where the server's programs are looked for. */
  path: string;
  signal: AbortSignal;
}

/**
 * Copies a database that a migration would change, into BACKUP_DIRECTORY, else DATA_DIR/backups.
 * @returns undefined when nothing is to be migrated, or nothing is there yet
 * @throws OperationRefused, OperationFailed, or the signal's reason; then nothing may be migrated
 */
export async function copyBeforeMigration(options: BeforeMigration): Promise<Backup | undefined> {
  const { database, settings, ...programs } = options;
  const states = (await migrationStatus(database)).map(({ state }) => state);
  const pending = states.some((state) => state === 'missing' || state === 'unfinished');
  const fresh = states.every((state) => state === 'missing');
  if (!pending || fresh) return undefined;
  const now = new Date();
  const directory = `${settings.BACKUP_DIRECTORY || join(resolve(settings.DATA_DIR), 'backups')}/`;
  const forbidden = await forbiddenPlaces(settings, database);
  const to = await backupPath(directory, { force: false, now, forbidden });
  return takeBackup({ database, ...programs, to, force: false, now });
}
