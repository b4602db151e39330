import { type Contribution, closedContributions, countsPairs, type Level, openContributions } from './contributions.ts';
import { keyIdentity } from './key.ts';
import { axesInOrder } from './leaf-statement.ts';
import type { SummaryPlan } from './plan.ts';
import type { KeyValue, PlannedMeasure } from './plan-summary.ts';
import type { Leaves } from './read-leaves.ts';

/** What contributes to one key of a level. */
export interface Tally {
  /** Row values, then column values. */
  readonly key: readonly KeyValue[];
  /** In the unit of the request (`unit.ts`). */
  count: number;
  /** By measure: how much of the count meets its condition. */
  readonly meeting: number[];
  first: string | undefined;
  last: string | undefined;
  /** Something private is among it. */
  closed: boolean;
}

/**
 * Everything that contributes to a level, by the identity of its key. Exact at every level: a leaf holds versions with
 * one value on each axis but `tag` and `changed_field`, and those two are known of it in full, so that no version is
 * met twice where versions are counted.
 */
export function rollUp(plan: SummaryPlan, leaves: Leaves, level: Level): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  const pairs = countsPairs(plan, level);
  const tag = axesInOrder(plan).findIndex((axis) => axis.kind === 'tag');
  const add = (contribution: Contribution) => {
    const identity = keyIdentity(contribution.key);
    let tally = tallies.get(identity);
    if (!tally) {
      tally = { key: contribution.key, count: 0, meeting: plan.measures.map(() => 0), ...NOTHING };
      tallies.set(identity, tally);
    }
    addTo(tally, contribution);
    for (const [index, measure] of plan.measures.entries())
      tally.meeting[index] = (tally.meeting[index] ?? 0) + meetingOf(measure, index, contribution, tag);
  };
  for (const one of openContributions(plan, pairs ? leaves.open.pairs : leaves.open.versions, level)) add(one);
  for (const one of closedContributions(plan, leaves, level)) add(one);
  if (!pairs && tag >= 0) addTagged(plan, leaves, level, tag, tallies);
  return tallies;
}

const NOTHING = { first: undefined, last: undefined, closed: false };

function addTo(tally: Tally, { leaf, times, closed }: Contribution): void {
  tally.count += leaf.count * times;
  tally.closed ||= closed;
  if (leaf.first !== undefined && (tally.first === undefined || leaf.first < tally.first)) tally.first = leaf.first;
  if (leaf.last !== undefined && (tally.last === undefined || leaf.last > tally.last)) tally.last = leaf.last;
}

/** How much of a contribution meets the condition of a measure. What is private has no value on a guarded axis. */
function meetingOf({ where }: PlannedMeasure, index: number, one: Contribution, tag: number): number {
  const { leaf, times, fields, closed } = one;
  if (!where || (closed && where.axis.guarded)) return 0;
  switch (where.axis.kind) {
    case 'field':
      return where.value !== null && fields.includes(where.value) ? leaf.count : 0;
    case 'tag':
      return leaf.values[tag] === where.value ? leaf.count * times : 0;
    default:
      return (leaf.meeting[index] ?? 0) * times;
  }
}

/** Leaves of versions do not know their tags: those with one tag are its pairs. */
function addTagged(plan: SummaryPlan, leaves: Leaves, level: Level, tag: number, tallies: Map<string, Tally>): void {
  for (const [index, { where }] of plan.measures.entries()) {
    if (where?.axis.kind !== 'tag') continue;
    const tagged = leaves.open.pairs.filter(({ values }) => values[tag] === where.value);
    for (const { key, leaf } of openContributions(plan, tagged, level)) {
      const tally = tallies.get(keyIdentity(key));
      if (tally) tally.meeting[index] = (tally.meeting[index] ?? 0) + leaf.count;
    }
  }
}
