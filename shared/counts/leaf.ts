import type { Row } from '../database/database.ts';
import { groupedValue } from './axis-sql.ts';
import type { AxisValue } from './axis-value.ts';
import { axesInOrder } from './leaf-statement.ts';
import type { SummaryPlan } from './plan.ts';

/** One group of versions, or of their pairs with a tag. */
export interface Leaf {
  /** By axis, in order; undefined where the leaves are not grouped by it. A wide text is its digest. */
  readonly values: readonly (AxisValue | undefined)[];
  /** Bits of the changed fields that each of them has; 0 unless that is an axis. */
  readonly fields: number;
  readonly count: number;
  /** By measure: how many meet its condition. Absent for conditions on axes that have many values. */
  readonly meeting: readonly (number | undefined)[];
  readonly first: string | undefined;
  readonly last: string | undefined;
  /** The id of a version that has these values, where a value is a digest. */
  readonly sample: string | undefined;
}

export function leafReader(plan: SummaryPlan): (row: Row) => Leaf {
  const axes = axesInOrder(plan).map((axis, index) => ({ axis, column: `k${index}` }));
  const measures = plan.measures.map((_, index) => `c${index}`);
  return (row) => ({
    values: axes.map(({ axis, column }) => {
      const stored = row[column];
      return stored === undefined ? undefined : groupedValue(axis, stored);
    }),
    fields: Number(row.fields ?? 0),
    count: Number(row.n),
    meeting: measures.map((column) => (row[column] === undefined ? undefined : Number(row[column]))),
    first: text(row.first),
    last: text(row.last),
    sample: text(row.sample),
  });
}

/**
 * What is left of leaves when those of some of their versions are taken out. For counts only: no first and last can be
 * taken out of others.
 */
export function withoutLeaves(all: readonly Leaf[], some: readonly Leaf[]): Leaf[] {
  const taken = new Map(some.map((leaf) => [leafIdentity(leaf), leaf]));
  return all.flatMap((leaf) => {
    const less = taken.get(leafIdentity(leaf));
    if (!less) return [leaf];
    if (less.count === leaf.count) return [];
    const meeting = leaf.meeting.map((count, index) => count && count - (less.meeting[index] ?? 0));
    return [{ ...leaf, count: leaf.count - less.count, meeting }];
  });
}

function leafIdentity({ values, fields }: Leaf): string {
  return JSON.stringify([values, fields]);
}

function text(cell: string | number | null | undefined): string | undefined {
  return cell === undefined || cell === null ? undefined : String(cell);
}
