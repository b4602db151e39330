import { FormDialog } from '../controls/form-dialog.tsx';
import { useLanguage } from '../language/language.ts';
import { useUserAct } from './use-user-act.ts';

export function SetPasswordDialog({ id, email }: { id: string; email: string }) {
  const { texts } = useLanguage();
  const words = texts.operations;
  const set = useUserAct();
  return (
    <FormDialog
      opens={{ words: words.password, label: words.passwordOf(email) }}
      title={words.passwordOf(email)}
      submit={{ words: words.passwordDo }}
      leave={words.keep}
      pending={set.isPending}
      failure={set.error}
      onClosed={() => set.reset()}
      onSubmit={(given) => {
        const body = { userId: id, newPassword: String(given.get('password')) };
        return set.mutateAsync({ action: 'set-user-password', body }).then(
          () => true,
          () => false,
        );
      }}
    >
      <p>{words.passwordMeans}</p>
      <label className="field">
        <span>{words.passwordField}</span>
        <input name="password" type="password" autoComplete="new-password" minLength={8} maxLength={128} required />
      </label>
    </FormDialog>
  );
}
