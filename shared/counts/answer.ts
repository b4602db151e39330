import type { Key } from './key.ts';
import type { Measure } from './request.ts';

/** The values of one cell, in the order of the request's measures; null: nothing contributes to the cell. */
export type Cell = readonly (number | string | null)[] | null;

export interface ResultRow {
  /** How many row axes the key fixes: all of them on a regular row, 0 on the grand total. */
  readonly level: number;
  readonly key: Key;
  /** One per column key. */
  readonly cells: readonly Cell[];
  /** Over all columns, counted by itself. */
  readonly total: Cell;
}

/** The answer to a summary request, as it goes over the wire (snake_case on purpose). */
export interface CountsAnswer {
  readonly mode: 'summary';
  readonly as_of: string;
  readonly time_zone: string;
  readonly measures: readonly Measure[];
  readonly column_keys: readonly Key[];
  readonly result_rows: readonly ResultRow[];
  readonly output_count: number;
  readonly visible_output_count: number;
  /** null: nobody asked for it. */
  readonly population_count: number | null;
  readonly population_count_computed: boolean;
  readonly logical_count_unit: 'regular_result_rows';
  readonly column_values_editable: boolean;
}
