import {
  type AxisChoice,
  type CountRequest,
  type Filter,
  MEASURES,
  type Measure,
  type Sort,
  type Value,
} from './count-request.ts';

/**
 * A request as the page's address keeps it, so that a link reproduces the table:
 * `#/counts?ledger=posts&row=created_at.month&column=event_type&filter=event_type:["create"]&time_zone=Asia/Tokyo`.
 */
export function hashOfCount(request: CountRequest): string {
  const parameters = new URLSearchParams({ ledger: request.ledger });
  const put = (name: string, value: string) => value !== '' && parameters.append(name, value);
  if (request.mode === 'details') put('mode', 'details');
  for (const row of request.rows) put('row', axisText(row));
  for (const column of request.columns) put('column', axisText(column));
  if (request.measures.length !== 1 || request.measures[0] !== 'count')
    for (const measure of request.measures) put('measure', measureText(measure));
  if (request.subtotals) put('subtotals', 'true');
  for (const key of request.column_order) put('column_order', JSON.stringify(key));
  put('fields', request.fields.join(' '));
  if (request.sort) put('sort', sortText(request.sort));
  if (request.population === 'state') put('population', 'state');
  for (const name of ['at', 'from', 'to'] as const) put(name, request[name]);
  for (const filter of request.filters) put('filter', `${axisText(filter)}:${JSON.stringify(filter.in)}`);
  for (const part of ['all', 'any', 'none'] as const)
    if (request.tag_search[part].length > 0) put(`tags_${part}`, request.tag_search[part].join(' '));
  if (request.population_count) put('population_count', 'true');
  put('time_zone', request.time_zone);
  return `#/counts?${parameters}`;
}

/**
 * Reads it back; null when no ledger is named. Nothing is checked against what exists: the server does that, and
 * its refusal is shown, instead of a table that the link did not mean. What cannot even be read is left out.
 */
export function countOfHash(parameters: URLSearchParams, defaultTimeZone: string): CountRequest | null {
  const ledger = parameters.get('ledger');
  if (ledger === null) return null;
  const all = <T>(name: string, read: (text: string) => T | null) =>
    parameters.getAll(name).flatMap((text) => read(text) ?? []);
  const measures = all('measure', measureOf);
  const words = (name: string) => (parameters.get(name) ?? '').split(' ').filter((word) => word !== '');
  return {
    ledger,
    mode: parameters.get('mode') === 'details' ? 'details' : 'summary',
    rows: all('row', axisOf),
    columns: all('column', axisOf),
    measures: measures.length > 0 ? measures : ['count'],
    subtotals: parameters.get('subtotals') === 'true',
    column_order: all('column_order', columnKeyOf).map(({ key }) => key),
    sort: all('sort', sortOf)[0] ?? null,
    fields: words('fields'),
    population: parameters.get('population') === 'state' ? 'state' : 'events',
    at: matching(parameters.get('at'), /^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
    from: matching(parameters.get('from'), /^\d{4}-\d\d-\d\d$/),
    to: matching(parameters.get('to'), /^\d{4}-\d\d-\d\d$/),
    filters: all('filter', filterOf),
    tag_search: { all: words('tags_all'), any: words('tags_any'), none: words('tags_none') },
    population_count: parameters.get('population_count') === 'true',
    time_zone: parameters.get('time_zone') ?? defaultTimeZone,
  };
}

function matching(text: string | null, form: RegExp): string {
  return text !== null && form.test(text) ? text : '';
}

function axisText({ axis, unit }: AxisChoice): string {
  return unit === undefined ? axis : `${axis}.${unit}`;
}

function axisOf(text: string): AxisChoice {
  const dot = text.indexOf('.');
  return dot < 0 ? { axis: text } : { axis: text.slice(0, dot), unit: text.slice(dot + 1) };
}

function measureText(measure: Measure): string {
  return typeof measure === 'string' ? measure : `${axisText(measure.where)}:${JSON.stringify(measure.equals)}`;
}

function measureOf(text: string): Measure | null {
  if (MEASURES.includes(text)) return text;
  const condition = axisAndJson(text);
  return condition && isValue(condition.json) ? { where: condition.choice, equals: condition.json } : null;
}

function filterOf(text: string): Filter | null {
  const filter = axisAndJson(text);
  if (!filter || !Array.isArray(filter.json) || !filter.json.every(isValue)) return null;
  return { ...filter.choice, in: filter.json };
}

/** In an object, so that the lists of several keys are not joined into one. */
function columnKeyOf(text: string): { key: Value[] } | null {
  const key = parsed(text);
  return Array.isArray(key) && key.every(isValue) ? { key } : null;
}

/** `measure.0.desc`, `measure.0.desc:["create"]` or `key.1.asc`. */
function sortText({ by, index, dir, column }: Sort): string {
  return `${by}.${index}.${dir}${column ? `:${JSON.stringify(column)}` : ''}`;
}

function sortOf(text: string): Sort | null {
  const [, by, index, dir, json] = /^(measure|key)\.(\d+)\.(asc|desc)(?::(.*))?$/.exec(text) ?? [];
  if (!by) return null;
  const column = json === undefined ? null : parsed(json);
  return {
    by: by as Sort['by'],
    index: Number(index),
    column: Array.isArray(column) ? column : null,
    dir: dir as Sort['dir'],
  };
}

function axisAndJson(text: string): { choice: AxisChoice; json: unknown } | null {
  const colon = text.indexOf(':');
  const json = parsed(text.slice(colon + 1));
  return colon < 1 || json === undefined ? null : { choice: axisOf(text.slice(0, colon)), json };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isValue(value: unknown): value is Value {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
