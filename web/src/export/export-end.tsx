import type { ReactNode } from 'react';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import type { ExportStatus } from './export-job.ts';
import type { useDownload } from './use-download.ts';

interface Props {
  status: ExportStatus;
  download: ReturnType<typeof useDownload>;
}

/** How an export ended, and the way on. */
export function ExportEnd({ status, download }: Props) {
  const { texts, formats } = useLanguage();
  const { state, error, expires_at } = status;
  const words = texts.exports;
  if (state === 'expired') return <Ended says={words.expired}>{words.anew}</Ended>;
  if (state === 'canceled') return <Ended says={words.canceled} />;
  if (state === 'failed') {
    const known = error !== null && Object.hasOwn(words.errors, error.code);
    return (
      <Ended bad says={words.failed}>
        {error && `${known ? words.errors[error.code] : error.message} `}
        {words.anew}
      </Ended>
    );
  }
  switch (download.stand) {
    case 'none':
      return (
        <Ended says={words.ready}>
          {words.readyUntil(formats.time(expires_at))}{' '}
          <button type="button" className="primary" onClick={download.start}>
            {words.download}
          </button>
        </Ended>
      );
    case 'handing':
      return <Ended says={words.ready}>{words.handing}</Ended>;
    case 'started':
      return <Ended says={words.started} />;
    case 'expired':
      return (
        <Ended bad says={words.downloadExpired}>
          {words.anew}
        </Ended>
      );
    case 'silent':
      return (
        <Ended bad says={words.downloadSilent}>
          {words.anew}
        </Ended>
      );
    case 'failed':
      return download.failure ? (
        <FailureNotice failure={download.failure} title={words.downloadFailed}>
          <p>{words.anew}</p>
        </FailureNotice>
      ) : (
        <Ended bad says={words.downloadFailed}>
          {words.anew}
        </Ended>
      );
  }
}

function Ended({ says, bad = false, children }: { says: string; bad?: boolean; children?: ReactNode }) {
  return (
    <div className={bad ? 'notice bad' : undefined}>
      <p>
        <strong>{says}</strong>
      </p>
      {children && <p>{children}</p>}
    </div>
  );
}
