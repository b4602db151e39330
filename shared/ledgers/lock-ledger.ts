import type { Connection } from '../database/database.ts';
import type { Ledger } from './ledger.ts';

/**
 * Serialises merging and deriving on one ledger until the transaction ends; two at once would each miss the other's
 * neighbours. It is the first lock of such a transaction: the import's row and the policy's come after it.
 */
export async function lockLedger(tx: Connection, ledger: Ledger): Promise<void> {
  const [row] = await tx.query('SELECT name FROM ledgers WHERE name = ? FOR UPDATE', [ledger.name]);
  if (!row)
    throw new Error(`The table ledgers has no row for ${ledger.name}; the migration that makes it must add one.`);
}
