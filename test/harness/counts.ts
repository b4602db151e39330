import type { CountsAnswer } from '../../shared/counts/answer.ts';
import { type AnswerLimits, EXPORT_LIMITS } from '../../shared/counts/answer-limits.ts';
import type { Key } from '../../shared/counts/key.ts';
import { planCounts, type SummaryPlan } from '../../shared/counts/plan.ts';
import { type CountsRequestInput, countsRequestSchema } from '../../shared/counts/request.ts';
import { runCounts } from '../../shared/counts/run.ts';
import type { Database } from '../../shared/database/database.ts';

export type CountsRole = 'admin' | 'viewer';

export const AS_OF = '2026-11-30T00:00:00.000000Z';

/** A cell as the data of others write it: `column` null is the row over all columns. */
export interface ExpectedCell {
  readonly level: number;
  readonly row: readonly unknown[];
  readonly column: readonly unknown[] | null;
  readonly values: readonly unknown[];
}

export function planSummary(request: CountsRequestInput, role: CountsRole = 'admin'): SummaryPlan {
  const plan = planCounts(countsRequestSchema.parse(request), { role }, { timeZone: 'UTC', asOf: AS_OF });
  if (plan.mode !== 'summary') throw new Error('This is no request for a summary.');
  return plan;
}

export function countAs(
  database: Pick<Database, 'snapshot'>,
  role: CountsRole,
  request: CountsRequestInput,
  limits: AnswerLimits = EXPORT_LIMITS,
): Promise<CountsAnswer> {
  return database.snapshot((tx) => runCounts(tx, planSummary(request, role), limits));
}

/** The values of a key: `{"masked":true}` is the reserved one. */
export function valuesOf(key: Key): unknown[] {
  return key.map((part) => ('masked' in part ? { masked: true } : part.value));
}

/** All cells of an answer that are not null, in one order. */
export function cellsOf({ column_keys, result_rows }: CountsAnswer, hasColumns: boolean): string[] {
  const cells = result_rows.flatMap(({ level, key, cells, total }): ExpectedCell[] => {
    const row = valuesOf(key);
    const own = cells.flatMap((values, index) =>
      values ? [{ level, row, column: valuesOf(column_keys[index] ?? []), values }] : [],
    );
    return hasColumns && total ? [...own, { level, row, column: null, values: total }] : own;
  });
  return sortedCells(cells);
}

export function sortedCells(cells: readonly ExpectedCell[]): string[] {
  return cells.map(({ level, row, column, values }) => JSON.stringify([level, row, column, values])).sort();
}
