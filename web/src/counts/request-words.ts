import type { Texts } from '../language/english.ts';
import { named } from '../language/named.ts';
import { axisWords } from './axis-words.ts';
import type { CountRequest } from './count-request.ts';
import { measureWords } from './measure-words.ts';

/** A request in a line, for where the form is folded away. */
export function requestWords(texts: Texts, request: CountRequest): string {
  const { counts } = texts;
  const axes = (choices: CountRequest['rows']) => choices.map((choice) => axisWords(texts, choice)).join(', ');
  const across = request.columns.length > 0 ? [axes(request.columns)] : [];
  const days = [request.from, request.to].some((day) => day !== '') ? [`${request.from} – ${request.to}`] : [];
  const conditions =
    request.filters.length + Object.values(request.tag_search).filter(({ length }) => length > 0).length;
  return [
    named(texts.ledgers, request.ledger),
    ...(request.mode === 'details'
      ? [counts.modes.details]
      : [
          [axes(request.rows), ...across].join(' × '),
          request.measures.map((measure) => measureWords(texts, measure)).join(', '),
        ]),
    ...days,
    ...(request.population === 'state' ? [counts.populations.state] : []),
    ...(conditions > 0 ? [counts.conditions(String(conditions))] : []),
  ].join(' · ');
}
