import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { toneOf } from './import-states.ts';

const SIGNS = { open: '…', good: '✓', bad: '!', off: '–' } as const;

export function StateMark({ state }: { state: string }) {
  const { texts } = useLanguage();
  const tone = toneOf(state);
  return (
    <span className={`state ${tone}`} data-state={state}>
      <span aria-hidden="true">{SIGNS[tone]}</span> {named(texts.imports.states, state)}
    </span>
  );
}
