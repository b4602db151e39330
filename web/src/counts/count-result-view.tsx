import { ExportDialog } from '../export/export-dialog.tsx';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { useCount } from './count-answer.ts';
import type { CountRequest } from './count-request.ts';
import { PivotTable } from './pivot-table.tsx';

export function CountResultView({ request }: { request: CountRequest }) {
  const { texts, formats } = useLanguage();
  const count = useCount(request);
  const answer = count.data?.answer;
  return (
    <section className="stack" aria-busy={count.isFetching} aria-label={texts.counts.title}>
      <div className="result-bar">
        <p role="status" className="soft">
          {count.isFetching && texts.counts.counting}
          {!count.isFetching &&
            answer &&
            `${texts.counts.asOf(formats.time(answer.as_of, answer.time_zone), answer.time_zone)} · ${texts.counts.resultRows(formats.number(answer.output_count))}`}
        </p>
        <div className="actions">
          <button type="button" className="quiet" onClick={() => void count.refetch()} disabled={count.isFetching}>
            {texts.counts.again}
          </button>
          <ExportDialog request={request} disabled={count.isFetching || count.isError} />
        </div>
      </div>
      {count.error && <FailureNotice failure={count.error} onRetry={() => void count.refetch()} />}
      {count.data && !count.error && (
        <div className={count.isPlaceholderData ? 'earlier' : undefined}>
          <PivotTable key={JSON.stringify(count.data.request)} result={count.data} />
        </div>
      )}
    </section>
  );
}
