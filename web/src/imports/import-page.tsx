import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { ImportActions } from './import-actions.tsx';
import { ImportCounters } from './import-counters.tsx';
import { ImportErrors } from './import-errors.tsx';
import { ImportFacts } from './import-facts.tsx';
import { ImportProgress } from './import-progress.tsx';
import { type ImportRecord, useImport } from './import-record.ts';
import { oddWords } from './odd-words.ts';
import { StateMark } from './state-mark.tsx';
import { toldProblem } from './told-problem.ts';

/** One import with everything that is known of it and all that can be done to it. */
export function ImportPage({ id, mayRevert }: { id: string; mayRevert: boolean }) {
  const { texts } = useLanguage();
  const { data: record, error, isPending, refetch } = useImport(id);
  const title = record?.filename || texts.imports.id(id);
  return (
    <>
      <p className="back">
        <a href="#/imports">← {texts.imports.back}</a>
      </p>
      <h1 className="wrap">
        {title} {record && <span className="soft small keep">{texts.imports.id(id)}</span>}
      </h1>
      {isPending && <p className="soft">{texts.imports.loadingOne}</p>}
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {record && (
        <>
          <section className="card stack import-state" aria-label={texts.imports.states[record.state] ?? record.state}>
            <div role="status" className="stack">
              <StateMark record={record} />
              <p>{meaning(record)}</p>
            </div>
            <ImportProgress record={record} />
            {toldProblem(texts, record) && <p className="import-problem wrap">{toldProblem(texts, record)}</p>}
            {record.duplicate_of !== null && (
              <p>
                <a href={`#/imports/${record.duplicate_of}`}>
                  {texts.imports.duplicateOf(String(record.duplicate_of))}
                </a>
              </p>
            )}
            <ImportCounters record={record} />
            <ImportActions record={record} mayRevert={mayRevert} />
          </section>
          <ImportErrors record={record} />
          <section className="card stack">
            <ImportFacts record={record} />
            {oddWords(texts, record).length > 0 && (
              <details>
                <summary>{texts.imports.warnings}</summary>
                <ul>
                  {oddWords(texts, record).map((warning) => (
                    <li key={warning}>{warning}</li>
                  ))}
                </ul>
              </details>
            )}
          </section>
        </>
      )}
    </>
  );

  function meaning({ state, options, rows_failed }: ImportRecord): string {
    if (state === 'done' && options.dry_run) return texts.imports.checkedMeaning;
    if (state === 'done' && rows_failed > 0) return texts.imports.doneSkipped;
    return named(texts.imports.meaning, state);
  }
}
