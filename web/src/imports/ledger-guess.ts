import type { Ledger } from '../counts/ledgers.ts';

/**
 * The ledger that a header fits best: one whose needed columns are all there, of several the one with the most columns
 * found. null when none fits, or two fit equally.
 */
export function guessLedger(header: readonly string[], ledgers: readonly Ledger[]): string | null {
  const names = new Set(header.map(normalise));
  const scores = ledgers
    .map(({ name, columns }) => {
      const found = columns.filter((column) =>
        [column.name, ...column.aliases].some((known) => names.has(normalise(known))),
      );
      const fits = columns.every((column) => !column.required || found.includes(column));
      // A column that the ledger does not know speaks against it as one that it knows speaks for it.
      return { name, score: fits ? 2 * found.length - names.size : Number.NEGATIVE_INFINITY };
    })
    .sort((a, b) => b.score - a.score);
  const [best, next] = scores;
  if (!best || best.score === Number.NEGATIVE_INFINITY || best.score === next?.score) return null;
  return best.name;
}

/** As the server compares names: half or full width, case and outer space do not matter. */
function normalise(name: string): string {
  return name.replaceAll('\uFEFF', '').normalize('NFKC').trim().toLowerCase();
}
