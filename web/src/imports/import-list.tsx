import { RequestFailure } from '../http/request-failure.ts';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { ImportCard } from './import-card.tsx';
import { useImports } from './import-record.ts';

export function ImportList() {
  const { texts, formats } = useLanguage();
  const { data, error, isPending, dataUpdatedAt, refetch } = useImports();
  return (
    <section aria-labelledby="import-list" className="stack">
      <h2 id="import-list">{texts.imports.list}</h2>
      {isPending && <p className="soft">{texts.imports.loading}</p>}
      {error && <FailureNotice failure={error} says={says()} onRetry={() => void refetch()} />}
      {data?.imports.length === 0 && <p className="soft">{texts.imports.none}</p>}
      {data && data.imports.length > 0 && (
        <ul className="plain stack">
          {data.imports.map((record) => (
            <li key={record.id}>
              <ImportCard record={record} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );

  function says(): string | undefined {
    if (data) return texts.imports.stale(formats.time(new Date(dataUpdatedAt).toISOString()));
    return error instanceof RequestFailure && error.status === 403 ? texts.imports.notAllowed : undefined;
  }
}
