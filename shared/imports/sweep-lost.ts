import type { Connection } from '../database/database.ts';
import { sqlTime } from '../jobs/clock.ts';
import { isUnsettled } from '../jobs/unsettled.ts';
import { DISPATCH_JOB, dispatchNow } from './dispatch.ts';
import { eachImport } from './each-import.ts';
import type { ImportState } from './state.ts';
import type { SweepDependencies, SweepTime } from './sweep-part.ts';

const BATCH = 200;

interface LostRow {
  id: string;
  state: ImportState;
  stored_at: string;
  rescues: number;
  cancel_requested: number;
  /** Whether a consumer has had it since it was sent. */
  claimed: string | number;
}

/**
 * Imports whose message is lost: `queued` without a claim for too long, `processing` under a lease that has ended, and
 * `stored` without any job. They are sent again. One that has cost several consumers their lives in a row has failed.
 */
export async function sweepLost(dependencies: SweepDependencies, { now, signal }: SweepTime): Promise<number> {
  const { database, settings, log } = dependencies;
  const lost = `
    (state = 'stored' AND stored_at < ${sqlTime(now)} - INTERVAL ? SECOND)
    OR (state = 'queued' AND GREATEST(queued_at, COALESCE(started_at, queued_at)) < ${sqlTime(now)} - INTERVAL ? SECOND)
    OR (state = 'processing' AND lease_until < ${sqlTime(now)})`;
  const limits = [settings.IMPORT_RECEIVING_GRACE, settings.IMPORT_QUEUED_GRACE];
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM imports WHERE state IN ('stored', 'queued', 'processing') AND (${lost}) ORDER BY id LIMIT ${BATCH}`,
    limits,
  );
  const repair = async ({ id }: { id: string }) => {
    const outcome = await database.transaction(async (tx) => {
      const [row] = await tx.query<LostRow>(
        `SELECT id, state, stored_at, rescues, cancel_requested,
                state = 'processing' OR COALESCE(started_at >= queued_at, FALSE) AS claimed
         FROM imports WHERE id = ? AND (${lost}) FOR UPDATE`,
        [id, ...limits],
      );
      return row ? rescue(tx, row, dependencies) : undefined;
    });
    if (!outcome) return false;
    log[outcome === 'failed' ? 'error' : 'warn']('sweep: a lost import', { import_id: id, outcome });
    if (outcome === 'sent again') await dispatchNow(dependencies, id, log);
    return true;
  };
  return eachImport(rows, repair, { log, signal });
}

async function rescue(
  tx: Connection,
  row: LostRow,
  { jobs, settings }: SweepDependencies,
): Promise<'sent again' | 'canceled' | 'failed' | undefined> {
  // The servers differ in the type of a comparison's result.
  const claimed = Number(row.claimed) === 1;
  if (row.cancel_requested) {
    await tx.execute(
      `UPDATE imports SET state = 'canceled', lease_until = NULL, finished_at = UTC_TIMESTAMP(6) WHERE id = ?`,
      [row.id],
    );
    return 'canceled';
  }
  if (claimed && row.rescues >= settings.IMPORT_MAX_RESCUES) {
    await tx.execute(
      `UPDATE imports SET state = 'failed', lease_until = NULL, finished_at = UTC_TIMESTAMP(6),
              problem_code = 'abandoned', problem_message = ? WHERE id = ?`,
      [`${row.rescues + 1} consumers in a row took the file and did not finish it.`, row.id],
    );
    return 'failed';
  }
  // A promise that is open, or that has failed and waits for somebody, is not made twice.
  if (row.state === 'stored' && (await isUnsettled(tx, DISPATCH_JOB, row.id, row.stored_at))) return undefined;
  await tx.execute(
    `UPDATE imports SET state = 'stored', lease_until = NULL, message_id = NULL, rescues = rescues + ? WHERE id = ?`,
    [claimed ? 1 : 0, row.id],
  );
  await jobs.promise(tx, row.id);
  return 'sent again';
}
