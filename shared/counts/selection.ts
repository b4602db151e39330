import { databaseTime, parseIso } from '../instant.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import { isTimeZone } from '../time-zone.ts';
import { type Axis, isMany } from './axes.ts';
import { type AxisValue, isId, type PlanFaults, readAxisValue } from './axis-value.ts';
import { type PlannedAxis, planAxis } from './planned-axis.ts';
import { notAllowed } from './refused.ts';
import type { CountsRequest } from './request.ts';

export interface PlannedFilter {
  readonly axis: PlannedAxis;
  readonly values: readonly AxisValue[];
}

/** Ids of tags that a version must all have, of which it must have one, and of which it may have none. */
export interface TagSearch {
  readonly all: readonly string[];
  readonly any: readonly string[];
  readonly none: readonly string[];
}

/** Which versions a request asks for. Times as the database writes them. */
export interface Selection {
  readonly ledger: Ledger;
  /** `events`: every version. `at`: of each entity the latest version then. */
  readonly population: 'events' | { readonly at: string };
  /** created_at, half-open. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly filters: readonly PlannedFilter[];
  readonly tagSearch: TagSearch | undefined;
  readonly timeZone: string;
}

export function planSelection(
  request: CountsRequest,
  ledger: Ledger,
  axes: readonly Axis[],
  defaults: { timeZone: string; asOf: string },
  faults: PlanFaults,
): Selection {
  const timeZone = request.time_zone ?? defaults.timeZone;
  if (!isTimeZone(timeZone))
    faults.structure.push(notAllowed('time_zone', `${timeZone} is not a time zone like Asia/Tokyo or UTC.`));
  const from = instant(request.from, 'from', faults);
  const to = instant(request.to, 'to', faults);
  if (from && to && from > to) faults.structure.push(notAllowed('from', 'from must not be later than to.'));
  const at = instant(request.at, 'at', faults);
  if (request.at !== undefined && request.population !== 'state')
    faults.structure.push(notAllowed('at', 'Only a population that is a state has a time; leave at out.'));
  const now = instant(defaults.asOf, 'at', faults) ?? '';
  return {
    ledger,
    population: request.population === 'state' ? { at: at ?? now } : 'events',
    from,
    to,
    filters: request.filters.map((filter, index) => planFilter(axes, filter, `filters.${index}`, faults)),
    tagSearch: planTagSearch(request.tag_search, ledger, faults),
    timeZone,
  };
}

/** Does it select by what a private version holds? */
export function selectsByGuarded({ filters, tagSearch }: Pick<Selection, 'filters' | 'tagSearch'>): boolean {
  return tagSearch !== undefined || filters.some(({ axis }) => axis.guarded);
}

/** Only the part of a selection that is open to everybody. */
export function openSelection(selection: Selection): Selection {
  return { ...selection, filters: selection.filters.filter(({ axis }) => !axis.guarded), tagSearch: undefined };
}

function instant(text: string | undefined, field: string, faults: PlanFaults): string | undefined {
  if (text === undefined) return undefined;
  const local = parseIso(text);
  const stored =
    local && databaseTime({ seconds: local.clock - (local.offset ?? 0), microseconds: local.microseconds });
  if (!stored) faults.structure.push(notAllowed(field, `${text} is not a time between the years 1000 and 9999.`));
  return stored;
}

function planFilter(
  axes: readonly Axis[],
  asked: CountsRequest['filters'][number],
  field: string,
  faults: PlanFaults,
): PlannedFilter {
  const single = axes.filter((axis) => !isMany(axis));
  const axis = planAxis(single, asked, field, faults.structure);
  const values = asked.in.map((value, index) => readAxisValue(axis, value, `${field}.in.${index}`, faults));
  return { axis, values };
}

/** @returns undefined for one that asks nothing */
function planTagSearch(asked: CountsRequest['tag_search'], ledger: Ledger, faults: PlanFaults): TagSearch | undefined {
  if (!asked || asked.all.length + asked.any.length + asked.none.length === 0) return undefined;
  if (ledger.name !== 'posts')
    faults.structure.push(notAllowed('tag_search', 'Only posts can be searched by tag.', ['posts']));
  const ids = (part: keyof TagSearch) =>
    asked[part].map((value, index) => {
      const id = String(value);
      if (!isId(id) || (typeof value === 'number' && !Number.isSafeInteger(value)))
        faults.values.push(
          notAllowed(`tag_search.${part}.${index}`, 'A tag is named by its id; one beyond 2^53 as a text of digits.'),
        );
      return id;
    });
  return { all: ids('all'), any: ids('any'), none: ids('none') };
}
