import { useLanguage } from '../language/language.ts';

export const ROLES = ['viewer', 'importer', 'admin'] as const;

/** The field `role` of a form, each role with what it means. */
export function RoleField() {
  const words = useLanguage().texts.operations;
  return (
    <label className="field">
      <span>{words.role}</span>
      <select name="role" defaultValue="viewer">
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {words.rolesMean[role]}
          </option>
        ))}
      </select>
    </label>
  );
}
