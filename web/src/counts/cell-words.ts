import type { Formats } from '../language/formats.ts';
import type { Measure } from './count-request.ts';

export type CellValue = number | string | null | undefined;

/** A value of a cell as it is read. Empty where nothing contributes, which is not 0. */
export function cellWords(formats: Formats, measure: Measure | undefined, value: CellValue, timeZone: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return formats.number(value);
  return measure === 'first' || measure === 'last' ? formats.shortTime(value, timeZone) : value;
}
