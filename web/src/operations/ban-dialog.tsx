import { FormDialog } from '../controls/form-dialog.tsx';
import { useLanguage } from '../language/language.ts';
import { useUserAct } from './use-user-act.ts';

export function BanDialog({ id, email }: { id: string; email: string }) {
  const { texts } = useLanguage();
  const words = texts.operations;
  const ban = useUserAct();
  return (
    <FormDialog
      opens={{ words: words.ban, label: words.banOf(email), className: 'danger' }}
      title={words.banTitle(email)}
      submit={{ words: words.banDo, className: 'danger' }}
      leave={words.keep}
      pending={ban.isPending}
      failure={ban.error}
      onClosed={() => ban.reset()}
      onSubmit={(given) => {
        const banReason = String(given.get('reason'));
        const body = { userId: id, ...(banReason && { banReason }) };
        return ban.mutateAsync({ action: 'ban-user', body }).then(
          () => true,
          () => false,
        );
      }}
    >
      <p>{words.banMeans}</p>
      <label className="field">
        <span>{words.banReason}</span>
        <input name="reason" maxLength={1000} />
      </label>
    </FormDialog>
  );
}
