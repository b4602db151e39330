import type { Texts } from '../language/english.ts';
import { named } from '../language/named.ts';
import type { AxisChoice } from './count-request.ts';

/** An axis in words, with its unit: `Time of change (month)`. */
export function axisWords(texts: Texts, { axis, unit }: AxisChoice): string {
  const name = named(texts.axes, axis);
  return unit === undefined ? name : `${name} (${named(texts.units, unit)})`;
}
