import { type AxisChoice, type CountRequest, type Measure, NO_TAGS, type Value } from './count-request.ts';
import type { LedgerAxis } from './ledgers.ts';
import { instantOf, nextDay } from './local-instant.ts';

type Mode = CountRequest['mode'];

/** A request as the API takes it: what was not picked is left out, and so is what the mode has no use for. */
export function requestBody(request: CountRequest): Record<string, unknown> {
  const { ledger, mode, population, at, from, to, filters, tag_search: tags, fields, time_zone } = request;
  const asksTags = tags.all.length + tags.any.length + tags.none.length > 0;
  return {
    ledger,
    ...(mode === 'details' ? { mode, ...(fields.length > 0 ? { fields } : {}) } : summaryPart(request)),
    ...(population === 'state' ? { population, ...(at && { at: instantOf(at, time_zone) }) } : {}),
    ...(from && { from: instantOf(from, time_zone) }),
    ...(to && { to: instantOf(nextDay(to), time_zone) }),
    ...(filters.length > 0 ? { filters } : {}),
    ...(asksTags ? { tag_search: tags } : {}),
    ...(request.population_count ? { population_count: true } : {}),
    time_zone,
  };
}

function summaryPart({ rows, columns, measures, subtotals, column_order, sort }: CountRequest) {
  return {
    rows,
    ...(columns.length > 0 ? { columns } : {}),
    measures: measures.map(measureBody),
    ...(subtotals ? { subtotals } : {}),
    ...(columns.length > 0 && column_order.length > 0 ? { column_order } : {}),
    ...(sort ? { sort: [sort.by === 'key' ? { by: 'key', index: sort.index, dir: sort.dir } : sort] } : {}),
  };
}

function measureBody(measure: Measure): unknown {
  return typeof measure === 'string' ? measure : { count: true, where: { ...measure.where, equals: measure.equals } };
}

/**
 * Whether the API lets this caller filter by an axis. A summary holds what is private too, so that everybody but an
 * administrator may choose there only by what shows nothing of it.
 */
export function mayFilterBy(axis: Pick<LedgerAxis, 'guarded' | 'kind'>, mode: Mode, seesGuarded: boolean): boolean {
  if (axis.kind === 'tag' || axis.kind === 'field') return false;
  return seesGuarded || !axis.guarded || mode === 'details';
}

/** The same question in the other mode: what this caller may not choose by there is dropped. */
export function requestForMode(
  request: CountRequest,
  mode: Mode,
  axes: readonly LedgerAxis[],
  seesGuarded: boolean,
): CountRequest {
  const kept = request.filters.filter((filter) => {
    const axis = axes.find((offered) => offered.axis === filter.axis);
    return axis === undefined || mayFilterBy(axis, mode, seesGuarded);
  });
  const mayAskTags = seesGuarded || mode === 'details';
  const isGuarded = ({ axis }: AxisChoice) => axes.some((offered) => offered.axis === axis && offered.guarded);
  const mayOrder = seesGuarded || !request.columns.some(isGuarded);
  return {
    ...request,
    mode,
    filters: kept,
    tag_search: mayAskTags ? request.tag_search : NO_TAGS,
    column_order: mayOrder ? request.column_order : [],
  };
}

/** One text for each pair of axis and value, to find a value again. */
export function valueKey(value: Value): string {
  return JSON.stringify(value === null ? null : String(value));
}

export function sameAxis(a: AxisChoice, b: AxisChoice): boolean {
  return a.axis === b.axis && a.unit === b.unit;
}
