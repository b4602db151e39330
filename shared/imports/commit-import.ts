import type { Connection, Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import { lockLedger } from '../ledgers/lock-ledger.ts';
import { type ClaimedImport, cancelRequested, holdClaim } from './claim.ts';
import { findConflicts } from './conflicts.ts';
import { promiseReport } from './error-report.ts';
import { type Merged, mergeStaged } from './merge.ts';
import { markCanceled, markDone, markRejected } from './outcome.ts';
import { FileRejected, KEPT_ERRORS } from './rejection.ts';
import type { RowFaultsFound } from './stage-file.ts';

export interface Outcome {
  readonly state: 'done' | 'rejected' | 'canceled';
  readonly inserted: number;
  readonly errors: number;
}

/**
 * Takes what is staged into the ledger and ends the import, in ONE transaction under the ledger's lock: everything of it
 * is there afterwards, or nothing is.
 * @throws ClaimLost when a later attempt has the import
 */
export function commitImport(
  { database, jobs }: { database: Database; jobs: Pick<Jobs, 'enqueue'> },
  claim: ClaimedImport,
  ledger: Ledger,
  rowsRead: number,
  faults: RowFaultsFound,
): Promise<Outcome> {
  return database.transaction(async (tx) => {
    // The ledger first, then the import's row: everybody takes the two locks in this order.
    await lockLedger(tx, ledger);
    await holdClaim(tx, claim);
    if (await cancelRequested(tx, claim)) {
      await markCanceled(tx, claim);
      return { state: 'canceled', inserted: 0, errors: 0 };
    }
    const { inserted, unchanged, replaced, conflicts } = await merge(tx, claim, ledger, faults);
    const errorCount = faults.errorCount + conflicts.count;
    const failed = faults.rows + conflicts.count;
    const errors = [...faults.errors, ...conflicts.errors].sort((a, b) => a.line - b.line).slice(0, KEPT_ERRORS);
    if (errorCount > 0) await promiseReport(tx, jobs, claim.importId);
    const good = inserted + unchanged + replaced;
    if (errorCount > 0 && (claim.options.onError === 'reject' || good === 0)) {
      const problem = new FileRejected('rows', nothingImported(failed));
      await markRejected(tx, claim, { problem, rowsRead, errors, errorCount, rowsFailed: failed });
      return { state: 'rejected', inserted: 0, errors: errorCount };
    }
    const counts = { read: rowsRead, inserted, unchanged, replaced, failed };
    await markDone(tx, claim, counts, { errors, errorCount });
    return { state: 'done', inserted, errors: errorCount };
  });
}

function merge(tx: Connection, claim: ClaimedImport, ledger: Ledger, faults: RowFaultsFound): Promise<Merged> {
  const { onError, onConflict, dryRun } = claim.options;
  if (faults.errorCount === 0 || onError === 'skip')
    return mergeStaged(tx, ledger, claim, { onError, onConflict, dryRun });
  return onlyConflicts(tx, claim, ledger);
}

/** Nothing will be written, but whoever mends the file wants to know all that is wrong with it. */
async function onlyConflicts(tx: Connection, claim: ClaimedImport, ledger: Ledger): Promise<Merged> {
  const none = { errors: [], count: 0 };
  const conflicts = claim.options.onConflict === 'error' ? await findConflicts(tx, ledger, claim) : none;
  return { inserted: 0, unchanged: 0, replaced: 0, conflicts, policyChanged: false };
}

function nothingImported(rows: number): string {
  return `${rows === 1 ? 'One row has' : `${rows} rows have`} errors; nothing was imported.`;
}
