import type { Cell, CountsAnswer } from './answer.ts';
import type { Key } from './key.ts';
import type { CountsPlan } from './plan.ts';

/** A line of a flat table: texts, numbers and empty cells. */
export type TableRecord = readonly (string | number | null)[];

/** Header of a summary as a flat table (counts.md: `row_type`, `level`, the row axes, the cells, the totals, `masked`). */
export function summaryHeader(answer: CountsAnswer, plan: CountsPlan): string[] {
  return [
    'row_type',
    'level',
    ...plan.rows.map((axis) => axis.name),
    ...answer.column_keys.flatMap((key) => plan.measures.map((measure) => `${labelOf(key)}${measure}`)),
    ...(hasTotals(plan) ? plan.measures.map((measure) => `total / ${measure}`) : []),
    'masked',
  ];
}

export function* summaryRecords(answer: CountsAnswer, plan: CountsPlan): Generator<TableRecord> {
  const empty: NonNullable<Cell> = plan.measures.map(() => null);
  for (const row of answer.result_rows) {
    yield [
      rowType(row.level, plan),
      row.level,
      ...plan.rows.map((_, index) => row.key[index]?.value ?? null),
      ...row.cells.flatMap((cell) => cell ?? empty),
      ...(hasTotals(plan) ? (row.total ?? empty) : []),
      null,
    ];
  }
}

/** Records that `summaryRecords` yields: regular rows, subtotals and the total. */
export function summaryRecordCount(answer: CountsAnswer): number {
  return answer.result_rows.length;
}

/** Without column axes the one unnamed column is the total. */
function hasTotals(plan: CountsPlan): boolean {
  return plan.columns.length > 0;
}

function rowType(level: number, plan: CountsPlan): string {
  if (level === plan.rows.length) return 'regular';
  return level === 0 ? 'total' : 'subtotal';
}

function labelOf(key: Key): string {
  return key.map((part) => `${part.label ?? ''} / `).join('');
}
