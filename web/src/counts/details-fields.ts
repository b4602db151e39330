import type { Ledger } from './ledgers.ts';

/** The columns of details as they come when none are picked. A test holds them to what the server offers. */
export function detailsFields(ledger: Pick<Ledger, 'columns'>): string[] {
  return ['id', ...ledger.columns.map(({ name }) => name), 'recorded_at', 'import_id'];
}
