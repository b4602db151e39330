import type { Role } from '../accounts/caller.ts';
import type { FieldFault } from '../field-fault.ts';
import { databaseTime, parseIso } from '../instant.ts';
import { LEDGERS } from '../ledgers/catalogue.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import { isTimeZone } from '../time-zone.ts';
import { type Axis, axesOf } from './axes.ts';
import { CountsRefused } from './refused.ts';
import type { AxisRequest, CountsRequest, Measure, TimeUnit } from './request.ts';

export interface PlannedAxis {
  readonly name: string;
  readonly kind: Axis['kind'];
  /** Only on a `time` axis. */
  readonly unit: TimeUnit;
  readonly guarded: boolean;
}

/** A request that was checked against its ledger and its caller: nothing about it can be refused any more. */
export interface CountsPlan {
  readonly ledger: Ledger;
  readonly rows: readonly PlannedAxis[];
  readonly columns: readonly PlannedAxis[];
  readonly measures: readonly Measure[];
  readonly subtotals: boolean;
  readonly timeZone: string;
  /** What "now" means in it: `2026-11-30T00:00:00.000000Z`. */
  readonly asOf: string;
  /** created_at, half-open, as the database writes times. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Measures whose value is the same whether or not private versions are folded into one. */
const OPEN_MEASURES: readonly Measure[] = ['count', 'first', 'last'];

/** @throws CountsRefused */
export function planCounts(
  request: CountsRequest,
  viewer: { role: Role },
  defaults: { timeZone: string; asOf: string },
): CountsPlan {
  const ledger = LEDGERS.get(request.ledger);
  if (!ledger) throw unprocessable([fault('ledger', 'There is no such ledger.', [...LEDGERS.keys()])]);
  const axes = axesOf(ledger);
  const faults: FieldFault[] = [];
  const rows = request.rows.map((axis, index) => planAxis(axes, axis, `rows.${index}`, faults));
  const columns = request.columns.map((axis, index) => planAxis(axes, axis, `columns.${index}`, faults));
  const timeZone = request.time_zone ?? defaults.timeZone;
  if (!isTimeZone(timeZone)) faults.push(fault('time_zone', `${timeZone} is not a time zone like Asia/Tokyo or UTC.`));
  const from = instant(request.from, 'from', faults);
  const to = instant(request.to, 'to', faults);
  if (from && to && from > to) faults.push(fault('from', 'from must not be later than to.'));
  faults.push(...repeated([...rows, ...columns]));
  if (faults.length > 0) throw unprocessable(faults);
  const plan = { ledger, rows, columns, measures: request.measures, subtotals: request.subtotals };
  if (viewer.role !== 'admin') refuseGuarded(plan);
  return { ...plan, timeZone, asOf: defaults.asOf, from, to };
}

function planAxis(axes: readonly Axis[], asked: AxisRequest, field: string, faults: FieldFault[]): PlannedAxis {
  const axis = axes.find((candidate) => candidate.name === asked.axis);
  if (!axis)
    faults.push(
      fault(
        `${field}.axis`,
        `${asked.axis} is not an axis of this ledger.`,
        axes.map((candidate) => candidate.name),
      ),
    );
  else if (asked.unit && axis.kind !== 'time')
    faults.push(fault(`${field}.unit`, `${asked.axis} has no units; leave unit out.`));
  return {
    name: asked.axis,
    kind: axis?.kind ?? 'text',
    unit: asked.unit ?? 'day',
    guarded: axis?.guarded ?? true,
  };
}

function instant(text: string | undefined, field: string, faults: FieldFault[]): string | undefined {
  if (text === undefined) return undefined;
  const local = parseIso(text);
  const stored =
    local && databaseTime({ seconds: local.clock - (local.offset ?? 0), microseconds: local.microseconds });
  if (!stored) faults.push(fault(field, `${text} is not a time between the years 1000 and 9999.`));
  return stored;
}

function repeated(axes: readonly PlannedAxis[]): FieldFault[] {
  const keys = axes.map((axis) => (axis.kind === 'time' ? `${axis.name} by ${axis.unit}` : axis.name));
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  return twice ? [fault('rows', `${twice} is asked for twice; name each axis once, in rows or in columns.`)] : [];
}

/**
 * Until private versions can be told apart, nobody but an admin gets an answer that depends on what they hold:
 * refusing is safe, and the same whatever is stored.
 */
function refuseGuarded(plan: Pick<CountsPlan, 'rows' | 'columns' | 'measures'>): void {
  const guarded = [...plan.rows, ...plan.columns].filter((axis) => axis.guarded).map((axis) => axis.name);
  const closed = plan.measures.filter((measure) => !OPEN_MEASURES.includes(measure));
  const names = [...guarded, ...closed];
  if (names.length === 0) return;
  throw new CountsRefused(403, 'guarded', `Only administrators may count by ${names.join(', ')}.`);
}

function fault(field: string, message: string, allowed?: readonly string[]): FieldFault {
  return { field, code: 'not_allowed', message, ...(allowed ? { allowed } : {}) };
}

function unprocessable(errors: readonly FieldFault[]): CountsRefused {
  return new CountsRefused(422, 'invalid-count', 'This count cannot be made as it is asked for.', errors);
}
