import { useLanguage } from './language/language.ts';
import { ConnectionStrip } from './notices/connection-strip.tsx';
import { FailureNotice } from './notices/failure-notice.tsx';
import { useMe } from './session/session.ts';
import { SignInForm } from './session/sign-in-form.tsx';
import { TopBar } from './top-bar.tsx';
import { Workspace } from './workspace.tsx';

export function Application() {
  const { texts } = useLanguage();
  const me = useMe();
  return (
    <>
      <ConnectionStrip />
      {me.data ? (
        <Workspace key={me.data.user.email} me={me.data} />
      ) : (
        <>
          <TopBar />
          <main>
            {me.isPending && <p className="soft">{texts.session.asking}</p>}
            {me.error && <FailureNotice failure={me.error} onRetry={() => void me.refetch()} />}
            {me.data === null && <SignInForm />}
          </main>
        </>
      )}
    </>
  );
}
