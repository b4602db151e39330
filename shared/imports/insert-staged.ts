import type { Connection } from '../database/database.ts';
import { changedFieldsSql } from '../ledgers/derived/neighbours.ts';
import type { Versions } from '../ledgers/derived/touched.ts';
import { listed } from '../ledgers/key-sql.ts';
import { entityColumns, type Ledger } from '../ledgers/ledger.ts';
import { stagingTable } from '../ledgers/tables.ts';
import { stagedColumns } from './row.ts';
import type { Claim } from './staging.ts';

export async function countStaged(tx: Connection, ledger: Ledger, { importId, attempt }: Claim): Promise<number> {
  const [row] = await tx.query(
    `SELECT COUNT(*) AS count FROM ${stagingTable(ledger)} WHERE import_id = ? AND attempt = ?`,
    [importId, attempt],
  );
  return Number(row?.count);
}

/**
 * Writes the staged versions whose keys the ledger lacks; of several under one key the first.
 *
 * Each comes with the predecessor that it has within the file. That is right already when a file brings whole histories
 * (nothing is written twice then); `deriveNeighbours` mends the others.
 * @returns how many were written, and which: by their ids, since within a transaction that has just filled it an index
 *   is slower than the table
 */
export async function insertStaged(
  tx: Connection,
  ledger: Ledger,
  { importId, attempt }: Claim,
): Promise<{ count: number; inserted: Versions }> {
  const [last] = await tx.query<{ id: string }>(`SELECT COALESCE(MAX(id), 0) AS id FROM ${ledger.name}`);
  const inserted = { where: 'v.id > ?', values: [last?.id ?? '0'] };
  const staging = stagingTable(ledger);
  const columns = [...stagedColumns(ledger), 'content_hash', 'import_id'];
  const entity = entityColumns(ledger).join(', ');
  await tx.execute(
    `INSERT INTO ${ledger.name} (${columns.join(', ')}, recorded_at, previous_version_no, changed_fields)
     SELECT ${listed(columns, 's')}, UTC_TIMESTAMP(6), b.version_no,
            IF(b.line IS NULL, 0, ${changedFieldsSql(ledger, 's', 'b')})
     FROM ${staging} AS s
     STRAIGHT_JOIN (SELECT line, LAG(line) OVER (PARTITION BY ${entity} ORDER BY version_no, line) AS before_line
           FROM ${staging} WHERE import_id = ? AND attempt = ?) AS d ON d.line = s.line
     LEFT JOIN ${staging} AS b ON b.import_id = ? AND b.attempt = ? AND b.line = d.before_line
     WHERE s.import_id = ? AND s.attempt = ?
     ORDER BY s.line
     ON DUPLICATE KEY UPDATE import_id = ${ledger.name}.import_id`,
    [importId, attempt, importId, attempt, importId, attempt],
  );
  // What the server itself counts of such a statement depends on flags of the connection.
  const [row] = await tx.query(`SELECT COUNT(*) AS count FROM ${ledger.name} AS v WHERE ${inserted.where}`, [
    ...inserted.values,
  ]);
  return { count: Number(row?.count), inserted };
}
