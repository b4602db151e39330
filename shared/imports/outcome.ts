import type { Connection } from '../database/database.ts';
import type { FileRejected, RowError } from './rejection.ts';
import type { Claim } from './staging.ts';

export interface RowCounts {
  readonly read: number;
  readonly inserted: number;
  readonly unchanged: number;
}

/** Ends an import well; in the transaction that wrote its rows. */
export async function markDone(tx: Connection, { importId }: Claim, rows: RowCounts): Promise<void> {
  await tx.execute(
    `UPDATE imports SET state = 'done', lease_until = NULL, finished_at = UTC_TIMESTAMP(6),
            rows_read = ?, rows_inserted = ?, rows_unchanged = ? WHERE id = ?`,
    [rows.read, rows.inserted, rows.unchanged, importId],
  );
}

export interface Rejection {
  readonly problem: FileRejected;
  readonly rowsRead: number;
  readonly errors: readonly RowError[];
  readonly errorCount: number;
}

/** Ends an import by the file's fault, with the reasons; nothing of it is in the ledger. */
export async function markRejected(tx: Connection, { importId }: Claim, rejection: Rejection): Promise<void> {
  const { problem, rowsRead, errors, errorCount } = rejection;
  await tx.execute(
    `UPDATE imports SET state = 'rejected', lease_until = NULL, finished_at = UTC_TIMESTAMP(6), rows_read = ?,
            rows_failed = ?, error_count = ?, problem_code = ?, problem_message = ? WHERE id = ?`,
    [rowsRead, errorCount, errorCount, problem.code, problem.message.slice(0, 1000), importId],
  );
  await tx.execute('DELETE FROM import_errors WHERE import_id = ?', [importId]);
  if (errors.length === 0) return;
  await tx.execute(
    `INSERT INTO import_errors (import_id, position, line, column_name, code, message, text)
     VALUES ${errors.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
    errors.flatMap((error, position) => [
      importId,
      position,
      error.line,
      error.column,
      error.code,
      error.message.slice(0, 1000),
      error.text,
    ]),
  );
}
