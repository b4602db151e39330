import type { StagedRow } from './row.ts';

const CHUNK_BYTES = 256 * 1024;
/** What a UTF-16 unit takes at most in UTF-8. */
const UNIT_BYTES = 3;

/**
 * Rows as LOAD DATA reads them without further options: fields end with a tab, rows with a newline, `\` escapes, `\N`
 * is NULL. In chunks of some 256 KiB, well below what a server takes as one packet. Rows are encoded one by one into a
 * chunk: three times as fast as one text of them all.
 */
export function* loadChunks(rows: readonly StagedRow[]): Generator<Buffer> {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let used = 0;
  for (const row of rows) {
    const text = rowText(row);
    const room = text.length * UNIT_BYTES;
    if (used + room > chunk.length) {
      if (used > 0) yield chunk.subarray(0, used);
      chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, room));
      used = 0;
    }
    used += chunk.write(text, used);
  }
  if (used > 0) yield chunk.subarray(0, used);
}

function rowText({ line, values, contentHash }: StagedRow): string {
  let text = String(line);
  for (const value of values) text += `\t${value === null ? '\\N' : escaped(value)}`;
  return `${text}\t${contentHash}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' };

function escaped(value: string): string {
  return /[\\\t\n\r\0]/.test(value) ? value.replace(/[\\\t\n\r\0]/g, (character) => ESCAPES[character] ?? '') : value;
}
