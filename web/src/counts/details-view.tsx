import { useInfiniteQuery } from '@tanstack/react-query';
import { ExportDialog } from '../export/export-dialog.tsx';
import type { Answer } from '../http/answer.ts';
import { requestJson } from '../http/request-json.ts';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { AnswerBar } from './answer-bar.tsx';
import type { CountRequest } from './count-request.ts';
import { DetailsTable } from './details-table.tsx';
import { mayExport } from './may-export.ts';
import { requestBody } from './request-body.ts';

type Details = Answer<'CountsDetails'>;

/** The single changes that a request selects, page by page; every page shows the same moment. */
export function DetailsView({ request }: { request: CountRequest }) {
  const { texts, formats } = useLanguage();
  const details = useInfiniteQuery({
    queryKey: ['details', request],
    queryFn: ({ signal, pageParam }) => {
      const body = { ...requestBody(request), ...(pageParam === null ? {} : { cursor: pageParam }) };
      return requestJson<Details>('/api/counts', { method: 'POST', body, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchOnWindowFocus: false,
  });
  const first = details.data?.pages[0];
  const rows = details.data?.pages.flatMap((page) => page.rows) ?? [];
  const hidden = first ? first.output_count - first.visible_output_count : 0;
  return (
    <section className="stack answer" aria-busy={details.isFetching} aria-label={texts.counts.title}>
      <AnswerBar says={first ? says(first) : texts.counts.counting}>
        <button type="button" onClick={() => void details.refetch()} disabled={details.isFetching}>
          {texts.counts.again}
        </button>
        <ExportDialog request={request} disabled={!mayExport(details.error)} />
      </AnswerBar>
      {details.error && <FailureNotice failure={details.error} onRetry={() => void details.refetch()} />}
      {first && rows.length === 0 && (
        <div className="empty">
          <p>{texts.counts.empty}</p>
        </div>
      )}
      {first && rows.length > 0 && (
        <DetailsTable ledger={request.ledger} fields={first.fields} rows={rows} timeZone={request.time_zone} />
      )}
      {details.hasNextPage && (
        <div>
          <button type="button" onClick={() => void details.fetchNextPage()} disabled={details.isFetching}>
            {texts.counts.nextPage(formats.number(rows.length), formats.number(first?.visible_output_count ?? 0))}
          </button>
        </div>
      )}
      {hidden > 0 && <p className="soft small">{texts.counts.hiddenRows(formats.number(hidden))}</p>}
    </section>
  );

  function says({ visible_output_count, population_count, as_of }: Details): string {
    return [
      texts.counts.resultRows(formats.number(visible_output_count)),
      ...(population_count === null ? [] : [texts.counts.populationIs(formats.number(population_count))]),
      texts.counts.asOf(formats.time(as_of, request.time_zone), request.time_zone),
    ].join(' · ');
  }
}
