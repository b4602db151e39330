import type { UseQueryResult } from '@tanstack/react-query';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { ExportEnd } from './export-end.tsx';
import { type ExportStatus, isOpen, isRefusal } from './export-job.ts';
import type { ExportFormat } from './export-order.ts';
import type { useDownload } from './use-download.ts';

const SILENCE = 30_000;

interface Props {
  status: UseQueryResult<ExportStatus>;
  /** Milliseconds since the epoch, by this browser's clock. */
  registeredAt: number;
  format: ExportFormat;
  download: ReturnType<typeof useDownload>;
}

/** Where the export stands, in the server's own numbers; while none exist, a bar that claims nothing. */
export function ExportProgress({ status, registeredAt, format, download }: Props) {
  const { texts, formats } = useLanguage();
  const { data, error, dataUpdatedAt, errorUpdatedAt } = status;
  if (isRefusal(error)) {
    return (
      <FailureNotice failure={error}>
        <p>{texts.exports.anew}</p>
      </FailureNotice>
    );
  }
  const silent = error !== null && errorUpdatedAt - Math.max(dataUpdatedAt, registeredAt) >= SILENCE;
  const ended = data !== undefined && !isOpen(data.state);
  return (
    <>
      <div role="status">{ended ? <ExportEnd status={data} download={download} /> : <p>{words()}</p>}</div>
      {!ended && bar()}
      {silent && <FailureNotice failure={error} says={texts.exports.noNews} />}
    </>
  );

  function words(): string {
    if (data?.cancel_requested) return texts.exports.cancelRequested;
    if (!data || data.state === 'queued') return texts.exports.queued;
    if (data.state !== 'running') return texts.exports.unknown(data.state);
    if (data.phase === 'aggregating') return texts.exports.aggregating;
    if (data.phase !== 'writing') return texts.exports.running;
    const what = named(texts.exports.written, format);
    const processed = formats.number(data.processed);
    return data.total === null
      ? texts.exports.writing(processed, what)
      : texts.exports.writingOf(processed, formats.number(data.total), what);
  }

  function bar() {
    if (data?.state !== 'running') return null;
    if (data.phase !== 'writing' || data.total === null) return <progress aria-label={texts.exports.progress} />;
    return <progress aria-label={texts.exports.progress} value={data.processed} max={Math.max(1, data.total)} />;
  }
}
