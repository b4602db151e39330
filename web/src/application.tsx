import { useLanguage } from './language/language.ts';
import { LanguageSwitch } from './language/language-switch.tsx';
import { FailureNotice } from './notices/failure-notice.tsx';
import { AccountBar } from './session/account-bar.tsx';
import { useMe } from './session/session.ts';
import { SignInForm } from './session/sign-in-form.tsx';
import { Workspace } from './workspace.tsx';

export function Application() {
  const { texts } = useLanguage();
  const me = useMe();
  return (
    <>
      <header className="top">
        <span className="brand">Tallyport</span>
        <div className="top-end">
          {me.data && <AccountBar me={me.data} />}
          <LanguageSwitch />
        </div>
      </header>
      {me.data && <Workspace key={me.data.user.email} me={me.data} />}
      {!me.data && (
        <main>
          {me.isPending && <p className="soft">{texts.session.asking}</p>}
          {me.error && <FailureNotice failure={me.error} onRetry={() => void me.refetch()} />}
          {me.data === null && <SignInForm />}
        </main>
      )}
    </>
  );
}
