import { Tally } from '../brand/tally.tsx';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import type { ListedImport } from './import-record.ts';
import { strokesOf, toneOf } from './import-states.ts';

/** The state an import is truly in, in words, with the way it has come drawn as a tally. */
export function StateMark({ record }: { record: ListedImport }) {
  const { texts } = useLanguage();
  const { state } = record;
  const tone = toneOf(state);
  const checked = state === 'done' && record.options.dry_run;
  return (
    <span className={`state ${tone}`} data-state={state}>
      <Tally strokes={strokesOf(record)} closed={state === 'done' && !checked} tone={tone} />
      <span>
        {checked ? texts.imports.checked : named(texts.imports.states, state)}
        {record.cancel_requested && ` · ${texts.imports.cancelRequested}`}
      </span>
    </span>
  );
}
