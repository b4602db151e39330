import type { Connection } from '../database/database.ts';
import type { Claim } from './staging.ts';
import type { ImportState } from './state.ts';

export interface ClaimedImport extends Claim {
  readonly ledger: string;
  readonly objectKey: string;
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

/** One conditional UPDATE decides who processes an import; the attempt number then fences every write of it. */
export async function claimImport(tx: Connection, importId: string, leaseSeconds: number): Promise<ClaimResult> {
  const { affectedRows } = await tx.execute(
    `UPDATE imports SET state = 'processing', attempt = attempt + 1, rows_read = 0,
            lease_until = UTC_TIMESTAMP(6) + INTERVAL ? SECOND, started_at = UTC_TIMESTAMP(6)
     WHERE id = ? AND (state IN ('stored', 'queued') OR (state = 'processing' AND lease_until < UTC_TIMESTAMP(6)))`,
    [leaseSeconds, importId],
  );
  const [row] = await tx.query<{ state: ImportState; attempt: number; ledger: string; object_key: string }>(
    'SELECT state, attempt, ledger, object_key FROM imports WHERE id = ?',
    [importId],
  );
  if (!row) return { kind: 'unknown' };
  if (affectedRows === 1) {
    const { attempt, ledger, object_key: objectKey } = row;
    return { kind: 'claimed', import: { importId, attempt, ledger, objectKey } };
  }
  return row.state === 'processing' || row.state === 'receiving'
    ? { kind: 'held' }
    : { kind: 'ended', state: row.state };
}

/** A sign of life, with what was read so far. @throws ClaimLost */
export async function renewClaim(
  connection: Pick<Connection, 'execute'>,
  { importId, attempt }: Claim,
  leaseSeconds: number,
  rowsRead: number,
): Promise<void> {
  const { affectedRows } = await connection.execute(
    `UPDATE imports SET lease_until = UTC_TIMESTAMP(6) + INTERVAL ? SECOND, rows_read = ?
     WHERE id = ? AND attempt = ? AND state = 'processing'`,
    [leaseSeconds, rowsRead, importId, attempt],
  );
  if (affectedRows === 0) throw new ClaimLost(`Import ${importId} belongs to a later attempt.`);
}

/** Gives the import back after a trouble that may pass; its message comes again. */
export async function releaseClaim(
  connection: Pick<Connection, 'execute'>,
  { importId, attempt }: Claim,
): Promise<void> {
  await connection.execute(
    `UPDATE imports SET state = 'queued', lease_until = NULL WHERE id = ? AND attempt = ? AND state = 'processing'`,
    [importId, attempt],
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
