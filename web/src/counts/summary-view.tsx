import { lazy, Suspense, useEffect, useState } from 'react';
import { ExportDialog } from '../export/export-dialog.tsx';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { AnswerBar } from './answer-bar.tsx';
import { ColumnOrder } from './column-order.tsx';
import { copyText } from './copy-text.ts';
import { useCount } from './count-answer.ts';
import type { CountRequest, Sort } from './count-request.ts';
import { mayExport } from './may-export.ts';
import { NotPublic } from './not-public.tsx';
import { PivotTable } from './pivot-table.tsx';
import { pivotTsv } from './pivot-tsv.ts';

const CountChart = lazy(() => import('./count-chart.tsx').then(({ CountChart }) => ({ default: CountChart })));

const COPIED_SHOWN = 4_000;

interface Props {
  request: CountRequest;
  onSort: (sort: Sort | null) => void;
  onOrder: (order: CountRequest['column_order']) => void;
}

/** The answer to a summary, as a table or drawn. */
export function SummaryView({ request, onSort, onOrder }: Props) {
  const { texts, formats } = useLanguage();
  const count = useCount(request);
  const [drawn, setDrawn] = useState(false);
  const [copied, setCopied] = useState<'' | 'done' | 'failed'>('');
  const result = count.data;
  const answer = result?.answer;
  const empty = answer?.result_rows.length === 0;

  useEffect(() => {
    if (copied !== 'done') return;
    const timer = setTimeout(() => setCopied(''), COPIED_SHOWN);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    if (result) setCopied((await copyText(pivotTsv(result, texts))) ? 'done' : 'failed');
  }

  return (
    <section className="stack answer" aria-busy={count.isFetching} aria-label={texts.counts.title}>
      <AnswerBar
        says={
          count.isFetching
            ? texts.counts.counting
            : answer &&
              [
                texts.counts.resultRows(formats.number(answer.output_count)),
                ...(answer.population_count === null
                  ? []
                  : [texts.counts.populationIs(formats.number(answer.population_count))]),
                texts.counts.asOf(formats.time(answer.as_of, answer.time_zone), answer.time_zone),
              ].join(' · ')
        }
      >
        <fieldset className="segments">
          <legend className="unseen">{texts.counts.shownAs}</legend>
          {([false, true] as const).map((chart) => (
            <button key={String(chart)} type="button" aria-pressed={drawn === chart} onClick={() => setDrawn(chart)}>
              {chart ? texts.counts.chart : texts.counts.asTable}
            </button>
          ))}
        </fieldset>
        <button type="button" onClick={() => void copy()} disabled={!answer || empty}>
          {copied === 'done' ? texts.counts.copiedShort : texts.counts.copy}
        </button>
        <button type="button" onClick={() => void count.refetch()} disabled={count.isFetching}>
          {texts.counts.again}
        </button>
        <ExportDialog request={request} disabled={!mayExport(count.error)} />
      </AnswerBar>
      <p role="status" className="unseen">
        {copied === 'done' && texts.counts.copied}
      </p>
      {copied === 'failed' && (
        <p className="notice" role="alert">
          {texts.counts.notCopied}
        </p>
      )}
      {count.error && <FailureNotice failure={count.error} onRetry={() => void count.refetch()} />}
      {result && !count.error && (
        <div className={count.isPlaceholderData ? 'stack earlier' : 'stack'}>
          {empty && (
            <div className="empty">
              <p>{texts.counts.empty}</p>
            </div>
          )}
          {!empty && drawn && (
            <Suspense fallback={<p className="soft">{texts.counts.loadingChart}</p>}>
              <CountChart result={result} />
            </Suspense>
          )}
          {!empty && <ColumnOrder result={result} onChange={onOrder} />}
          {!empty && !drawn && <PivotTable result={result} onSort={onSort} onCopy={() => void copy()} />}
          <NotPublic rows={result.answer} />
        </div>
      )}
    </section>
  );
}
