import { type Actor, recordAudit } from '../audit/record.ts';
import type { Connection, Database } from '../database/database.ts';
import { LEDGERS } from '../ledgers/catalogue.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import { lockLedger } from '../ledgers/lock-ledger.ts';
import { countRevertible, revertImport } from './revert.ts';
import type { ImportState } from './state.ts';

export type Reverted =
  | { kind: 'reverted'; rows: number }
  /** What a revert would do now. */
  | { kind: 'counted'; rows: number }
  | { kind: 'refused'; state: ImportState };

/** Takes the rows of a finished import out of its ledger again. @param dryRun only says how many there are */
export async function takeBackImport(
  database: Database,
  importId: string,
  actor: Actor,
  { dryRun }: { dryRun: boolean },
): Promise<Reverted> {
  const [row] = await database.query<{ ledger: string; state: ImportState }>(
    'SELECT ledger, state FROM imports WHERE id = ?',
    [importId],
  );
  const ledger = LEDGERS.get(row?.ledger ?? '');
  if (!row || !ledger) throw new Error(`There is no import ${importId} into a ledger of ours.`);
  if (row.state !== 'done') return { kind: 'refused', state: row.state };
  if (dryRun) return { kind: 'counted', rows: await countRevertible(database, ledger, importId) };
  return database.transaction((tx) => takeBack(tx, ledger, importId, actor));
}

async function takeBack(tx: Connection, ledger: Ledger, importId: string, actor: Actor): Promise<Reverted> {
  // In the order of every commit: the ledger first, then the import.
  await lockLedger(tx, ledger);
  const [row] = await tx.query<{ state: ImportState }>('SELECT state FROM imports WHERE id = ? FOR UPDATE', [importId]);
  if (row?.state !== 'done') return { kind: 'refused', state: row?.state ?? 'reverted' };
  const { removed } = await revertImport(tx, ledger, importId);
  await tx.execute(`UPDATE imports SET state = 'reverted', reverted_at = UTC_TIMESTAMP(6) WHERE id = ?`, [importId]);
  const subject = { kind: 'import', id: importId } as const;
  await recordAudit(tx, {
    ...actor,
    action: 'import.reverted',
    subject,
    details: { ledger: ledger.name, rows: removed },
  });
  return { kind: 'reverted', rows: removed };
}
