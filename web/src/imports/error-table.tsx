import { useLanguage } from '../language/language.ts';
import type { RowError } from './import-record.ts';

export function ErrorTable({ errors }: { errors: readonly RowError[] }) {
  const { texts } = useLanguage();
  const { line, column, message, text } = texts.imports.errorColumns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll" aria-label={texts.imports.errorTable} tabIndex={0}>
      <table className="errors">
        <thead>
          <tr>
            <th scope="col" className="number">
              {line}
            </th>
            <th scope="col">{column}</th>
            <th scope="col">{message}</th>
            <th scope="col">{text}</th>
          </tr>
        </thead>
        <tbody>
          {errors.map((error) => (
            <tr key={`${error.line} ${error.column} ${error.code}`}>
              <td className="number">{error.line}</td>
              <td>{error.column && <code>{error.column}</code>}</td>
              <td>{error.message}</td>
              <td>{error.text && <code className="wrap">{error.text}</code>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
