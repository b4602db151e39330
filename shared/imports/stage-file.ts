import type { Database } from '../database/database.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import type { Log } from '../log.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { type ClaimedImport, saveProgress } from './claim.ts';
import { saveFindings } from './findings.ts';
import { readRows } from './read-rows.ts';
import { FileRejected, KEPT_ERRORS, type RowError } from './rejection.ts';
import { openStager } from './stager.ts';

export interface Progress {
  rowsRead: number;
  bytesRead: number;
}

/** What is wrong with a file's rows by themselves, whatever the ledger holds. */
export interface RowFaultsFound {
  /** The first ones. */
  readonly errors: RowError[];
  errorCount: number;
  /** Rows with at least one. */
  rows: number;
}

const PROGRESS_MS = 1_000;

/**
 * Reads the file of a claimed import as it streams out of the store, checks each row and stages the good ones; all of
 * them, or none when it throws.
 * @throws FileRejected; the signal's reason; whatever is wrong with the store or the database
 */
export async function stageFile(
  { database, store, log }: { database: Database; store: Pick<ObjectStore, 'get'>; log: Log },
  claim: ClaimedImport,
  ledger: Ledger,
  progress: Progress,
  signal: AbortSignal,
): Promise<RowFaultsFound> {
  const faults: RowFaultsFound = { errors: [], errorCount: 0, rows: 0 };
  const { body } = await store.get(claim.objectKey);
  const stager = await openStager(database, ledger, claim, log);
  try {
    const counted = counting(body, progress);
    const file = await readRows(counted, ledger, { ...claim.options, contentType: claim.contentType });
    const { detected, warnings, batches } = file;
    await saveFindings(database, claim, { detected, warnings });
    const warningsBefore = warnings.length;
    let savedAt = performance.now();
    for await (const { read, rows, errors, refused } of batches) {
      signal.throwIfAborted();
      progress.rowsRead += read;
      note(faults, errors, refused.length);
      await stager.write(rows);
      if (performance.now() - savedAt < PROGRESS_MS) continue;
      await saveProgress(database, claim, progress);
      savedAt = performance.now();
    }
    if (warnings.length > warningsBefore) await saveFindings(database, claim, { detected, warnings });
    if (progress.rowsRead === 0) throw new FileRejected('empty', 'The file has a header and no rows.');
    await stager.end();
    return faults;
  } finally {
    await stager.abort();
    body.destroy();
  }
}

async function* counting(body: AsyncIterable<Uint8Array>, progress: Progress): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    progress.bytesRead += chunk.byteLength;
    yield chunk;
  }
}

function note(faults: RowFaultsFound, errors: readonly RowError[], rows: number): void {
  faults.errorCount += errors.length;
  faults.rows += rows;
  const room = KEPT_ERRORS - faults.errors.length;
  if (room > 0) faults.errors.push(...errors.slice(0, room));
}
