import { importColumns } from '../ledgers/ledger.ts';
import type { DetailsPlan } from './plan.ts';

/** The columns of details as CSV: those that an import takes, of them only what was asked for. */
export function detailsColumns({ selection, fields }: Pick<DetailsPlan, 'selection' | 'fields'>): string[] {
  const columns = importColumns(selection.ledger);
  return fields.filter((field) => columns.includes(field));
}
