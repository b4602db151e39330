import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { CountRequest } from '../counts/count-request.ts';
import { useLanguage } from '../language/language.ts';
import { ExportCancel } from './export-cancel.tsx';
import { downloadPath, isOpen, registerExport, useExportStatus } from './export-job.ts';
import { ExportProgress } from './export-progress.tsx';
import { ExportStart } from './export-start.tsx';
import { useDownload } from './use-download.ts';

/**
 * The button and its dialog. Closing the dialog stops nothing: an export that is still being made, or whose file nobody
 * fetched, is there again when the dialog is opened; one that has ended is forgotten, and the dialog offers a new one.
 * A ready file is handed to the browser's own download by a hidden frame, at once while somebody looks.
 */
export function ExportDialog({ request, disabled }: { request: CountRequest; disabled: boolean }) {
  const { texts } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const [shown, setShown] = useState(false);
  const registration = useMutation({ mutationFn: registerExport });
  const token = registration.data?.token ?? null;
  const status = useExportStatus(token);
  const state = status.data?.state ?? 'queued';
  const download = useDownload(token, status.data);
  const making = token !== null && isOpen(state);
  const awaited = making || (state === 'ready' && token !== null && ['none', 'handing'].includes(download.stand));
  const { start } = download;

  useEffect(() => {
    if (shown && state === 'ready') start();
  }, [shown, state, start]);

  function closed() {
    setShown(false);
    if (awaited || registration.isPending) return;
    registration.reset();
    download.forget();
  }

  return (
    <>
      <button
        type="button"
        disabled={disabled && !awaited}
        onClick={() => {
          setShown(true);
          dialog.current?.showModal();
        }}
      >
        {awaited ? texts.exports.reopen : texts.exports.open}
      </button>
      <dialog ref={dialog} aria-labelledby={title} onClose={closed}>
        <div className="stack">
          <h2 id={title}>{request.mode === 'details' ? texts.exports.titleDetails : texts.exports.title}</h2>
          {registration.data ? (
            <ExportProgress
              status={status}
              registeredAt={registration.submittedAt}
              format={registration.variables?.order.format ?? 'csv'}
              download={download}
            />
          ) : (
            <ExportStart
              key={request.mode}
              mode={request.mode}
              registration={registration}
              onStart={(order) => registration.mutate({ request, order })}
            />
          )}
          {making && <p className="soft small">{texts.exports.closeKeeps}</p>}
          <div className="actions">
            {token !== null && <ExportCancel key={token} token={token} status={status.data} />}
            <button type="button" onClick={() => dialog.current?.close()}>
              {texts.exports.close}
            </button>
          </div>
        </div>
      </dialog>
      {token !== null && download.attempt && (
        <iframe hidden title={texts.exports.download} src={downloadPath(token, download.attempt)} />
      )}
    </>
  );
}
