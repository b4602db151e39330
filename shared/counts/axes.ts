import { type Column, EVENT_TYPES, type Ledger } from '../ledgers/ledger.ts';
import { TIME_UNITS } from './request.ts';

/** Something a ledger can be counted by. */
export interface Axis {
  readonly name: string;
  /**
   * `id`: 64-bit numbers; `time`: created_at, cut to a unit; `event`: the four kinds of change; `tag`: each tag that a
   * version lists; `field`: each attribute in which a version differs from the one before it.
   */
  readonly kind: 'id' | 'text' | 'time' | 'event' | 'tag' | 'field';
  readonly units?: readonly string[];
  readonly values?: readonly string[];
  /** Longest text, in characters. */
  readonly maxLength?: number;
  /** Shows what private versions hold; everybody but an admin sees the reserved value there. */
  readonly guarded: boolean;
}

/** The axes of a ledger, in the order in which they are offered. */
export function axesOf(ledger: Ledger): Axis[] {
  return [
    { name: 'created_at', kind: 'time', units: TIME_UNITS, guarded: false },
    { name: 'event_type', kind: 'event', values: EVENT_TYPES, guarded: false },
    { name: 'created_by', kind: 'text', guarded: true },
    ...[...ledger.entityKey, ...ledger.attributes].flatMap(scalarAxis),
    ...(tagColumn(ledger) ? [{ name: 'tag', kind: 'tag', guarded: true } as const] : []),
    { name: 'changed_field', kind: 'field', values: ledger.attributes.map(({ name }) => name), guarded: true },
  ];
}

function scalarAxis({ name, type, maxLength }: Column): Axis[] {
  if (type === 'ids') return [];
  return [{ name, kind: type, guarded: true, ...(maxLength === undefined ? {} : { maxLength }) }];
}

/** One version can have several values on it. */
export function isMany({ kind }: Pick<Axis, 'kind'>): boolean {
  return kind === 'tag' || kind === 'field';
}

/** The set of a ledger that its axis `tag` shows. */
export function tagColumn(ledger: Ledger): Column | undefined {
  return ledger.attributes.find(({ type, refersTo }) => type === 'ids' && refersTo?.ledger === 'tags');
}
