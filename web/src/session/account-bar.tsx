import { useMutation } from '@tanstack/react-query';
import { useLanguage } from '../language/language.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { type Me, useSignOut } from './session.ts';

export function AccountBar({ me }: { me: Me }) {
  const { texts } = useLanguage();
  const signOut = useMutation({ mutationFn: useSignOut() });
  return (
    <>
      <span className="account" title={`${me.user.email} (${texts.session.roles[me.user.role]})`}>
        {me.user.name || me.user.email}
      </span>
      <button type="button" className="quiet" onClick={() => signOut.mutate()} disabled={signOut.isPending}>
        {texts.session.signOut}
      </button>
      {signOut.error && <FailureNotice failure={signOut.error} />}
    </>
  );
}
