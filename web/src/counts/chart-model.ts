import type { Texts } from '../language/english.ts';
import { type CountResult, isMasked, type Key, type ResultRow } from './count-answer.ts';
import type { AxisChoice } from './count-request.ts';
import { keysWords, keyWords } from './key-words.ts';
import { pivotColumns, valueIn } from './pivot-columns.ts';

export const MOST_SERIES = 8;
export const MOST_BARS = 40;

export interface ChartModel {
  kind: 'lines' | 'bars';
  /** The words under the chart; of lines, one per step of time, steps without any record included. */
  labels: string[];
  series: { name: string; values: (number | null)[] }[];
  /** Bars or series that were left out, the smallest ones. */
  leftOut: number;
}

/** Buckets that follow one another in time; days of the week come round. */
function isTime({ axis, unit }: AxisChoice | { axis: ''; unit?: undefined }): boolean {
  return axis === 'created_at' && unit !== 'weekday';
}

/**
 * What can be drawn of an answer: its outermost row axis along the bottom, as lines where that is time, as bars
 * otherwise. The series are the column keys; without columns, an inner row axis.
 * null: with these axes there is nothing that a chart could show truthfully.
 */
export function chartModel({ request, answer }: CountResult, texts: Texts): ChartModel | null {
  const [outer, inner] = request.rows;
  const measureIndex = request.measures.findIndex((measure) => measure !== 'first' && measure !== 'last');
  if (!outer || measureIndex < 0) return null;
  const depth = request.rows.length;
  const byColumns = depth === 1 || request.subtotals;
  const rows = answer.result_rows.filter(({ level }) => level === (byColumns ? 1 : 2));
  if (rows.length === 0 || (!byColumns && (depth !== 2 || !inner))) return null;

  const places = new Map<string, Key>();
  for (const { key } of rows) if (key[0]) places.set(JSON.stringify(key[0]), key[0]);
  const drawn = byColumns ? seriesOfColumns() : seriesOfRows(inner as AxisChoice);
  const kind = isTime(outer) ? 'lines' : 'bars';
  const kept = largest(drawn, MOST_SERIES, ({ values }) => total([...values.values()]));
  const steps =
    kind === 'lines' ? timeSteps(places) : largest([...places.keys()], MOST_BARS, (place) => sumAt(kept, place));
  const missing = kind === 'lines' ? 0 : null;
  return {
    kind,
    labels: steps.map((place) => labelAt(place)),
    series: kept.map(({ name, values }) => ({ name, values: steps.map((place) => values.get(place) ?? missing) })),
    leftOut: drawn.length - kept.length + (kind === 'bars' ? places.size - steps.length : 0),
  };

  function labelAt(place: string): string {
    const key = places.get(place);
    return key ? keyWords(texts, outer, key) : (JSON.parse(place) as { value: string }).value;
  }

  function seriesOfColumns(): Series[] {
    const columns = pivotColumns(request, answer).filter((column) => column.measureIndex === measureIndex);
    const shown = columns.filter(({ keys }) => keys !== null || request.columns.length === 0);
    return shown.map((column) => ({
      name: column.keys ? keysWords(texts, request.columns, column.keys) : '',
      values: new Map(rows.map((row) => [placeOf(row), numberOf(valueIn(row, column))])),
    }));
  }

  function seriesOfRows(axis: AxisChoice): Series[] {
    const found = new Map<string, Series>();
    for (const row of rows) {
      const key = row.key[1];
      if (!key) continue;
      const name = keyWords(texts, axis, key);
      const series = found.get(JSON.stringify(key)) ?? { name, values: new Map() };
      series.values.set(placeOf(row), numberOf(row.total?.[measureIndex] ?? null));
      found.set(JSON.stringify(key), series);
    }
    return [...found.values()];
  }

  /** Every step from the first to the last that has a record. */
  function timeSteps(known: Map<string, Key>): string[] {
    const values = [...known.values()].flatMap((key) =>
      isMasked(key) || key.value === null ? [] : [String(key.value)],
    );
    const sorted = values.sort();
    const steps: string[] = [];
    const last = sorted.at(-1) ?? '';
    for (let step = sorted[0] ?? ''; step !== '' && step <= last && steps.length < 20_000; step = stepAfter(step))
      steps.push(JSON.stringify({ value: step, label: step }));
    return steps;
  }
}

interface Series {
  name: string;
  values: Map<string, number | null>;
}

function placeOf({ key }: ResultRow): string {
  return JSON.stringify(key[0]);
}

function numberOf(value: number | string | null): number | null {
  return value === null ? null : Number(value);
}

function total(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

function sumAt(series: readonly Series[], place: string): number {
  return total(series.map(({ values }) => values.get(place) ?? null));
}

/** The greatest ones, in the order they came in. */
function largest<T>(things: readonly T[], most: number, size: (thing: T) => number): T[] {
  if (things.length <= most) return [...things];
  const kept = new Set([...things].sort((a, b) => size(b) - size(a)).slice(0, most));
  return things.filter((thing) => kept.has(thing));
}

/** The bucket after a year, quarter, month, week, day or hour, written as Counts writes them; '' for anything else. */
export function stepAfter(bucket: string): string {
  const [, year = '', rest = ''] = /^(\d{4})(.*)$/.exec(bucket) ?? [];
  if (year !== '' && rest === '') return pad(Number(year) + 1, 4);
  if (/^-Q[1-4]$/.test(rest))
    return rest === '-Q4' ? `${pad(Number(year) + 1, 4)}-Q1` : `${year}-Q${Number(rest[2]) + 1}`;
  if (/^-W\d\d$/.test(rest)) return weekAfter(Number(year), Number(rest.slice(2)));
  if (/^-\d\d$/.test(rest)) return isoOf(Date.UTC(Number(year), Number(rest.slice(1)), 1)).slice(0, 7);
  if (/^-\d\d-\d\d$/.test(rest)) return isoOf(Date.parse(`${bucket}T00:00Z`) + 86_400_000).slice(0, 10);
  if (/^-\d\d-\d\dT\d\d$/.test(rest)) return isoOf(Date.parse(`${bucket}:00Z`) + 3_600_000).slice(0, 13);
  return '';
}

/** The 28th of December lies in the last week of every ISO year. */
function weekAfter(year: number, week: number): string {
  const end = Date.UTC(year, 11, 28);
  const first = Date.UTC(year, 0, 4);
  const monday = (moment: number) => moment - ((new Date(moment).getUTCDay() + 6) % 7) * 86_400_000;
  const weeks = (monday(end) - monday(first)) / (7 * 86_400_000) + 1;
  return week < weeks ? `${pad(year, 4)}-W${pad(week + 1, 2)}` : `${pad(year + 1, 4)}-W01`;
}

function isoOf(moment: number): string {
  return new Date(moment).toISOString();
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
