/** A cell: null is empty, a list is a JSON array. */
export type Cell = string | number | null | readonly number[];

/** A CSV file (RFC 4180 quoting, LF, no byte order mark) with these columns as its header. */
export function formatCsv(columns: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const lines = [columns, ...rows].map((cells) => cells.map(formatCell).join(','));
  return `${lines.join('\n')}\n`;
}

function formatCell(cell: Cell): string {
  const text = cell === null ? '' : typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
