import type { KeyValue } from './plan-summary.ts';
import { MASKED } from './plan-summary.ts';
import type { PlannedAxis } from './planned-axis.ts';

/** One part of a row's or column's key, as the answer carries it. */
export type KeyPart = { readonly value: string | number | null; readonly label: string | null } | MaskedPart;

/** What is private. Only `masked` says so: a title may well be spelled like the label. */
export interface MaskedPart {
  readonly masked: true;
  readonly label: typeof MASKED_LABEL;
}

export type Key = readonly KeyPart[];

export const MASKED_LABEL = '非公開';
export const MASKED_PART: MaskedPart = { masked: true, label: MASKED_LABEL };

/** A text that is the same exactly for equal keys. */
export function keyIdentity(key: readonly KeyValue[]): string {
  return JSON.stringify(key.map((value) => (value === MASKED ? 0 : value)));
}

/** Orders values of an axis: ascending, null and then masked last. */
export function compareValues(axis: PlannedAxis, a: KeyValue, b: KeyValue): number {
  if (a === b) return 0;
  if (a === MASKED || b === MASKED) return a === MASKED ? 1 : -1;
  if (a === null || b === null) return a === null ? 1 : -1;
  return axis.kind === 'id' || axis.kind === 'tag' ? compareDigits(a, b) : compareCodePoints(a, b);
}

function compareDigits(a: string, b: string): number {
  return a.length === b.length ? (a < b ? -1 : 1) : a.length - b.length;
}

/** The order of the database's binary collation; `<` on strings would order UTF-16 units. */
function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
