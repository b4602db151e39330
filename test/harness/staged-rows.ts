import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { Connection, Database } from '../../shared/database/database.ts';
import { type Merged, type MergeOptions, mergeStaged } from '../../shared/imports/merge.ts';
import type { StagedRow } from '../../shared/imports/row.ts';
import { clearStaging, stageRows } from '../../shared/imports/staging.ts';
import { type Column, EVENT_TYPES, type Ledger } from '../../shared/ledgers/ledger.ts';
import { lockLedger } from '../../shared/ledgers/lock-ledger.ts';

/** A version as an import brings it: the values of its columns in the order of staging. */
export type Values = readonly (string | null)[];

const IDS = ['1', '2', '3', '9223372036854775807'];
/** Names that differ only in what is easily lost, and texts that hold several of them. */
const TEXTS = [
  ...['a', 'A', 'ä', ' a', 'a\u3000', 'b c', 'b\u3000c', '\u00a0b c\n', '𠮷', '👩‍🚀', '\\N', 'say "hi"', ' '],
  ...['a b c', 'a\tb', 'x\u2003a\n\u3000c', '\u200ba', '\ufeffa', "o'clock \\ a", '["a"]'],
];

/** A version of this ledger, of few entities and with values that often repeat. */
export function anyVersion(ledger: Ledger): fc.Arbitrary<Values> {
  const key = ledger.entityKey.map(({ type }) =>
    type === 'id' ? fc.constantFrom('1', '2', '3') : fc.constantFrom('ja', 'en', 'JA'),
  );
  return fc.tuple(
    ...key,
    fc.constantFrom('1', '2', '3', '5'),
    fc.constantFrom(...EVENT_TYPES, 'discard'),
    fc.constantFrom('2025-01-01 00:00:00.000000', '2025-01-01 00:00:00.000001', '2024-12-31 23:59:59.999999'),
    fc.constantFrom(null, 'mika'),
    ...ledger.attributes.map(anyValue),
  );
}

function anyValue({ type }: Column): fc.Arbitrary<string | null> {
  if (type === 'ids') return fc.subarray(IDS, { maxLength: 3 }).map((ids) => `[${ids.join(', ')}]`);
  return fc.constantFrom(null, ...(type === 'id' ? IDS : TEXTS));
}

/** @param firstLine line of the first of them */
export function stagedRows(ledger: Ledger, versions: readonly Values[], firstLine = 2): StagedRow[] {
  const key = ledger.entityKey.length + 1;
  return versions.map((values, index) => ({
    line: firstLine + index,
    values,
    contentHash: createHash('sha256')
      .update(JSON.stringify(values.slice(key)))
      .digest('hex'),
  }));
}

/** Stages and merges, as the ingest does after it has read a file. */
export async function importVersions(
  database: Pick<Database, 'transaction' | 'execute'>,
  ledger: Ledger,
  importId: string,
  versions: readonly Values[],
  options: MergeOptions = { onError: 'reject', onConflict: 'error' },
  afterMerge: (tx: Connection) => Promise<void> = async () => {},
): Promise<Merged> {
  const claim = { importId, attempt: 1 };
  await stageRows(database, ledger, claim, stagedRows(ledger, versions));
  const merged = await database.transaction(async (tx) => {
    await lockLedger(tx, ledger);
    const result = await mergeStaged(tx, ledger, claim, options);
    await afterMerge(tx);
    return result;
  });
  await clearStaging(database, ledger, claim);
  return merged;
}
