import { FormDialog } from '../controls/form-dialog.tsx';
import { useLanguage } from '../language/language.ts';
import { RoleField } from './role-field.tsx';
import { useUserAct } from './use-user-act.ts';

export function CreateUserDialog() {
  const { texts } = useLanguage();
  const words = texts.operations;
  const create = useUserAct();
  return (
    <FormDialog
      opens={{ words: words.create }}
      title={words.createTitle}
      submit={{ words: words.createDo }}
      leave={words.keep}
      pending={create.isPending}
      failure={create.error}
      onClosed={() => create.reset()}
      onSubmit={(given) => {
        const fields = ['name', 'email', 'password', 'role'];
        const body = Object.fromEntries(fields.map((field) => [field, String(given.get(field))]));
        return create.mutateAsync({ action: 'create-user', body }).then(
          () => true,
          () => false,
        );
      }}
    >
      <label className="field">
        <span>{words.name}</span>
        <input name="name" autoComplete="off" maxLength={200} required />
      </label>
      <label className="field">
        <span>{words.email}</span>
        <input name="email" type="email" autoComplete="off" maxLength={320} required />
      </label>
      <label className="field">
        <span>{words.firstPassword}</span>
        <input name="password" type="password" autoComplete="new-password" minLength={8} maxLength={128} required />
      </label>
      <RoleField />
    </FormDialog>
  );
}
