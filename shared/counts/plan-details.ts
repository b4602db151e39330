import { entityColumns, importColumns, type Ledger } from '../ledgers/ledger.ts';
import type { PlanFaults } from './axis-value.ts';
import { notAllowed } from './refused.ts';
import type { CountsRequest } from './request.ts';

/** What details show of the versions that are selected. */
export interface Page {
  readonly fields: readonly string[];
  readonly limit: number;
  /** As it came; `details-cursor.ts` reads it. */
  readonly cursor: string | undefined;
}

const PAGE_ROWS = 100;

/** The columns that details can show, in their order. */
export function detailsFields(ledger: Ledger): string[] {
  const key = entityColumns(ledger);
  const others = importColumns(ledger).filter((name) => !key.includes(name));
  return ['id', ...key, ...others, 'recorded_at', 'import_id', 'content_hash'];
}

export function planPage(request: CountsRequest, ledger: Ledger, faults: PlanFaults): Page {
  const offered = detailsFields(ledger);
  for (const [index, field] of (request.fields ?? []).entries())
    if (!offered.includes(field))
      faults.structure.push(notAllowed(`fields.${index}`, `${field} is not a column of this ledger.`, offered));
  return {
    fields: request.fields ? [...new Set(request.fields)] : offered.filter((name) => name !== 'content_hash'),
    limit: request.limit ?? PAGE_ROWS,
    cursor: request.cursor,
  };
}
