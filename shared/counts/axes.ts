import { EVENT_TYPES, type Ledger } from '../ledgers/ledger.ts';
import { TIME_UNITS } from './request.ts';

/** Something a ledger can be counted by. */
export interface Axis {
  readonly name: string;
  /** `id`: 64-bit numbers; `time`: created_at, cut to a unit; `event`: the four kinds of change. */
  readonly kind: 'id' | 'text' | 'time' | 'event';
  readonly units?: readonly string[];
  readonly values?: readonly string[];
  /** Shows what private versions hold; everybody but an admin sees the reserved value there. */
  readonly guarded: boolean;
}

/** The axes of a ledger, in the order in which they are offered. */
export function axesOf(ledger: Ledger): Axis[] {
  return [
    { name: 'created_at', kind: 'time', units: TIME_UNITS, guarded: false },
    { name: 'event_type', kind: 'event', values: EVENT_TYPES, guarded: false },
    { name: 'created_by', kind: 'text', guarded: true },
    ...[...ledger.entityKey, ...ledger.attributes].flatMap((column) =>
      column.type === 'ids' ? [] : [{ name: column.name, kind: column.type, guarded: true } as const],
    ),
  ];
}
