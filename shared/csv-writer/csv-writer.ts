/** A number is written as it is, text is guarded and quoted, null is the empty cell. */
export type CsvCell = string | number | null;

export interface CsvOptions {
  delimiter: ',' | '\t';
  /** true: text goes out exactly as it is, for programs; a spreadsheet may take it for a formula. */
  raw: boolean;
}

/** What a spreadsheet needs to see that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Text that starts so may run as a formula in a spreadsheet. */
const FORMULA_START = /^[=+\-@\t\r]/;
/** Most cells: neither a formula nor anything to quote, whatever the delimiter. */
const PLAIN = /^[^=+\-@\t\r,"\n][^\t\r,"\n]*$/;
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** One record as RFC 4180 has it, its line end (CR LF) included. */
export function csvRecord(cells: readonly CsvCell[], options: CsvOptions): string {
  // A line with nothing on it is no record to most readers.
  if (cells.length === 1 && (cells[0] === null || cells[0] === '')) return '""\r\n';
  let line = '';
  for (let index = 0; index < cells.length; index++) {
    if (index > 0) line += options.delimiter;
    line += csvCell(cells[index] as CsvCell, options);
  }
  return `${line}\r\n`;
}

function csvCell(cell: CsvCell, { delimiter, raw }: CsvOptions): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (PLAIN.test(cell)) return cell;
  const text = !raw && FORMULA_START.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell;
  return needsQuotes(text, delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}

function needsQuotes(text: string, delimiter: string): boolean {
  return text.includes(delimiter) || text.includes('"') || text.includes('\n') || text.includes('\r');
}
