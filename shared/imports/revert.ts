import type { Connection } from '../database/database.ts';
import { deriveTouched } from '../ledgers/derived/derive.ts';
import { collapse } from '../ledgers/derived/expand.ts';
import { noteChanged, revertibleVersions } from '../ledgers/derived/touched.ts';
import type { Ledger } from '../ledgers/ledger.ts';

// An import can take back the versions that it inserted and still owns. One that a later import replaced belongs to
// that one; one that this import replaced was inserted by another. Both stay.

/** How many versions a revert would remove now. */
export async function countRevertible(
  connection: Pick<Connection, 'query'>,
  ledger: Ledger,
  importId: string,
): Promise<number> {
  const { where, values } = revertibleVersions(importId);
  const [row] = await connection.query(`SELECT COUNT(*) AS count FROM ${ledger.name} AS v WHERE ${where}`, values);
  return Number(row?.count);
}

/** Removes them and makes everything derived right. The caller holds the lock on the ledger (`lockLedger`). */
export async function revertImport(tx: Connection, ledger: Ledger, importId: string): Promise<{ removed: number }> {
  const leaving = revertibleVersions(importId);
  await noteChanged(tx, ledger, importId, leaving, { leaving: true });
  await collapse(tx, ledger, leaving);
  const { affectedRows } = await tx.execute(`DELETE v FROM ${ledger.name} AS v WHERE ${leaving.where}`, leaving.values);
  await deriveTouched(tx, ledger, importId, { contents: false });
  return { removed: affectedRows };
}
