import { type CsvError, parse } from 'csv-parse';
import { FileRejected } from './rejection.ts';

/** A record of a CSV file. `line`: physical line on which it starts, from 1. */
export interface FileRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** One record must fit in memory several times over. */
const MAX_RECORD_CHARACTERS = 1_048_576;

/**
 * Reads a UTF-8 CSV file (RFC 4180; a byte order mark, LF, CRLF or CR) as it streams in. Empty lines are left out.
 * @throws FileRejected when it is not UTF-8 or not CSV; the body's own error when it breaks off
 */
export async function* readRecords(body: AsyncIterable<Uint8Array>): AsyncGenerator<FileRecord> {
  const parser = parse({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARACTERS,
  });
  const feeding = feed(body, parser);
  // csv-parse counts up to the record's end, and a CRLF inside quotes as two lines.
  let countedTwice = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      countedTwice += count(record, /\r\n/g);
      yield { line: info.lines - countedTwice - count(record, /\r\n|\r|\n/g), cells: record };
    }
    await feeding;
  } catch (error) {
    throw asRejection(error);
  } finally {
    parser.destroy();
  }
}

/** Decodes strictly: a byte that is not UTF-8 is refused, never replaced. */
async function feed(body: AsyncIterable<Uint8Array>, parser: ReturnType<typeof parse>): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of body) {
      if (parser.destroyed) return;
      if (!parser.write(decoder.decode(chunk, { stream: true })))
        await new Promise<void>((resolve) => {
          parser.once('drain', resolve);
          parser.once('close', resolve);
        });
    }
    parser.end(decoder.decode());
  } catch (error) {
    parser.destroy(error as Error);
  }
}

function count(cells: readonly string[], pattern: RegExp): number {
  let found = 0;
  for (const cell of cells) found += cell.match(pattern)?.length ?? 0;
  return found;
}

function asRejection(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return new FileRejected('encoding', 'The file is not UTF-8. Save it as "CSV UTF-8" and upload it again.');
  if (!('code' in error && String(error.code).startsWith('CSV_'))) return error;
  const { code, lines } = error as CsvError & { lines?: number };
  const where = lines === undefined ? '' : ` at or before line ${lines}`;
  return new FileRejected('csv', `The file is not valid CSV${where}: ${CSV_FAULTS[code] ?? error.message}`);
}

const CSV_FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed.',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quote is followed by something other than a comma or the end of the line.',
  CSV_INVALID_OPENING_QUOTE: 'a quote stands in the middle of a cell that does not begin with one.',
  CSV_MAX_RECORD_SIZE: `a record is longer than ${MAX_RECORD_CHARACTERS} characters.`,
};
