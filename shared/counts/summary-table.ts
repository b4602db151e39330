import type { Cell, CountsAnswer } from './answer.ts';
import type { Key } from './key.ts';
import type { SummaryPlan } from './plan.ts';
import type { Measure } from './request.ts';

/** A line of a flat table: texts, numbers and empty cells. */
export type TableRecord = readonly (string | number | null)[];

/** Header of a summary as a flat table (counts.md: `row_type`, `level`, the row axes, the cells, the totals, `masked`). */
export function summaryHeader(answer: CountsAnswer, plan: SummaryPlan): string[] {
  const measures = plan.measures.map(({ asked }) => measureName(asked));
  return [
    'row_type',
    'level',
    ...plan.rows.map((axis) => axis.name),
    ...answer.column_keys.flatMap((key) => measures.map((measure) => `${labelOf(key)}${measure}`)),
    ...(hasTotals(plan) ? measures.map((measure) => `total / ${measure}`) : []),
    'masked',
  ];
}

export function* summaryRecords(answer: CountsAnswer, plan: SummaryPlan): Generator<TableRecord> {
  const empty: NonNullable<Cell> = plan.measures.map(() => null);
  for (const row of answer.result_rows) {
    yield [
      rowType(row.level, plan),
      row.level,
      ...plan.rows.map((_, index) => cellOfKey(row.key, index)),
      ...row.cells.flatMap((cell) => cell ?? empty),
      ...(hasTotals(plan) ? (row.total ?? empty) : []),
      maskedAxes(row.key, plan),
    ];
  }
}

/** Records that `summaryRecords` yields: regular rows, subtotals and the total. */
export function summaryRecordCount(answer: CountsAnswer): number {
  return answer.result_rows.length;
}

/** A measure in one line: `count`, or `count (event_type = update)` for one with a condition. */
export function measureName(measure: Measure): string {
  if (typeof measure === 'string') return measure;
  const { axis, unit, equals } = measure.where;
  return `count (${axis}${unit ? ` by ${unit}` : ''} = ${equals === null ? 'null' : String(equals)})`;
}

/** Without column axes the one unnamed column is the total. */
function hasTotals(plan: SummaryPlan): boolean {
  return plan.columns.length > 0;
}

function rowType(level: number, plan: SummaryPlan): string {
  if (level === plan.rows.length) return 'regular';
  return level === 0 ? 'total' : 'subtotal';
}

/** The cell of a masked part shows its label; that it is masked only the last column says. */
function cellOfKey(key: Key, index: number): string | number | null {
  const part = key[index];
  if (!part) return null;
  return 'masked' in part ? part.label : part.value;
}

/** Names of the axes on which the row is masked. */
function maskedAxes(key: Key, plan: SummaryPlan): string | null {
  const names = plan.rows.filter((_, index) => 'masked' in (key[index] ?? {})).map((axis) => axis.name);
  return names.length > 0 ? names.join(' ') : null;
}

function labelOf(key: Key): string {
  return key.map((part) => `${part.label ?? ''} / `).join('');
}
