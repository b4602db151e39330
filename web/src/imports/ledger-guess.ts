import type { Ledger } from '../counts/ledgers.ts';
import { columnNamed, missingColumns } from './column-names.ts';

/**
 * The ledgers that a header fits best: those whose needed columns are all there, and of these the ones with the most
 * columns found. Several fit equally where the file leaves out what tells them apart.
 */
export function guessLedgers(header: readonly string[], ledgers: readonly Ledger[]): string[] {
  const fitting = ledgers
    .filter((ledger) => missingColumns(ledger, header).length === 0)
    .map((ledger) => ({
      name: ledger.name,
      found: new Set(header.map((name) => columnNamed(ledger, name)).filter((column) => column !== null)).size,
    }));
  const most = Math.max(...fitting.map(({ found }) => found));
  return fitting.filter(({ found }) => found === most).map(({ name }) => name);
}
