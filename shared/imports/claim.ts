import type { Connection } from '../database/database.ts';
import { type ImportOptions, optionsOfText } from './options.ts';
import type { Claim } from './staging.ts';
import type { ImportState } from './state.ts';

export interface ClaimedImport extends Claim {
  readonly ledger: string;
  readonly objectKey: string;
  readonly options: ImportOptions;
  readonly contentType: string;
}

export type ClaimResult =
  | { kind: 'claimed'; import: ClaimedImport }
  | { kind: 'ended'; state: ImportState }
  /** Another consumer holds a live lease. */
  | { kind: 'held' }
  | { kind: 'unknown' };

/** The import was taken over by a later attempt: this one's writes are refused. */
export class ClaimLost extends Error {
  override name = 'ClaimLost';
}

/** Somebody canceled the import that is being processed. */
export class CancelRequested extends Error {
  override name = 'CancelRequested';
}

interface ClaimRow {
  state: ImportState;
  attempt: number;
  ledger: string;
  object_key: string;
  options: string;
  content_type: string;
}

/** One conditional UPDATE decides who processes an import; the attempt number then fences every write of it. */
export async function claimImport(tx: Connection, importId: string, leaseSeconds: number): Promise<ClaimResult> {
  await endCanceled(tx, importId);
  const { affectedRows } = await tx.execute(
    `UPDATE imports SET state = 'processing', attempt = attempt + 1, bytes_read = 0, rows_read = 0,
            lease_until = UTC_TIMESTAMP(6) + INTERVAL ? SECOND, started_at = UTC_TIMESTAMP(6), problem_code = NULL,
            problem_message = NULL
     WHERE id = ? AND (state IN ('stored', 'queued') OR (state = 'processing' AND lease_until < UTC_TIMESTAMP(6)))`,
    [leaseSeconds, importId],
  );
  const [row] = await tx.query<ClaimRow>(
    'SELECT state, attempt, ledger, object_key, options, content_type FROM imports WHERE id = ?',
    [importId],
  );
  if (!row) return { kind: 'unknown' };
  if (affectedRows === 1) {
    const { attempt, ledger, object_key: objectKey, content_type: contentType } = row;
    const options = optionsOfText(row.options);
    return { kind: 'claimed', import: { importId, attempt, ledger, objectKey, options, contentType } };
  }
  return row.state === 'processing' || row.state === 'receiving' || row.state === 'awaiting_upload'
    ? { kind: 'held' }
    : { kind: 'ended', state: row.state };
}

/** Its consumer died before it could end what was canceled. */
async function endCanceled(tx: Connection, importId: string): Promise<void> {
  await tx.execute(
    `UPDATE imports SET state = 'canceled', lease_until = NULL, finished_at = UTC_TIMESTAMP(6)
     WHERE id = ? AND cancel_requested AND state = 'processing' AND lease_until < UTC_TIMESTAMP(6)`,
    [importId],
  );
}

/**
 * A sign of life, with what was read so far.
 * @throws ClaimLost
 * @throws CancelRequested the claim is still held; end it with `markCanceled`
 */
export async function renewClaim(
  connection: Connection,
  { importId, attempt }: Claim,
  leaseSeconds: number,
  rowsRead: number,
  bytesRead = 0,
): Promise<void> {
  const { affectedRows } = await connection.execute(
    `UPDATE imports SET lease_until = UTC_TIMESTAMP(6) + INTERVAL ? SECOND, rows_read = ?, bytes_read = ?
     WHERE id = ? AND attempt = ? AND state = 'processing'`,
    [leaseSeconds, rowsRead, bytesRead, importId, attempt],
  );
  if (affectedRows === 0) throw new ClaimLost(`Import ${importId} belongs to a later attempt.`);
  if (await cancelRequested(connection, { importId, attempt }))
    throw new CancelRequested(`Import ${importId} was canceled while it was processed.`);
}

/** What was read so far, for who looks on; no sign of life. */
export async function saveProgress(
  connection: Pick<Connection, 'execute'>,
  { importId, attempt }: Claim,
  { rowsRead, bytesRead }: { rowsRead: number; bytesRead: number },
): Promise<void> {
  await connection.execute(
    `UPDATE imports SET rows_read = ?, bytes_read = ? WHERE id = ? AND attempt = ? AND state = 'processing'`,
    [rowsRead, bytesRead, importId, attempt],
  );
}

/**
 * Gives the import back after a trouble that may pass; its message comes again. One that was canceled ends so.
 * @param trouble a sentence for those who look on
 */
export async function releaseClaim(
  connection: Pick<Connection, 'execute'>,
  { importId, attempt }: Claim,
  trouble = 'Something around the file failed.',
): Promise<void> {
  await connection.execute(
    `UPDATE imports SET state = IF(cancel_requested, 'canceled', 'queued'), lease_until = NULL,
            queued_at = COALESCE(queued_at, started_at),
            finished_at = IF(cancel_requested, UTC_TIMESTAMP(6), NULL),
            problem_code = IF(cancel_requested, NULL, 'interrupted'), problem_message = IF(cancel_requested, NULL, ?)
     WHERE id = ? AND attempt = ? AND state = 'processing'`,
    [trouble.slice(0, 1000), importId, attempt],
  );
}

/** Locks the import's row for the committing transaction. @throws ClaimLost */
export async function holdClaim(tx: Connection, { importId, attempt }: Claim): Promise<void> {
  const [row] = await tx.query(
    `SELECT id FROM imports WHERE id = ? AND attempt = ? AND state = 'processing' FOR UPDATE`,
    [importId, attempt],
  );
  if (!row) throw new ClaimLost(`Import ${importId} belongs to a later attempt.`);
}

/** Whether somebody canceled it. Under `holdClaim` the answer holds until the transaction ends. */
export async function cancelRequested(
  connection: Pick<Connection, 'query'>,
  { importId, attempt }: Claim,
): Promise<boolean> {
  const [row] = await connection.query<{ cancel_requested: number }>(
    'SELECT cancel_requested FROM imports WHERE id = ? AND attempt = ?',
    [importId, attempt],
  );
  return row?.cancel_requested === 1;
}
