import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../http/request-json.ts';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { IMPORTS, type ImportRecord } from './import-record.ts';
import { isFinal, mayBeRedispatched } from './import-states.ts';
import { RevertDialog } from './revert-dialog.tsx';

/** What may be done to an import in the state it is in. */
export function ImportActions({ record, mayRevert }: { record: ImportRecord; mayRevert: boolean }) {
  const { texts } = useLanguage();
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: (action: 'cancel' | 'redispatch') =>
      requestJson(`/api/imports/${record.id}/${action}`, { method: 'POST', timeout: 15_000 }),
    onSettled: () => client.invalidateQueries({ queryKey: IMPORTS }),
  });
  const { state } = record;
  return (
    <>
      <div className="actions">
        {record.original_kept && (
          <a className="button" href={`/api/imports/${record.id}/original`} download>
            {texts.imports.original}
          </a>
        )}
        {mayBeRedispatched(state) && (
          <button type="button" disabled={act.isPending} onClick={() => act.mutate('redispatch')}>
            {act.isPending && act.variables === 'redispatch' ? texts.imports.redispatching : texts.imports.redispatch}
          </button>
        )}
        {!isFinal(state) && (
          <button
            type="button"
            className="danger"
            disabled={act.isPending || record.cancel_requested}
            onClick={() => act.mutate('cancel')}
          >
            {(act.isPending && act.variables === 'cancel') || record.cancel_requested
              ? texts.imports.canceling
              : texts.imports.cancel}
          </button>
        )}
        {mayRevert && state === 'done' && !record.options.dry_run && <RevertDialog id={String(record.id)} />}
      </div>
      {act.error && <FailureNotice failure={act.error} onDismiss={() => act.reset()} />}
    </>
  );
}
