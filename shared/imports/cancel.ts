import { type Actor, recordAudit } from '../audit/record.ts';
import type { Connection, Database } from '../database/database.ts';
import { type ImportState, isEndState } from './state.ts';

export type Canceled =
  | { kind: 'canceled' }
  /** A consumer is at it; it ends `canceled` instead of committing. */
  | { kind: 'requested' }
  | { kind: 'refused'; state: ImportState };

/**
 * Ends an open import without an effect. Under a live lease only a flag is set, which the committing transaction reads
 * under the row's lock: either the rows are in the ledger and this comes too late, or none of them is.
 */
export function cancelImport(
  database: Pick<Database, 'transaction'>,
  importId: string,
  actor: Actor,
): Promise<Canceled> {
  return database.transaction(async (tx) => {
    const result = await cancel(tx, importId);
    const subject = { kind: 'import', id: importId } as const;
    if (result.kind !== 'refused') await recordAudit(tx, { ...actor, action: 'import.canceled', subject });
    return result;
  });
}

async function cancel(tx: Connection, importId: string): Promise<Canceled> {
  const [row] = await tx.query<{ state: ImportState; leased: string | number | null }>(
    'SELECT state, lease_until >= UTC_TIMESTAMP(6) AS leased FROM imports WHERE id = ? FOR UPDATE',
    [importId],
  );
  if (!row) throw new Error(`There is no import ${importId}.`);
  if (isEndState(row.state)) return { kind: 'refused', state: row.state };
  if (row.state === 'processing' && Number(row.leased) === 1) {
    await tx.execute('UPDATE imports SET cancel_requested = TRUE WHERE id = ?', [importId]);
    return { kind: 'requested' };
  }
  await tx.execute(
    `UPDATE imports SET state = 'canceled', lease_until = NULL, finished_at = UTC_TIMESTAMP(6), problem_code = NULL,
            problem_message = NULL WHERE id = ?`,
    [importId],
  );
  return { kind: 'canceled' };
}
