import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../controls/form-dialog.tsx';
import { copyText } from '../counts/copy-text.ts';
import type { Answer } from '../http/answer.ts';
import { requestJson } from '../http/request-json.ts';
import { useLanguage } from '../language/language.ts';
import { RoleField } from './role-field.tsx';

export const KEYS = '/api/keys';
const DAY = 86_400;

/** Makes a key and shows it this once. */
export function MakeKeyDialog() {
  const { texts } = useLanguage();
  const words = texts.operations;
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: (body: object) => requestJson<Answer<'MadeApiKey'>>(KEYS, { method: 'POST', body, timeout: 15_000 }),
    onSettled: () => client.invalidateQueries({ queryKey: [KEYS] }),
    gcTime: 0,
  });
  const made = make.data?.key;
  return (
    <FormDialog
      opens={{ words: words.makeKey }}
      title={words.makeKeyTitle}
      submit={{ words: made ? words.copyKey : words.makeKeyDo }}
      leave={texts.session.close}
      pending={make.isPending}
      failure={make.error}
      onClosed={() => make.reset()}
      onSubmit={async (given) => {
        if (made) {
          await copyText(made);
          return false;
        }
        const days = Number(given.get('days'));
        const body = {
          name: given.get('name'),
          role: given.get('role'),
          ...(days > 0 ? { expires_in: days * DAY } : {}),
        };
        await make.mutateAsync(body).catch(() => {});
        return false;
      }}
    >
      {made ? (
        <div role="status" className="stack">
          <p>{words.keyMade}</p>
          <code className="wrap secret">{made}</code>
        </div>
      ) : (
        <>
          <label className="field">
            <span>{words.keyName}</span>
            <input name="name" autoComplete="off" maxLength={100} required />
          </label>
          <RoleField />
          <label className="field">
            <span>{words.keyDays}</span>
            <input name="days" type="number" min={1} max={3650} step={1} inputMode="numeric" />
          </label>
        </>
      )}
    </FormDialog>
  );
}
