import type { ReactNode } from 'react';

export interface Column<Row> {
  /** '' for what is done to a row. */
  name: string;
  number?: boolean;
  cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** Lines of a list. The first column names each. */
export function Table<Row>({ label, columns, rows, keyOf }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll framed" aria-label={label} tabIndex={0}>
      <table className="lines">
        <thead>
          <tr>
            {columns.map(({ name, number }) =>
              name === '' ? (
                <td key={name} />
              ) : (
                <th key={name} scope="col" className={number ? 'number' : undefined}>
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, number, cell }, place) =>
                place === 0 ? (
                  <th key={name} scope="row" className={number ? 'number' : undefined}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={name} className={number ? 'number' : undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
