import { useLanguage } from '../language/language.ts';
import { errorWords } from './error-words.ts';
import type { RowError } from './import-record.ts';

export function ErrorTable({ errors }: { errors: readonly RowError[] }) {
  const { texts } = useLanguage();
  const { line, column, message, text } = texts.imports.errorColumns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll framed" aria-label={texts.imports.errorTable} tabIndex={0}>
      <table className="lines">
        <thead>
          <tr>
            <th scope="col" className="number">
              {line}
            </th>
            <th scope="col">{column}</th>
            <th scope="col">{message}</th>
          </tr>
        </thead>
        <tbody>
          {errors.map((error) => (
            <tr key={`${error.line} ${error.column} ${error.code}`}>
              <td className="number">{error.line}</td>
              <td>{error.column && <code>{error.column}</code>}</td>
              <td className="error-words">
                {errorWords(texts, error)}
                {error.text && <code title={text}>{error.text}</code>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
