import type { Connection } from '../../database/database.ts';
import { LEDGERS } from '../catalogue.ts';
import type { Ledger } from '../ledger.ts';
import { raisePolicyRevision } from '../policy-revision.ts';
import { columnsReferredToByName } from '../references.ts';
import { changesPolicy, storeEntities } from './entities.ts';
import { storeForbiddenNames } from './forbidden-names.ts';
import { deriveNeighbours } from './neighbours.ts';
import { forgetTouched } from './touched.ts';

/**
 * Makes what is derived from the noted entities right, and forgets the note: predecessors and changed fields, discard
 * boundaries, forbidden entities and their names. The last thing that a changing transaction does to a ledger, since it
 * may lock the policy revision. (Expanded columns are the versions' own and change with them: see `expand.ts`.)
 *
 * It costs what the touched entities' histories cost, however large the ledger is.
 * @returns whether the policy changed, and its revision was raised
 */
export async function deriveTouched(
  tx: Connection,
  ledger: Ledger,
  importId: string,
  changes: { contents: boolean },
): Promise<boolean> {
  await deriveNeighbours(tx, ledger, importId, { everyVersion: changes.contents });
  let policyChanged = await changesPolicy(tx, ledger, importId);
  await storeEntities(tx, ledger, importId);
  for (const column of columnsReferredToByName(ledger, LEDGERS.values()))
    policyChanged = (await storeForbiddenNames(tx, ledger, column, importId)) || policyChanged;
  await forgetTouched(tx, ledger, importId);
  if (policyChanged) await raisePolicyRevision(tx);
  return policyChanged;
}
