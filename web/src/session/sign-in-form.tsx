import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { RequestFailure } from '../http/request-failure.ts';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { ME, signIn } from './session.ts';
import './sign-in-form.css';

export function SignInForm() {
  const { texts } = useLanguage();
  const client = useQueryClient();
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: () => client.invalidateQueries({ queryKey: ME }),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    attempt.mutate({ email: String(form.get('email')), password: String(form.get('password')) });
  }

  const status = attempt.error instanceof RequestFailure ? attempt.error.status : 0;
  const says = { 401: texts.session.wrong, 403: texts.session.wrong, 429: texts.session.tooOften }[status];
  return (
    <form className="sign-in card" onSubmit={submit}>
      <h1>{texts.session.title}</h1>
      <p className="soft">{texts.session.purpose}</p>
      <label className="field">
        <span>{texts.session.email}</span>
        <input name="email" type="email" autoComplete="username" required />
      </label>
      <label className="field">
        <span>{texts.session.password}</span>
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
      {attempt.error && <FailureNotice failure={attempt.error} says={says} />}
      <button type="submit" className="primary" disabled={attempt.isPending}>
        {attempt.isPending ? texts.session.signingIn : texts.session.signIn}
      </button>
      <p className="soft small">{texts.session.lost}</p>
    </form>
  );
}
