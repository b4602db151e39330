import { useMutation } from '@tanstack/react-query';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { type Me, useSignOut } from './session.ts';

export function AccountBar({ me }: { me: Me }) {
  const { texts } = useLanguage();
  const signOut = useMutation({ mutationFn: useSignOut() });
  const { name, email, role } = me.user;
  return (
    <>
      <PasswordDialog name={name || email} account={texts.session.account(email, named(texts.session.roles, role))} />
      <button type="button" onClick={() => signOut.mutate()} disabled={signOut.isPending}>
        {texts.session.signOut}
      </button>
      {signOut.error && <FailureNotice failure={signOut.error} />}
    </>
  );
}
