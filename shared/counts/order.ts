import type { Cell } from './answer.ts';
import { compareValues, keyIdentity } from './key.ts';
import type { SummaryPlan } from './plan.ts';
import { type KeyValue, MASKED, type PlannedSort } from './plan-summary.ts';
import type { PlannedAxis } from './planned-axis.ts';
import type { TableRow } from './table.ts';

/**
 * Rows in the order of the answer: siblings below their parent by what was asked for and then by their keys, what is
 * masked last; a subtotal stands behind its children. Rows of every level must be there when a measure is sorted by;
 * those of `depths` are given back.
 */
export function orderRows(plan: SummaryPlan, rows: readonly TableRow[], depths: ReadonlySet<number>): TableRow[] {
  const own = new Map(rows.map((row) => [keyIdentity(row.key), row]));
  const deepest = rows.filter((row) => row.level === plan.rows.length).map((row) => row.key);
  const ordered: TableRow[] = [];
  const walk = (prefix: readonly KeyValue[], keys: readonly (readonly KeyValue[])[]) => {
    const level = prefix.length;
    const axis = plan.rows[level];
    if (axis) {
      const groups = [...Map.groupBy(keys, (key) => keyIdentity(key.slice(0, level + 1))).values()];
      const siblings = groups.map((group) => ({ group, key: (group[0] ?? []).slice(0, level + 1) }));
      siblings.sort((a, b) => compareSiblings(plan.sort, axis, level, own, a.key, b.key));
      for (const { group, key } of siblings) walk(key, group);
    }
    const row = own.get(keyIdentity(prefix));
    if (row && depths.has(level)) ordered.push(row);
  };
  if (deepest.length > 0) walk([], deepest);
  return ordered;
}

/** Do the measures of subtotals decide about the order? Then they must be known even if they are not shown. */
export function sortsByMeasure(plan: Pick<SummaryPlan, 'sort'>): boolean {
  return plan.sort.some(({ by }) => by === 'measure');
}

/** Column keys: those of `column_order` first, as far as they are there, then the others by their values. */
export function orderColumns(
  { columns, columnOrder }: SummaryPlan,
  keys: readonly (readonly KeyValue[])[],
): (readonly KeyValue[])[] {
  // Of a key that is named twice the first place counts.
  const places = new Map(columnOrder.map((key, place) => [keyIdentity(key), place] as const).reverse());
  const placeOf = (key: readonly KeyValue[]) => places.get(keyIdentity(key)) ?? columnOrder.length;
  return [...keys].sort((a, b) => placeOf(a) - placeOf(b) || compareKeys(columns, a, b));
}

function compareSiblings(
  sorts: readonly PlannedSort[],
  axis: PlannedAxis,
  level: number,
  rows: ReadonlyMap<string, TableRow>,
  a: readonly KeyValue[],
  b: readonly KeyValue[],
): number {
  const left: KeyValue = a[level] ?? null;
  const right: KeyValue = b[level] ?? null;
  if (left !== MASKED && right !== MASKED)
    for (const sort of sorts) {
      const order =
        sort.by === 'measure'
          ? compareCells(sort, rows.get(keyIdentity(a)), rows.get(keyIdentity(b)))
          : sort.axis === level
            ? compareDirected(axis, left, right, sort.descending)
            : 0;
      if (order !== 0) return order;
    }
  return compareValues(axis, left, right);
}

/** What is not there stands last in both directions. */
function compareDirected(axis: PlannedAxis, a: KeyValue, b: KeyValue, descending: boolean): number {
  const order = compareValues(axis, a, b);
  return descending && a !== null && b !== null ? -order : order;
}

function compareCells(sort: PlannedSort & { by: 'measure' }, a: TableRow | undefined, b: TableRow | undefined): number {
  const column = sort.column && keyIdentity(sort.column);
  const measured = (row: TableRow | undefined) => {
    const cell: Cell = (column === null ? row?.total : row?.cells.get(column)) ?? null;
    return cell?.[sort.measure] ?? null;
  };
  const [left, right] = [measured(a), measured(b)];
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? 1 : -1;
  const order = left < right ? -1 : 1;
  return sort.descending ? -order : order;
}

function compareKeys(axes: readonly PlannedAxis[], a: readonly KeyValue[], b: readonly KeyValue[]): number {
  for (const [index, axis] of axes.entries()) {
    const order = compareValues(axis, a[index] ?? null, b[index] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}
