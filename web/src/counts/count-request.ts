import type { Ledger, LedgerAxis } from './ledgers.ts';

export interface AxisChoice {
  axis: string;
  unit?: string;
}

/** A count as picked on the page, in the words of the API. */
export interface CountRequest {
  ledger: string;
  rows: AxisChoice[];
  columns: AxisChoice[];
  subtotals: boolean;
  time_zone: string;
}

export const MOST_ROW_AXES = 4;

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
    ledger: ledger.name,
    rows: time ? [choiceOf(time)] : [],
    columns: kind && kind !== time ? [choiceOf(kind)] : [],
    subtotals: false,
    time_zone: timeZone,
  };
}

/** The same question put to another ledger: axes that it lacks are dropped. */
export function requestForLedger(request: CountRequest, ledger: Ledger): CountRequest {
  const has = ({ axis }: AxisChoice) => ledger.axes.some((offered) => offered.axis === axis);
  const first = firstRequest(ledger, request.time_zone);
  const rows = request.rows.filter(has);
  return {
    ...request,
    ledger: ledger.name,
    rows: rows.length > 0 ? rows : first.rows,
    columns: request.columns.filter(has),
  };
}
