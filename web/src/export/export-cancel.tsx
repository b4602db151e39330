import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { cancelExport, type ExportStatus, isOpen, isStarting } from './export-job.ts';

/** Offered while there is something to cancel. One that did not get through is sent again only when asked for. */
export function ExportCancel({ token, status }: { token: string; status: ExportStatus | undefined }) {
  const { texts } = useLanguage();
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelExport(token),
    onSuccess: (said) => client.setQueryData(['export', token], said),
  });
  const state = status?.state ?? 'queued';
  const fetched = status?.download && !isStarting(status.download);
  if (!isOpen(state) && (state !== 'ready' || fetched)) return null;
  if (status?.cancel_requested) return null;
  return (
    <>
      {cancel.error && <FailureNotice failure={cancel.error} says={texts.exports.cancelFailed} />}
      <button type="button" className="danger" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
        {cancel.isPending ? texts.exports.canceling : texts.exports.cancel}
      </button>
    </>
  );
}
