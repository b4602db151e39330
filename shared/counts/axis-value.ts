import type { FieldFault } from '../field-fault.ts';
import type { PlannedAxis } from './planned-axis.ts';
import { notAllowed } from './refused.ts';
import type { ValueRequest } from './request.ts';
import { bucketExample, bucketNumber } from './time-bucket.ts';

/** A value on an axis: the digits of an id, a text, the text of a bucket, a name of an event or field; null: none. */
export type AxisValue = string | null;

/** Faults of a request, apart: those of values are told only to whoever may ask at all. */
export interface PlanFaults {
  readonly structure: FieldFault[];
  readonly values: FieldFault[];
}

const ID = /^(0|[1-9]\d{0,18})$/;
const LARGEST_ID = 2n ** 63n - 1n;

/**
 * Reads a value of a request. What can never be on the axis is a fault, whatever is stored: a request that is taken
 * looks the same for a value that exists and for one that does not.
 */
export function readAxisValue(axis: PlannedAxis, value: ValueRequest, field: string, faults: PlanFaults): AxisValue {
  if (value === null) return null;
  if (typeof value === 'object') {
    faults.structure.push(notAllowed(field, 'The reserved value of what is private cannot be asked for.'));
    return null;
  }
  const text = String(value);
  const refusal = unlikeAxis(axis, value, text);
  if (refusal) faults.values.push(notAllowed(field, refusal, axis.values));
  return text;
}

/** Why a value cannot be on an axis, as a sentence. */
function unlikeAxis(axis: PlannedAxis, value: string | number, text: string): string | undefined {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    return 'A number must be whole; one beyond 2^53 must be written as a text of its digits.';
  switch (axis.kind) {
    case 'id':
    case 'tag':
      return isId(text) ? undefined : `${axis.name} holds ids: whole numbers without leading zeros.`;
    case 'time':
      if (bucketNumber(axis.unit, text) !== undefined) return undefined;
      return `${axis.name} by ${axis.unit} has values like ${bucketExample(axis.unit)}.`;
    case 'event':
    case 'field':
      return axis.values?.includes(text) ? undefined : `${text.slice(0, 64)} is not on the axis ${axis.name}.`;
    case 'text':
      return typeof value === 'string' ? undefined : `${axis.name} holds texts.`;
  }
}

export function isId(text: string): boolean {
  return ID.test(text) && BigInt(text) <= LARGEST_ID;
}
