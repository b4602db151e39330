import type { Texts } from '../language/english.ts';
import { named } from '../language/named.ts';
import { isMasked, type Key } from './count-answer.ts';
import type { AxisChoice } from './count-request.ts';

/** A key in plain words, for texts, copies and charts. */
export function keyWords(texts: Texts, choice: AxisChoice | undefined, key: Key): string {
  if (isMasked(key)) return texts.counts.masked;
  if (key.value === null) return texts.counts.noValue;
  const value = String(key.value);
  if (choice?.axis === 'event_type') return named(texts.events, value);
  if (choice?.axis === 'changed_field') return named(texts.axes, value);
  if (choice?.unit === 'weekday') return texts.weekdays[Number(value) - 1] ?? value;
  return key.label === null || key.label === value ? value : `${key.label} (${value})`;
}

export function keysWords(texts: Texts, choices: readonly AxisChoice[], keys: readonly Key[]): string {
  return keys.map((key, position) => keyWords(texts, choices[position], key)).join(' / ');
}
