import type { Connection } from '../database/database.ts';
import { deriveTouched } from '../ledgers/derived/derive.ts';
import { expand } from '../ledgers/derived/expand.ts';
import { noteAdded, noteChanged, ownVersions, type Versions } from '../ledgers/derived/touched.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import { findConflicts } from './conflicts.ts';
import { countStaged, insertStaged } from './insert-staged.ts';
import { allowMergeMemory } from './merge-memory.ts';
import type { RowError } from './rejection.ts';
import { replaceStored } from './replace-stored.ts';
import type { Claim } from './staging.ts';

export interface MergeOptions {
  /** What a conflict does: refuse everything, or be left out alone. */
  readonly onError: 'reject' | 'skip';
  /** What another row under a stored key is: a conflict, or what the ledger holds from now on. */
  readonly onConflict: 'error' | 'replace';
  /** Only says what would happen. */
  readonly dryRun?: boolean;
}

/** The staged rows are `inserted + unchanged + replaced + conflicts.count`, unless all of them were refused. */
export interface Merged {
  readonly inserted: number;
  readonly unchanged: number;
  readonly replaced: number;
  readonly conflicts: { readonly errors: readonly RowError[]; readonly count: number };
  readonly policyChanged: boolean;
}

const NO_CONFLICTS = { errors: [], count: 0 };

/**
 * Takes what an attempt staged into its ledger and makes everything derived right, in the caller's transaction and
 * under its lock on the ledger (`lockLedger`). Nothing is written when there are conflicts and `onError` is `reject`.
 */
export async function mergeStaged(
  tx: Connection,
  ledger: Ledger,
  claim: Claim,
  { onError, onConflict, dryRun = false }: MergeOptions,
): Promise<Merged> {
  await allowMergeMemory(tx);
  await tx.execute('SAVEPOINT merge');
  const staged = await countStaged(tx, ledger, claim);
  const { count: inserted, inserted: fresh } = await insertStaged(tx, ledger, claim);
  // Whoever met no stored key and no other line's contradicts nobody.
  const met = inserted < staged;
  const replaced = met && onConflict === 'replace' ? await replaceStored(tx, ledger, claim) : 0;
  const conflicts = met && onConflict === 'error' ? await findConflicts(tx, ledger, claim) : NO_CONFLICTS;
  const refused = conflicts.count > 0 && onError === 'reject';
  if (refused || dryRun) await tx.execute('ROLLBACK TO SAVEPOINT merge');
  if (refused) return { inserted: 0, unchanged: 0, replaced: 0, conflicts, policyChanged: false };

  const unchanged = staged - inserted - replaced - conflicts.count;
  const written = !dryRun && inserted + replaced > 0;
  const policyChanged =
    written && (await derive(tx, ledger, claim.importId, { fresh, replaced, conflicts: conflicts.count }));
  return { inserted, unchanged, replaced, conflicts, policyChanged };
}

async function derive(
  tx: Connection,
  ledger: Ledger,
  importId: string,
  { fresh, replaced, conflicts }: { fresh: Versions; replaced: number; conflicts: number },
): Promise<boolean> {
  if (replaced > 0) {
    const own = ownVersions(importId);
    await expand(tx, ledger, own);
    await noteChanged(tx, ledger, importId, own, { leaving: false });
  } else {
    await expand(tx, ledger, fresh);
    await noteAdded(tx, ledger, importId, fresh);
  }
  // Somewhere another content than the file's stands: what was compared within the file does not hold.
  return deriveTouched(tx, ledger, importId, { contents: replaced + conflicts > 0 });
}
