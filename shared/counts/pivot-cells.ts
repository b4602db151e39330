import type { CountsAnswer } from './answer.ts';
import type { Key } from './key.ts';
import type { SummaryPlan } from './plan.ts';

/** One value of a cross table; `column` null: the row over all columns. */
export interface PivotCell {
  readonly level: number;
  readonly row: Key;
  readonly column: Key | null;
  readonly values: readonly (number | string | null)[];
}

type Table = Pick<CountsAnswer, 'result_rows' | 'column_keys'>;

/** Every cell of a summary that something contributes to, and with column axes each row's total. */
export function* pivotCells(answer: Table, plan: Pick<SummaryPlan, 'columns'>): Generator<PivotCell> {
  for (const { level, key: row, cells, total } of answer.result_rows) {
    for (const [index, values] of cells.entries())
      if (values) yield { level, row, column: answer.column_keys[index] ?? [], values };
    if (plan.columns.length > 0 && total) yield { level, row, column: null, values: total };
  }
}

/** How many cells `pivotCells` yields, counted by itself. */
export function pivotCellCount(answer: Table, plan: Pick<SummaryPlan, 'columns'>): number {
  return answer.result_rows.reduce((sum, { cells, total }) => {
    const filled = cells.reduce((count, cell) => (cell ? count + 1 : count), 0);
    return sum + filled + (plan.columns.length > 0 && total ? 1 : 0);
  }, 0);
}
