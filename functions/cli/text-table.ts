import { styleText } from 'node:util';
import { printable } from '../../shared/printable.ts';
import { textWidth } from './text-width.ts';

export type TableCell = string | number | boolean | null | undefined;

/** Columns for a terminal, aligned; numbers to the right. Nothing that stands in a cell can move the cursor. */
export function textTable(header: readonly string[], rows: readonly (readonly TableCell[])[]): string {
  const cells = rows.map((row) =>
    row.map((cell) => printable(cell === null || cell === undefined ? '' : String(cell))),
  );
  const widths = header.map((name, column) =>
    Math.max(textWidth(name), ...cells.map((row) => textWidth(row[column] ?? ''))),
  );
  const right = header.map((_, column) => rows.length > 0 && rows.every((row) => isNumeric(row[column])));
  const line = (texts: readonly string[]) =>
    texts
      .map((text, column) => {
        const padding = ' '.repeat((widths[column] ?? 0) - textWidth(text));
        return right[column] ? padding + text : text + padding;
      })
      .join('  ')
      .trimEnd();
  return [styleText('bold', line(header)), ...cells.map(line)].join('\n');
}

function isNumeric(cell: TableCell): boolean {
  return cell === null || cell === undefined || typeof cell === 'number' || /^-?\d+(\.\d+)?$/.test(String(cell));
}
