import type { Cell, CountAnswer, Key } from './count-answer.ts';
import type { CountRequest, Measure, Sort } from './count-request.ts';

/** One column of numbers: a measure under a column key, or over all columns. */
export interface PivotColumn {
  /** null: over all columns. */
  keys: Key[] | null;
  /** Place among the column keys. */
  place: number;
  measure: Measure;
  measureIndex: number;
  /** How it is sorted by. */
  column: Sort['column'];
}

/** The columns of numbers from left to right; the totals stand last where there are column axes. */
export function pivotColumns(request: CountRequest, answer: Pick<CountAnswer, 'column_keys'>): PivotColumn[] {
  const under = (keys: Key[] | null, place: number): PivotColumn[] =>
    request.measures.map((measure, measureIndex) => ({ keys, place, measure, measureIndex, column: valuesOf(keys) }));
  if (request.columns.length === 0) return under(null, 0);
  return [...answer.column_keys.flatMap((keys, place) => under(keys, place)), ...under(null, -1)];
}

export function valueIn(row: { cells: readonly Cell[]; total: Cell }, column: PivotColumn): number | string | null {
  const cell = column.keys === null ? row.total : row.cells[column.place];
  return cell?.[column.measureIndex] ?? null;
}

function valuesOf(keys: Key[] | null): Sort['column'] {
  return keys?.map((key) => ('masked' in key ? { masked: true } : key.value)) ?? null;
}
