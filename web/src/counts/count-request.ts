import type { Ledger, LedgerAxis } from './ledgers.ts';

export interface AxisChoice {
  axis: string;
  unit?: string;
}

/** A value as the API carries it: ids beyond 2^53 as digits. */
export type Value = string | number | null;

/** One of the API's measures, or the number of records for which an axis has a value. */
export type Measure = string | { where: AxisChoice; equals: Value };

export interface Filter extends AxisChoice {
  in: readonly Value[];
}

export interface Sort {
  by: 'measure' | 'key';
  index: number;
  /** Values of a column key; null: the total. */
  column: readonly (Value | { masked: true })[] | null;
  dir: 'asc' | 'desc';
}

export interface TagSearch {
  all: readonly Value[];
  any: readonly Value[];
  none: readonly Value[];
}

/** What is asked, as picked on the page. Times are local to `time_zone`; '' where none is picked. */
export interface CountRequest {
  ledger: string;
  mode: 'summary' | 'details';
  rows: readonly AxisChoice[];
  columns: readonly AxisChoice[];
  measures: readonly Measure[];
  subtotals: boolean;
  /** Column keys that come first; the others follow as they usually do. */
  column_order: readonly (readonly Value[])[];
  sort: Sort | null;
  /** Columns of details in their order; none: all. */
  fields: readonly string[];
  population: 'events' | 'state';
  /** `2025-01-31T23:59`: of a state, the time; '' is now. */
  at: string;
  /** First and last day, both included. */
  from: string;
  to: string;
  filters: readonly Filter[];
  tag_search: TagSearch;
  population_count: boolean;
  time_zone: string;
}

export const MEASURES = ['count', 'entities', 'actors', 'first', 'last'];
export const MOST_ROW_AXES = 4;
export const MOST_COLUMN_AXES = 2;
export const NO_TAGS: TagSearch = { all: [], any: [], none: [] };

/** What a request says of everything that may be left out. */
export const NOTHING_PICKED: Omit<CountRequest, 'ledger' | 'rows' | 'time_zone'> = {
  mode: 'summary',
  columns: [],
  measures: ['count'],
  subtotals: false,
  column_order: [],
  sort: null,
  fields: [],
  population: 'events',
  at: '',
  from: '',
  to: '',
  filters: [],
  tag_search: NO_TAGS,
  population_count: false,
};

/** An axis with the unit the page starts with: months for times. */
export function choiceOf({ axis, units }: LedgerAxis): AxisChoice {
  if (!units) return { axis };
  return { axis, unit: units.includes('month') ? 'month' : (units[0] ?? 'month') };
}

/** What is counted before anybody picked: changes by month and kind, as far as the ledger has these axes. */
export function firstRequest(ledger: Ledger, timeZone: string): CountRequest {
  const time = ledger.axes.find(({ axis }) => axis === 'created_at') ?? ledger.axes[0];
  const kind = ledger.axes.find(({ axis }) => axis === 'event_type');
  return {
    ...NOTHING_PICKED,
    ledger: ledger.name,
    rows: time ? [choiceOf(time)] : [],
    columns: kind && kind !== time ? [choiceOf(kind)] : [],
    time_zone: timeZone,
  };
}

/** The same question put to another ledger: what it has no axis for is dropped. */
export function requestForLedger(request: CountRequest, ledger: Ledger): CountRequest {
  const has = ({ axis }: AxisChoice) => ledger.axes.some((offered) => offered.axis === axis);
  const first = firstRequest(ledger, request.time_zone);
  const rows = request.rows.filter(has);
  const measures = request.measures.filter((measure) => typeof measure === 'string' || has(measure.where));
  return {
    ...request,
    ledger: ledger.name,
    rows: rows.length > 0 ? rows : first.rows,
    columns: request.columns.filter(has),
    measures: measures.length > 0 ? measures : first.measures,
    filters: request.filters.filter(has),
    tag_search: ledger.name === 'posts' ? request.tag_search : NO_TAGS,
    column_order: [],
    sort: null,
    fields: [],
  };
}
