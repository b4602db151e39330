import type { Config } from '../config/config.ts';
import type { Connection, Database } from '../database/database.ts';
import { sqlTime } from '../jobs/clock.ts';
import type { Log } from '../log.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { eachImport } from './each-import.ts';
import { deleteObjects } from './import-objects.ts';
import { KEPT_STATES } from './state.ts';
import type { SweepTime } from './sweep-part.ts';

const BATCH = 500;

export interface RetentionDependencies {
  readonly database: Pick<Database, 'query' | 'execute'>;
  readonly store: Pick<ObjectStore, 'delete'>;
  readonly settings: Pick<Config, 'IMPORT_KEEP_DAYS'>;
  readonly log: Log;
}

/** Deletes originals and error reports that have been kept long enough; what became of the import stays known. */
export async function deleteOldFiles(
  { database, store, settings, log }: RetentionDependencies,
  { now, signal }: SweepTime = {},
): Promise<number> {
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM imports
     WHERE objects_deleted_at IS NULL AND state IN (?) AND finished_at < ${sqlTime(now)} - INTERVAL ? DAY
     ORDER BY finished_at LIMIT ${BATCH}`,
    [KEPT_STATES, settings.IMPORT_KEEP_DAYS],
  );
  // Marked first: a file that is marked and still there is found by nobody, but one that is gone cannot be dispatched.
  const remove = async ({ id }: { id: string }) => {
    const { affectedRows } = await database.execute(
      `UPDATE imports SET objects_deleted_at = UTC_TIMESTAMP(6) WHERE id = ? AND state IN (?)`,
      [id, KEPT_STATES],
    );
    if (affectedRows === 0) return false;
    try {
      await deleteObjects(store, id);
    } catch (error) {
      await database.execute('UPDATE imports SET objects_deleted_at = NULL WHERE id = ?', [id]);
      throw error;
    }
    log.info('files of an import were deleted after their time', { import_id: id });
    return true;
  };
  return eachImport(rows, remove, { log, signal });
}

/** Forgets Idempotency-Keys that have expired. */
export async function forgetOldKeys(
  database: Pick<Connection, 'execute'>,
  settings: Pick<Config, 'IMPORT_KEY_EXPIRY'>,
  now?: Date,
): Promise<void> {
  await database.execute(`DELETE FROM import_keys WHERE created_at < ${sqlTime(now)} - INTERVAL ? SECOND`, [
    settings.IMPORT_KEY_EXPIRY,
  ]);
}
