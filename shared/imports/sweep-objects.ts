import { sqlTime } from '../jobs/clock.ts';
import { eachImport } from './each-import.ts';
import { deleteObjects } from './import-objects.ts';
import { WORTHLESS_STATES } from './state.ts';
import type { SweepDependencies, SweepTime } from './sweep-part.ts';

const BATCH = 500;

/**
 * Deletes the objects of imports that ended without use. Again and again until nothing can land any more: a store that
 * was slow to fail may publish after its 503, and a signed URL outlives the import that it was signed for.
 */
export async function sweepObjects(
  { database, store, settings, log }: SweepDependencies,
  { now, signal }: SweepTime,
): Promise<number> {
  const rows = await database.query<{ id: string; settled: string | number }>(
    `SELECT id, finished_at < ${sqlTime(now)} - INTERVAL ? SECOND AS settled FROM imports
     WHERE objects_deleted_at IS NULL AND state IN (?) ORDER BY finished_at LIMIT ${BATCH}`,
    [settings.IMPORT_AWAITING_GRACE, WORTHLESS_STATES],
  );
  const repair = async (row: { id: string; settled: string | number }) => {
    const settled = Number(row.settled) === 1;
    await deleteObjects(store, row.id);
    if (settled)
      await database.execute('UPDATE imports SET objects_deleted_at = UTC_TIMESTAMP(6) WHERE id = ?', [row.id]);
    return settled;
  };
  return eachImport(rows, repair, { log, signal });
}
