import type { AxisChoice, CountRequest } from './count-request.ts';

/**
 * A request as the page's address keeps it, so that a link reproduces the table:
 * `#/counts?ledger=posts&row=created_at.month&column=event_type&subtotals=true&time_zone=Asia%2FTokyo`.
 */
export function hashOfCount({ ledger, rows, columns, subtotals, time_zone }: CountRequest): string {
  const parameters = new URLSearchParams({ ledger });
  for (const row of rows) parameters.append('row', axisText(row));
  for (const column of columns) parameters.append('column', axisText(column));
  if (subtotals) parameters.set('subtotals', 'true');
  parameters.set('time_zone', time_zone);
  return `#/counts?${parameters}`;
}

/**
 * Reads it back; null when no ledger is named. Nothing is checked against what exists: the server does that, and
 * its refusal is shown, instead of a table that the link did not mean.
 */
export function countOfHash(parameters: URLSearchParams, defaultTimeZone: string): CountRequest | null {
  const ledger = parameters.get('ledger');
  if (ledger === null) return null;
  return {
    ledger,
    rows: parameters.getAll('row').map(axisOf),
    columns: parameters.getAll('column').map(axisOf),
    subtotals: parameters.get('subtotals') === 'true',
    time_zone: parameters.get('time_zone') ?? defaultTimeZone,
  };
}

function axisText({ axis, unit }: AxisChoice): string {
  return unit === undefined ? axis : `${axis}.${unit}`;
}

function axisOf(text: string): AxisChoice {
  const dot = text.indexOf('.');
  return dot < 0 ? { axis: text } : { axis: text.slice(0, dot), unit: text.slice(dot + 1) };
}
