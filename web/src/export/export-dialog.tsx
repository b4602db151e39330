import { useMutation } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import type { CountRequest } from '../counts/count-request.ts';
import { useLanguage } from '../language/language.ts';
import { isOpen, registerExport, useExportStatus } from './export-job.ts';
import { ExportProgress } from './export-progress.tsx';
import { ExportStart } from './export-start.tsx';
import './export.css';

/**
 * The button and its dialog. Closing the dialog stops nothing: an export that is still being made is there again
 * when the dialog is opened; one that has ended is forgotten, and the dialog offers a new one.
 */
export function ExportDialog({ request, disabled }: { request: CountRequest; disabled: boolean }) {
  const { texts } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const registration = useMutation({ mutationFn: registerExport });
  const token = registration.data?.token ?? null;
  const status = useExportStatus(token);
  const making = token !== null && isOpen(status.data?.state ?? 'queued');

  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()} disabled={disabled && !making}>
        {making ? texts.exports.reopen : texts.exports.open}
      </button>
      <dialog
        ref={dialog}
        className="export"
        aria-labelledby={title}
        onClose={() => {
          if (!making && !registration.isPending) registration.reset();
        }}
      >
        <h2 id={title}>{texts.exports.title}</h2>
        {registration.data ? (
          <ExportProgress status={status} registeredAt={registration.submittedAt} />
        ) : (
          <ExportStart registration={registration} onStart={() => registration.mutate(request)} />
        )}
        {making && <p className="soft small">{texts.exports.closeKeeps}</p>}
        <form method="dialog">
          <button type="submit">{texts.exports.close}</button>
        </form>
      </dialog>
    </>
  );
}
