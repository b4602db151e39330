import { RequestFailure } from '../http/request-failure.ts';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import type { Upload, Uploads } from './use-uploads.ts';

export function UploadItem({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { texts, formats } = useLanguage();
  const { file, state, progress } = upload;
  const dismiss = () => uploads.dismiss(upload.key);

  if (state === 'failed') {
    const stopped = upload.failure instanceof RequestFailure && upload.failure.kind === 'stopped';
    return (
      <FailureNotice
        failure={upload.failure}
        {...(stopped ? { says: texts.imports.stopped(file.name) } : { title: texts.imports.notSent(file.name) })}
        onRetry={() => uploads.retry(upload)}
        onDismiss={dismiss}
      />
    );
  }
  if (state === 'duplicate') {
    return (
      <div className="notice" role="status">
        <p>
          {texts.imports.duplicate(file.name, upload.duplicateOf ?? '')}{' '}
          <a href={`#/imports/${upload.duplicateOf}`}>{texts.imports.id(upload.duplicateOf ?? '')}</a>
        </p>
        <div className="actions">
          <button
            type="button"
            onClick={() => {
              dismiss();
              uploads.send(file, upload.options, { ...upload.purpose, force: true });
            }}
          >
            {texts.imports.force}
          </button>
          <button type="button" className="quiet" onClick={dismiss}>
            {texts.failures.dismiss}
          </button>
        </div>
      </div>
    );
  }
  return (
    <div className="upload card">
      <strong className="wrap">{file.name}</strong>
      <span className="soft">{words()}</span>
      <button
        type="button"
        className="quiet"
        aria-label={texts.imports.stopSendingOf(file.name)}
        onClick={() => (state === 'waiting' ? dismiss() : uploads.stop(upload.key))}
      >
        {texts.imports.stopSending}
      </button>
      {state === 'sending' && (
        <progress value={progress.bytes} max={Math.max(1, file.size)} aria-label={texts.imports.progress(file.name)} />
      )}
    </div>
  );

  function words(): string {
    if (state === 'waiting') return texts.imports.waiting;
    const percent = formats.percent(progress.bytes / Math.max(1, file.size));
    if (progress.step === 'hashing') return texts.imports.hashing(percent);
    if (progress.bytes >= file.size) return texts.imports.sent;
    return texts.imports.sending(percent, formats.bytes(progress.bytes), formats.bytes(file.size));
  }
}
