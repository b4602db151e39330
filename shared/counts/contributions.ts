import type { Leaf } from './leaf.ts';
import { axesInOrder } from './leaf-statement.ts';
import type { SummaryPlan } from './plan.ts';
import { type KeyValue, MASKED } from './plan-summary.ts';
import type { Leaves } from './read-leaves.ts';
import { unitOf } from './unit.ts';

/** A part of the answer: grouped by the first so many row axes, and by all of the column axes or by none. */
export interface Level {
  readonly rows: number;
  readonly columns: boolean;
}

/** What a leaf is to one key of a level. */
export interface Contribution {
  /** Row values, then column values. */
  readonly key: readonly KeyValue[];
  readonly leaf: Leaf;
  /** How many counting units each version or pair of the leaf is. */
  readonly times: number;
  /** The changed fields that it has under this key. */
  readonly fields: readonly string[];
  readonly closed: boolean;
}

/** Places of a level's axes among all axes. */
export function placesOf({ rows, columns }: Pick<SummaryPlan, 'rows' | 'columns'>, level: Level): number[] {
  const places = Array.from({ length: level.rows }, (_, index) => index);
  return level.columns ? [...places, ...columns.map((_, index) => rows.length + index)] : places;
}

/** Which open leaves count at a level: pairs, where those are counted or where the tag is one of the key's. */
export function countsPairs(plan: SummaryPlan, level: Level): boolean {
  const axes = axesInOrder(plan);
  const tag = axes.findIndex((axis) => axis.kind === 'tag');
  return tag >= 0 && (unitOf(plan) !== 'version' || placesOf(plan, level).includes(tag));
}

/** What the open leaves of versions, or of pairs, are to a level. With `changed_field` in the key a leaf is several. */
export function* openContributions(plan: SummaryPlan, leaves: readonly Leaf[], level: Level): Generator<Contribution> {
  const axes = axesInOrder(plan);
  const places = placesOf(plan, level);
  const field = places.find((place) => axes[place]?.kind === 'field');
  const triples = unitOf(plan) === 'triple';
  const changedIn = fieldReader(plan);
  const keyOf = ({ values }: Leaf) => places.map((place) => values[place] ?? null);
  for (const leaf of leaves) {
    const fields = changedIn(leaf);
    if (field === undefined)
      yield { key: keyOf(leaf), leaf, times: triples ? fields.length : 1, fields, closed: false };
    else
      for (const own of fields)
        yield {
          key: keyOf(leaf).with(places.indexOf(field), own),
          leaf,
          times: 1,
          fields: [own],
          closed: false,
        };
  }
}

/** What private leaves are to a level: whatever they hold on guarded axes stands under the one reserved value. */
export function* closedContributions(plan: SummaryPlan, { closed }: Leaves, level: Level): Generator<Contribution> {
  const axes = axesInOrder(plan);
  const places = placesOf(plan, level);
  const triples = unitOf(plan) === 'triple';
  const changedIn = fieldReader(plan);
  for (const leaf of closed) {
    const key = places.map((place) => (axes[place]?.guarded ? MASKED : (leaf.values[place] ?? null)));
    yield { key, leaf, times: triples ? changedIn(leaf).length : 1, fields: [], closed: true };
  }
}

function fieldReader({ selection }: SummaryPlan): (leaf: Leaf) => string[] {
  const names = selection.ledger.attributes.map(({ name }) => name);
  return ({ fields }) => names.filter((_, bit) => (fields & (2 ** bit)) !== 0);
}
