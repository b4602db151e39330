import { useState } from 'react';
import { ChoiceField } from '../controls/choice-field.tsx';
import { RequestFailure } from '../http/request-failure.ts';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { useImports } from './import-record.ts';
import { ImportRow } from './import-row.tsx';
import { LIST_FILTERS, type ListFilter } from './import-states.ts';

export function ImportList() {
  const { texts, formats } = useLanguage();
  const [filter, setFilter] = useState<ListFilter>('all');
  const { data, error, isPending, dataUpdatedAt, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useImports(filter);
  const records = data?.pages.flatMap(({ imports }) => imports) ?? [];
  return (
    <section aria-labelledby="import-list" className="stack">
      <div className="heading">
        <h2 id="import-list">{texts.imports.list}</h2>
        <ChoiceField
          label={texts.imports.filter}
          value={filter}
          choices={LIST_FILTERS.map((name) => [name, texts.imports.filters[name]] as const)}
          onChange={setFilter}
        />
      </div>
      {isPending && <p className="soft">{texts.imports.loading}</p>}
      {error && <FailureNotice failure={error} says={says()} onRetry={() => void refetch()} />}
      {data && records.length === 0 && (
        <div className="empty">
          <p>
            <strong>{filter === 'all' ? texts.imports.none : texts.imports.noneOfFilter}</strong>
          </p>
          {filter === 'all' && <p>{texts.imports.noneHow}</p>}
        </div>
      )}
      {records.length > 0 && (
        <ul className="plain import-list">
          {records.map((record) => (
            <li key={record.id}>
              <ImportRow record={record} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <button type="button" onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
          {texts.imports.older}
        </button>
      )}
    </section>
  );

  function says(): string | undefined {
    if (data) return texts.imports.stale(formats.time(new Date(dataUpdatedAt).toISOString()));
    return error instanceof RequestFailure && error.status === 403 ? texts.imports.notAllowed : undefined;
  }
}
