import type { Connection } from '../database/database.ts';
import type { FileRejected, RowError } from './rejection.ts';
import type { Claim } from './staging.ts';

// How a claimed import ends. Each runs in the transaction that holds the claim (`holdClaim`).

export interface RowCounts {
  readonly read: number;
  readonly inserted: number;
  readonly unchanged: number;
  readonly replaced?: number;
  /** Rows that were left out because of their errors. */
  readonly failed?: number;
}

/** The first of an import's row errors, and how many there are. */
export interface RowFaults {
  readonly errors: readonly RowError[];
  readonly errorCount: number;
}

/** Ends an import well; in the transaction that wrote its rows. @param faults of rows that were left out */
export async function markDone(
  tx: Connection,
  { importId }: Claim,
  rows: RowCounts,
  faults: RowFaults = { errors: [], errorCount: 0 },
): Promise<void> {
  await tx.execute(
    `UPDATE imports SET state = 'done', lease_until = NULL, finished_at = UTC_TIMESTAMP(6), rows_read = ?,
            rows_inserted = ?, rows_unchanged = ?, rows_replaced = ?, rows_failed = ?, error_count = ?,
            bytes_read = COALESCE(bytes, 0), cancel_requested = FALSE
     WHERE id = ?`,
    [
      ...[rows.read, rows.inserted, rows.unchanged, rows.replaced ?? 0, rows.failed ?? 0],
      ...[faults.errorCount, importId],
    ],
  );
  await storeErrors(tx, importId, faults.errors);
}

export interface Rejection extends RowFaults {
  readonly problem: FileRejected;
  readonly rowsRead: number;
  /** Rows with errors; as many as errors when it is not known. */
  readonly rowsFailed?: number;
}

/** Ends an import by the file's fault, with the reasons; nothing of it is in the ledger. */
export async function markRejected(tx: Connection, { importId }: Claim, rejection: Rejection): Promise<void> {
  const { problem, rowsRead, errors, errorCount, rowsFailed = errorCount } = rejection;
  await tx.execute(
    `UPDATE imports SET state = 'rejected', lease_until = NULL, finished_at = UTC_TIMESTAMP(6), rows_read = ?,
            rows_failed = ?, error_count = ?, problem_code = ?, problem_message = ?, cancel_requested = FALSE
     WHERE id = ?`,
    [rowsRead, rowsFailed, errorCount, problem.code, problem.message.slice(0, 1000), importId],
  );
  await storeErrors(tx, importId, errors);
}

/** Ends an import that somebody canceled while it was processed; nothing of it is in the ledger. */
export async function markCanceled(tx: Connection, { importId }: Claim): Promise<void> {
  await tx.execute(
    `UPDATE imports SET state = 'canceled', lease_until = NULL, finished_at = UTC_TIMESTAMP(6) WHERE id = ?`,
    [importId],
  );
}

async function storeErrors(tx: Connection, importId: string, errors: readonly RowError[]): Promise<void> {
  await tx.execute('DELETE FROM import_errors WHERE import_id = ?', [importId]);
  if (errors.length === 0) return;
  await tx.execute(
    `INSERT INTO import_errors (import_id, position, line, column_name, code, message, text)
     VALUES ${errors.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
    errors.flatMap((error, position) => [
      importId,
      position,
      error.line,
      error.column?.slice(0, 200) ?? null,
      error.code,
      error.message.slice(0, 1000),
      error.text,
    ]),
  );
}
