import fc from 'fast-check';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { type Column, EVENT_TYPES, type Ledger } from '../../shared/ledgers/ledger.ts';
import type { Values } from './staged-rows.ts';

/** The last two differ only as what doubles cannot tell apart. */
export const IDS = ['1', '2', '3', '9007199254740992', '9007199254740993'];

const LONG = 'x'.repeat(450);
/** Names that differ in what is easily lost; texts that hold several of them, and the label of what is private. */
export const TEXTS = [
  ...['a', 'A', 'b c', 'b\u3000c', 'a b c', ' a ', 'c\u3000b c', 'a.c', '$^[x]*', "o'clock \\ a", 'a\nb c\t', '非公開'],
  ...[`${LONG}1`, `${LONG}2`, '𠮷', '', 'nba'],
];

/** Around midnights, ends of months and years, and changes of clocks; in order. */
export const MOMENTS = [
  ...['2024-12-30 23:59:59.999999', '2024-12-31 15:00:00.000000', '2025-01-01 00:00:00.000000'],
  ...['2025-01-31 14:59:59.999999', '2025-03-30 00:59:59.999999', '2025-03-30 01:00:00.000000'],
  ...['2025-04-05 14:30:00.000000', '2025-04-05 15:30:00.000001', '2025-06-30 18:15:00.000000'],
];

/** One import, or the revert of the import of that place. */
export type Step = { readonly ledger: string; readonly rows: readonly Values[] } | { readonly revert: number };

function anyVersion(ledger: Ledger): fc.Arbitrary<Values> {
  const key = ledger.entityKey.map(({ type }) =>
    type === 'id' ? fc.constantFrom(...IDS) : fc.constantFrom('ja', 'en', 'JA'),
  );
  return fc.tuple(
    ...key,
    fc.constantFrom('1', '2', '3', '5', '9007199254740993'),
    fc.constantFrom(...EVENT_TYPES, 'create', 'update', 'update'),
    fc.constantFrom(...MOMENTS),
    fc.constantFrom(null, 'mika', 'sora', 'MIKA'),
    ...ledger.attributes.map(anyValue),
  );
}

function anyValue({ type }: Column): fc.Arbitrary<string | null> {
  if (type === 'ids') return fc.subarray(IDS, { maxLength: 3 }).map((ids) => `[${ids.join(', ')}]`);
  if (type === 'id') return fc.constantFrom(null, ...IDS);
  return fc.constantFrom(null, ...TEXTS);
}

/**
 * Histories of all ledgers in any order of arrival: several imports of each, mixed, some of them reverted. No two rows
 * name the same version.
 */
export const anySteps: fc.Arbitrary<Step[]> = fc
  .tuple(
    ...[...LEDGERS.values()].map((ledger) =>
      fc
        .uniqueArray(anyVersion(ledger), {
          minLength: ledger.name === 'posts' ? 8 : 4,
          maxLength: ledger.name === 'posts' ? 22 : 12,
          selector: (values) => JSON.stringify(values.slice(0, ledger.entityKey.length + 1)),
        })
        .chain((rows) =>
          fc.array(fc.nat(2), { minLength: rows.length, maxLength: rows.length }).map((shares) =>
            [0, 1, 2].map((share) => ({
              ledger: ledger.name,
              rows: rows.filter((_, index) => shares[index] === share),
            })),
          ),
        ),
    ),
  )
  .chain((imports) => {
    const all = imports.flat().filter(({ rows }) => rows.length > 0);
    const order = fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
    const reverts = fc.array(fc.record({ revert: fc.nat(all.length - 1) }), { maxLength: 2 });
    return fc.tuple(order, reverts).map(([shuffled, reverted]) => [...shuffled, ...reverted]);
  });
