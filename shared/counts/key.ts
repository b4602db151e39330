import { wireId } from '../database/time.ts';
import type { PlannedAxis } from './plan.ts';

/** One part of a row's or column's key, as the answer carries it. */
export interface KeyPart {
  readonly value: string | number | null;
  readonly label: string | null;
}

export type Key = readonly KeyPart[];

/** @param stored what the database gave for this axis */
export function keyPart(axis: PlannedAxis, stored: string | number | null): KeyPart {
  if (stored === null) return { value: null, label: null };
  const value = isNumeric(axis) ? wireId(stored) : String(stored);
  return { value, label: String(stored) };
}

/** A text that is the same exactly for equal keys. */
export function keyText(key: Key): string {
  return JSON.stringify(key.map((part) => part.value));
}

/**
 * Orders keys of these axes: ascending, null last; a key stands behind every longer key that starts with it (a
 * subtotal after its children).
 */
export function keyOrder(axes: readonly PlannedAxis[]): (a: Key, b: Key) => number {
  const orders = axes.map((axis) => (isNumeric(axis) ? compareNumbers : compareCodePoints));
  return (a, b) => {
    for (const [index, order] of orders.entries()) {
      const [left, right] = [a[index], b[index]];
      if (!left || !right) break;
      if (left.value === right.value) continue;
      if (left.value === null) return 1;
      if (right.value === null) return -1;
      return order(left.value, right.value);
    }
    return b.length - a.length;
  };
}

function isNumeric(axis: PlannedAxis): boolean {
  return axis.kind === 'id' || axis.unit === 'weekday';
}

function compareNumbers(a: string | number, b: string | number): number {
  const [left, right] = [BigInt(a), BigInt(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The order of the database's binary collation; `<` on strings would order UTF-16 units. */
function compareCodePoints(a: string | number, b: string | number): number {
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
