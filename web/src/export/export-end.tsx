import { useLanguage } from '../language/language.ts';
import type { ExportStatus } from './export-job.ts';

/** How an export ended, and the way on. A ready file is handed to the browser's own download by a plain link. */
export function ExportEnd({ status }: { status: ExportStatus }) {
  const { texts, formats } = useLanguage();
  const { state, error, file_token, expires_at } = status;
  if (state === 'ready' && file_token) {
    return (
      <>
        <p>
          <strong>{texts.exports.ready}</strong> {texts.exports.readyUntil(formats.time(expires_at))}
        </p>
        <p>
          <a className="button primary" href={`/api/counts/export/files/${encodeURIComponent(file_token)}`} download>
            {texts.exports.download}
          </a>
        </p>
      </>
    );
  }
  if (state === 'expired') return <p>{texts.exports.expired}</p>;
  if (state === 'canceled') return <p>{texts.exports.canceled}</p>;
  const known = error !== null && Object.hasOwn(texts.exports.errors, error.code);
  return (
    <div className="notice bad">
      <p>
        <strong>{texts.exports.failed}</strong>
      </p>
      {error && <p>{known ? texts.exports.errors[error.code] : error.message}</p>}
      <p>{texts.exports.anew}</p>
    </div>
  );
}
