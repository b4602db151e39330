import type { Database } from '../database/database.ts';
import { LEDGERS } from '../ledgers/catalogue.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import { errorFields, type Log } from '../log.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { type ClaimedImport, ClaimLost, claimImport, holdClaim, releaseClaim, renewClaim } from './claim.ts';
import { readHeader } from './header.ts';
import { deriveNeighbours, findConflicts, insertMissing, lockLedger } from './merge.ts';
import { decodeMessage } from './message.ts';
import { markDone, markRejected } from './outcome.ts';
import { readRecords } from './records.ts';
import { FileRejected, KEPT_ERRORS, type RowError } from './rejection.ts';
import { rowReader, type StagedRow } from './row.ts';
import { clearStaging, STAGING_BATCH, stageRows } from './staging.ts';

export interface IngestDependencies {
  readonly database: Database;
  readonly store: Pick<ObjectStore, 'bucket' | 'get'>;
  readonly leaseSeconds: number;
  readonly log: Log;
}

/** The message cannot be finished now, and will be able to later: it has to come again. */
export class TryAgain extends Error {
  override name = 'TryAgain';
}

/**
 * Carries one message through: claim, read, check, stage, then merge, derive and mark in ONE transaction. When it
 * returns, the message may be deleted: the import is in an end state (also when it had been before).
 * @throws whatever stood in the way; the message must come again then
 */
export async function ingestMessage(dependencies: IngestDependencies, body: string): Promise<void> {
  const { database, store, leaseSeconds } = dependencies;
  const message = decodeMessage(body, store.bucket);
  const log = dependencies.log.with({ import_id: message.import_id, request_id: message.request_id });
  const claim = await database.transaction((tx) => claimImport(tx, message.import_id, leaseSeconds));
  switch (claim.kind) {
    case 'ended':
      log.info('import was finished before', { state: claim.state });
      return;
    case 'held':
      throw new TryAgain(`Import ${message.import_id} is in another consumer's hands.`);
    case 'unknown':
      throw new TryAgain(`There is no import ${message.import_id}.`);
    case 'claimed':
      return ingestClaimed({ ...dependencies, log: log.with({ attempt: claim.import.attempt }) }, claim.import);
  }
}

async function ingestClaimed(dependencies: IngestDependencies, claim: ClaimedImport): Promise<void> {
  const { database, leaseSeconds, log } = dependencies;
  const progress = { rowsRead: 0 };
  const lease = keepLease(() => renewClaim(database, claim, leaseSeconds, progress.rowsRead), leaseSeconds);
  try {
    const ledger = LEDGERS.get(claim.ledger);
    if (!ledger) throw new Error(`This release has no ledger ${claim.ledger}.`);
    await clearStaging(database, ledger, claim);
    const faults = await stageFile(dependencies, claim, ledger, progress, lease.signal);
    await commit(dependencies, claim, ledger, progress.rowsRead, faults);
  } catch (error) {
    if (error instanceof FileRejected) {
      await reject(dependencies, claim, { problem: error, rowsRead: progress.rowsRead, errors: [], errorCount: 0 });
      return;
    }
    if (error instanceof ClaimLost) log.warn('a later attempt has taken the import over');
    else {
      log.warn('import was interrupted and will be tried again', errorFields(error));
      await releaseClaim(database, claim).catch(() => {});
    }
    throw error;
  } finally {
    lease.end();
  }
}

/** Renews a lease at a third of its length; the signal tells when it could not be kept. */
function keepLease(renew: () => Promise<void>, leaseSeconds: number): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const timer = setInterval(
    () => {
      renew().catch((error) => {
        if (error instanceof ClaimLost) controller.abort(error);
      });
    },
    (leaseSeconds * 1000) / 3,
  );
  return { signal: controller.signal, end: () => clearInterval(timer) };
}

interface Faults {
  errors: RowError[];
  count: number;
}

async function stageFile(
  { database, store }: IngestDependencies,
  claim: ClaimedImport,
  ledger: Ledger,
  progress: { rowsRead: number },
  signal: AbortSignal,
): Promise<Faults> {
  const faults: Faults = { errors: [], count: 0 };
  const { body } = await store.get(claim.objectKey);
  let read: ReturnType<typeof rowReader> | undefined;
  let batch: StagedRow[] = [];
  for await (const { line, cells } of readRecords(body)) {
    signal.throwIfAborted();
    if (!read) {
      read = rowReader(ledger, readHeader(ledger, cells).places, cells.length);
      continue;
    }
    progress.rowsRead++;
    const result = read(line, cells);
    if ('row' in result) batch.push(result.row);
    else note(faults, result.errors);
    if (batch.length === STAGING_BATCH) {
      await stageRows(database, ledger, claim, batch);
      batch = [];
    }
  }
  if (!read) throw new FileRejected('empty', 'The file is empty; its first line must name the columns.');
  if (progress.rowsRead === 0) throw new FileRejected('empty', 'The file has a header and no rows.');
  await stageRows(database, ledger, claim, batch);
  return faults;
}

function note(faults: Faults, errors: readonly RowError[]): void {
  faults.count += errors.length;
  faults.errors.push(...errors.slice(0, KEPT_ERRORS - faults.errors.length));
}

async function commit(
  dependencies: IngestDependencies,
  claim: ClaimedImport,
  ledger: Ledger,
  rowsRead: number,
  faults: Faults,
): Promise<void> {
  const { database, log } = dependencies;
  const outcome = await database.transaction(async (tx) => {
    await lockLedger(tx, ledger);
    await holdClaim(tx, claim);
    const conflicts = await findConflicts(tx, ledger, claim);
    const errors = [...faults.errors, ...conflicts.errors].sort((a, b) => a.line - b.line).slice(0, KEPT_ERRORS);
    const errorCount = faults.count + conflicts.count;
    if (errorCount > 0) {
      const problem = new FileRejected('rows', `${errorCount} faults in its rows; nothing was imported.`);
      await markRejected(tx, claim, { problem, rowsRead, errors, errorCount });
      return { state: 'rejected', errors: errorCount };
    }
    const inserted = await insertMissing(tx, ledger, claim);
    if (inserted > 0) await deriveNeighbours(tx, ledger, claim);
    await markDone(tx, claim, { read: rowsRead, inserted, unchanged: rowsRead - inserted });
    return { state: 'done', inserted };
  });
  log.info('import finished', { ledger: ledger.name, rows: rowsRead, ...outcome });
  await clearStaging(database, ledger, claim);
}

async function reject(
  { database, log }: IngestDependencies,
  claim: ClaimedImport,
  rejection: Parameters<typeof markRejected>[2],
): Promise<void> {
  await database.transaction(async (tx) => {
    await holdClaim(tx, claim);
    await markRejected(tx, claim, rejection);
  });
  log.info('import rejected', { problem: rejection.problem.code });
  const ledger = LEDGERS.get(claim.ledger);
  if (ledger) await clearStaging(database, ledger, claim);
}
