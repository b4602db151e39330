import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import type { Answer } from '../http/answer.ts';
import { requestJson } from '../http/request-json.ts';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { IMPORTS } from './import-record.ts';

/** Taking an import back: first how many rows that is, then, if the person still wants it, the deed. */
export function RevertDialog({ id }: { id: string }) {
  const { texts, formats } = useLanguage();
  const client = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const ask = (dryRun: boolean) =>
    requestJson<Answer<'RevertedImport'>>(`/api/imports/${id}/revert?dry_run=${dryRun}`, { method: 'POST' });
  const trial = useMutation({ mutationFn: () => ask(true) });
  const deed = useMutation({
    mutationFn: () => ask(false),
    onSuccess: () => dialog.current?.close(),
    onSettled: () => client.invalidateQueries({ queryKey: IMPORTS }),
  });

  function open() {
    deed.reset();
    trial.mutate();
    dialog.current?.showModal();
  }

  return (
    <>
      <button type="button" className="danger" onClick={open}>
        {texts.imports.revert}
      </button>
      <dialog ref={dialog} aria-labelledby={title}>
        <div className="stack">
          <h2 id={title}>{texts.imports.revertTitle}</h2>
          <div role="status">
            {trial.isPending && <p>{texts.imports.revertAsking}</p>}
            {trial.data && <p>{texts.imports.revertRows(formats.number(trial.data.rows))}</p>}
          </div>
          {trial.error && <FailureNotice failure={trial.error} onRetry={() => trial.mutate()} />}
          {deed.error && <FailureNotice failure={deed.error} />}
          <form method="dialog" className="actions">
            <button type="submit">{texts.imports.revertKeep}</button>
            <button
              type="button"
              className="danger"
              disabled={!trial.data || deed.isPending}
              onClick={() => deed.mutate()}
            >
              {deed.isPending ? texts.imports.reverting : texts.imports.revertDo}
            </button>
          </form>
        </div>
      </dialog>
    </>
  );
}
