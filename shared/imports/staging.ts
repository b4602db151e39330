import type { Connection, Value } from '../database/database.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import { type StagedRow, stagedColumns } from './row.ts';

/** A consumer's hold on an import: every write of it names the attempt. */
export interface Claim {
  readonly importId: string;
  readonly attempt: number;
}

/** Takes checked rows into the staging table, on a connection of its own. All of them arrive, or none. */
export interface Stager {
  /** Resolves when more may come: what has been written but not sent is bounded. @throws what broke the way */
  write(rows: readonly StagedRow[]): Promise<void>;
  /** Commits. @returns how many rows landed @throws Error when that is not how many were written */
  end(): Promise<number>;
  /** Gives up; nothing that was written stays. Harmless after `end`. */
  abort(): Promise<void>;
}

/** Rows per INSERT; more does not make it faster and nears max_allowed_packet. */
export const STAGING_BATCH = 1_000;

export async function stageRows(
  connection: Pick<Connection, 'execute'>,
  ledger: Ledger,
  { importId, attempt }: Claim,
  rows: readonly StagedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = ['import_id', 'attempt', 'line', ...stagedColumns(ledger), 'content_hash'];
  const values: Value[] = rows.flatMap((row) => [
    importId,
    attempt,
    row.line,
    ...row.values,
    Buffer.from(row.contentHash, 'hex'),
  ]);
  const places = `(${columns.map(() => '?').join(', ')})`;
  await connection.execute(
    `INSERT INTO ${ledger.name}_staging (${columns.join(', ')}) VALUES ${rows.map(() => places).join(', ')}`,
    values,
  );
}

/** Removes what this and earlier attempts at the import staged. */
export async function clearStaging(
  connection: Pick<Connection, 'execute'>,
  ledger: Ledger,
  { importId, attempt }: Claim,
): Promise<void> {
  await connection.execute(`DELETE FROM ${ledger.name}_staging WHERE import_id = ? AND attempt <= ?`, [
    importId,
    attempt,
  ]);
}
