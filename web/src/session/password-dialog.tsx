import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef } from 'react';
import { RequestFailure } from '../http/request-failure.ts';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { changePassword } from './session.ts';

const SHORTEST = 8;

/** The person's name, as the button to their account: who they are here, and their password. */
export function PasswordDialog({ name, account }: { name: string; account: string }) {
  const { texts } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const title = useId();
  const change = useMutation({ mutationFn: changePassword, onSuccess: () => form.current?.reset() });
  const wrong = change.error instanceof RequestFailure && change.error.status === 400;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    change.mutate({ currentPassword: String(given.get('current')), newPassword: String(given.get('new')) });
  }

  return (
    <>
      <button type="button" className="account" title={account} onClick={() => dialog.current?.showModal()}>
        {name}
      </button>
      <dialog ref={dialog} aria-labelledby={title} onClose={() => change.reset()}>
        <form ref={form} className="stack" onSubmit={submit}>
          <h2 id={title}>{texts.session.changePasswordTitle}</h2>
          <p className="soft">{account}</p>
          <label className="field">
            <span>{texts.session.currentPassword}</span>
            <input name="current" type="password" autoComplete="current-password" required />
          </label>
          <label className="field">
            <span>{texts.session.newPassword}</span>
            <input
              name="new"
              type="password"
              autoComplete="new-password"
              minLength={SHORTEST}
              maxLength={128}
              required
            />
          </label>
          <div role="status">{change.isSuccess && <p className="good-news">{texts.session.changed}</p>}</div>
          {change.error && (
            <FailureNotice failure={change.error} says={wrong ? texts.session.wrongCurrent : undefined} />
          )}
          <div className="actions">
            <button type="submit" className="primary" disabled={change.isPending}>
              {change.isPending ? texts.session.changing : texts.session.change}
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              {texts.session.close}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
