import type { Texts } from '../language/english.ts';
import { named } from '../language/named.ts';
import { axisWords } from './axis-words.ts';
import type { Measure } from './count-request.ts';
import { keyWords } from './key-words.ts';

export function measureWords(texts: Texts, measure: Measure): string {
  if (typeof measure === 'string') return named(texts.measures, measure);
  const key = { value: measure.equals, label: measure.equals === null ? null : String(measure.equals) };
  return texts.counts.countWhere(axisWords(texts, measure.where), keyWords(texts, measure.where, key));
}
