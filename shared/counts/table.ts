import { wireTime } from '../database/time.ts';
import type { Cell } from './answer.ts';
import { keyIdentity } from './key.ts';
import type { SummaryPlan } from './plan.ts';
import type { KeyValue, PlannedMeasure } from './plan-summary.ts';
import type { Distinct } from './read-distinct.ts';
import type { Tally } from './roll-up.ts';

/** A row of the table before it is ordered and labelled. */
export interface TableRow {
  readonly level: number;
  readonly key: readonly KeyValue[];
  /** By identity of the column key. */
  readonly cells: Map<string, Cell>;
  total: Cell;
}

/** The rows of a summary and its column keys, both by identity, in no order. */
export interface Table {
  readonly rows: Map<string, TableRow>;
  readonly columnKeys: Map<string, readonly KeyValue[]>;
}

export function emptyTable(): Table {
  return { rows: new Map(), columnKeys: new Map() };
}

/** Puts a level into the table. `columns`: its keys end with a column key; else they are rows over all columns. */
export function addLevel(
  table: Table,
  plan: SummaryPlan,
  level: { readonly rows: number; readonly columns: boolean },
  tallies: ReadonlyMap<string, Tally>,
  distinct: ReadonlyMap<string, Distinct>,
): void {
  for (const [identity, tally] of tallies) {
    const key = tally.key.slice(0, level.rows);
    const name = keyIdentity(key);
    const row = table.rows.get(name) ?? { level: level.rows, key, cells: new Map(), total: null };
    table.rows.set(name, row);
    const cell = cellOf(plan, tally, distinct.get(identity));
    if (!level.columns) row.total = cell;
    if (!level.columns && plan.columns.length > 0) continue;
    const columnKey = tally.key.slice(level.rows);
    table.columnKeys.set(keyIdentity(columnKey), columnKey);
    row.cells.set(keyIdentity(columnKey), cell);
  }
}

function cellOf(plan: SummaryPlan, tally: Tally, distinct: Distinct | undefined): Cell {
  return plan.measures.map((measure, index) => measured(measure, index, tally, distinct));
}

/** All private versions of a cell are one entity and one actor to whoever sees masked values. */
function measured(
  { kind, where }: PlannedMeasure,
  index: number,
  tally: Tally,
  distinct: Distinct | undefined,
): number | string | null {
  const hidden = tally.closed ? 1 : 0;
  switch (kind) {
    case 'count':
      return where ? (tally.meeting[index] ?? 0) : tally.count;
    case 'entities':
      return (distinct?.entities ?? 0) + hidden;
    case 'actors':
      return (distinct?.actors ?? 0) + hidden;
    case 'first':
      return wireTime(tally.first ?? null);
    case 'last':
      return wireTime(tally.last ?? null);
  }
}
