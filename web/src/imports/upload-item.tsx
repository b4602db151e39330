import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import type { Upload } from './use-uploads.ts';

interface Props {
  upload: Upload;
  onDismiss: () => void;
  onForce: () => void;
  onRetry: () => void;
}

export function UploadItem({ upload, onDismiss, onForce, onRetry }: Props) {
  const { texts, formats } = useLanguage();
  const { file, state, sentBytes } = upload;

  if (state === 'failed') {
    return (
      <FailureNotice
        failure={upload.failure}
        title={texts.imports.notSent(file.name)}
        onRetry={onRetry}
        onDismiss={onDismiss}
      />
    );
  }
  if (state === 'duplicate') {
    return (
      <div className="notice" role="status">
        <p>{texts.imports.duplicate(file.name, upload.duplicateOf ?? '')}</p>
        <p className="actions">
          <button type="button" onClick={onForce}>
            {texts.imports.force}
          </button>
          <button type="button" className="quiet" onClick={onDismiss}>
            {texts.failures.dismiss}
          </button>
        </p>
      </div>
    );
  }

  const allSent = state === 'sending' && sentBytes >= file.size;
  return (
    <div className="upload card">
      <strong className="wrap">{file.name}</strong>
      <span className="soft">{words()}</span>
      {state === 'sending' && <progress value={sentBytes} max={Math.max(1, file.size)} aria-label={file.name} />}
    </div>
  );

  function words(): string {
    if (state === 'waiting') return texts.imports.waiting;
    return allSent ? texts.imports.sent : texts.imports.sending(formats.percent(sentBytes / file.size));
  }
}
