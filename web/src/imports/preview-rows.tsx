import { useLanguage } from '../language/language.ts';
import type { ImportPreview } from './import-record.ts';

/** The first rows by the ledger's columns, with their lines in the file. Columns that no row fills are left out. */
export function PreviewRows({ name, preview: { rows } }: { name: string; preview: ImportPreview }) {
  const { texts } = useLanguage();
  const columns = Object.keys(rows[0]?.values ?? {}).filter((column) =>
    rows.some(({ values }) => (values[column] ?? null) !== null),
  );
  if (rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll framed preview-rows" aria-label={texts.imports.review.rows(name)} tabIndex={0}>
      <table className="lines">
        <caption className="unseen">{texts.imports.review.firstRows}</caption>
        <thead>
          <tr>
            <th scope="col" className="number">
              {texts.imports.review.line}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                <code>{column}</code>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, values }) => (
            <tr key={line}>
              <th scope="row" className="number soft">
                {line}
              </th>
              {columns.map((column) => (
                <td key={column}>{values[column] ?? <span className="soft">–</span>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
