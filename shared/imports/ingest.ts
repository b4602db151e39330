import type { Jobs } from '../jobs/jobs.ts';
import { LEDGERS } from '../ledgers/catalogue.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import { errorFields } from '../log.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import {
  CancelRequested,
  type ClaimedImport,
  ClaimLost,
  claimImport,
  holdClaim,
  releaseClaim,
  renewClaim,
} from './claim.ts';
import { commitImport } from './commit-import.ts';
import type { CompleteDependencies } from './complete.ts';
import { ERROR_REPORT_JOB, writeErrorReport } from './error-report.ts';
import { keepLease } from './lease.ts';
import { decodeQueueMessage, type ImportMessage } from './message.ts';
import { markCanceled, markRejected } from './outcome.ts';
import { promoteUploaded } from './promote.ts';
import { FileRejected } from './rejection.ts';
import { stageFile } from './stage-file.ts';
import { clearStaging } from './staging.ts';

export interface IngestDependencies extends CompleteDependencies {
  readonly store: Pick<ObjectStore, 'bucket' | 'get' | 'head' | 'put' | 'delete'>;
  readonly backgroundJobs: Pick<Jobs, 'enqueue' | 'fulfil'>;
  readonly leaseSeconds: number;
}

/** The message cannot be finished now, and will be able to later: it has to come again. */
export class TryAgain extends Error {
  override name = 'TryAgain';
}

/**
 * Carries one message through. When it returns, the message may be deleted: its import is in an end state, also when it
 * had been before, or there was nothing to do.
 * @throws whatever stood in the way; the message must come again then
 */
export async function ingestMessage(dependencies: IngestDependencies, body: string): Promise<void> {
  const read = decodeQueueMessage(body, dependencies.store.bucket);
  if (read.kind === 'uploaded') await promoteUploaded(dependencies, read.importIds);
  if (read.kind === 'import') await ingestImport(dependencies, read.message);
}

async function ingestImport(dependencies: IngestDependencies, message: ImportMessage): Promise<void> {
  const { database, leaseSeconds } = dependencies;
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

/** Claimed: read, check, stage; then merge, derive and mark in one transaction. */
async function ingestClaimed(dependencies: IngestDependencies, claim: ClaimedImport): Promise<void> {
  const { database, leaseSeconds, log } = dependencies;
  const ledger = LEDGERS.get(claim.ledger);
  if (!ledger) throw new Error(`This release has no ledger ${claim.ledger}.`);
  const progress = { rowsRead: 0, bytesRead: 0 };
  const renew = () => renewClaim(database, claim, leaseSeconds, progress.rowsRead, progress.bytesRead);
  const lease = keepLease(renew, leaseSeconds);
  try {
    await clearStaging(database, ledger, claim);
    const faults = await stageFile(dependencies, claim, ledger, progress, lease.signal);
    const outcome = await commitImport(
      { database, jobs: dependencies.backgroundJobs },
      claim,
      ledger,
      progress.rowsRead,
      faults,
    );
    log.info('import finished', { ledger: ledger.name, rows: progress.rowsRead, ...outcome });
    if (outcome.errors > 0) await reportAtOnce(dependencies, claim);
    else await clearStaging(database, ledger, claim);
  } catch (error) {
    await endOn(error, dependencies, claim, ledger, progress.rowsRead);
  } finally {
    lease.end();
  }
}

/** The promised job does it when this fails. */
async function reportAtOnce(dependencies: IngestDependencies, { importId }: ClaimedImport): Promise<void> {
  try {
    await writeErrorReport(dependencies, importId);
    await dependencies.backgroundJobs.fulfil(ERROR_REPORT_JOB, importId);
  } catch (error) {
    dependencies.log.warn('the error report will be written later', errorFields(error));
  }
}

/** @throws the error again when the import is not at its end with it */
async function endOn(
  error: unknown,
  { database, log }: IngestDependencies,
  claim: ClaimedImport,
  ledger: Ledger,
  rowsRead: number,
): Promise<void> {
  if (error instanceof FileRejected || error instanceof CancelRequested) {
    await database.transaction(async (tx) => {
      await holdClaim(tx, claim);
      if (error instanceof CancelRequested) await markCanceled(tx, claim);
      else await markRejected(tx, claim, { problem: error, rowsRead, errors: [], errorCount: 0 });
    });
    log.info(error instanceof CancelRequested ? 'import canceled' : 'import rejected', errorFields(error));
    await clearStaging(database, ledger, claim);
    return;
  }
  if (error instanceof ClaimLost) log.warn('a later attempt has taken the import over');
  else {
    log.warn('import was interrupted and will be tried again', errorFields(error));
    await releaseClaim(database, claim, troubleOf(error)).catch(() => {});
  }
  throw error;
}

/** Which kind of trouble, for who looks on; what it says in full may name places of ours and stays in the log. */
function troubleOf(error: unknown): string {
  const { code, name } = error as Partial<NodeJS.ErrnoException>;
  return `Something around the file failed (${code ?? name ?? 'unknown'}).`;
}
