import type { FileRecord } from '../file-reading/file-record.ts';
import type { ReadFile } from '../file-reading/read-file.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import { type Header, type HeaderMap, readHeader } from './header.ts';
import { FileRejected } from './rejection.ts';

/** Records among which the header is looked for: titles and dates of a report may stand above it. */
const SEARCHED = 10;

export interface FoundHeader {
  readonly header: Header;
  readonly names: readonly string[];
  /** The records behind it; of JSON Lines all of them. */
  readonly records: AsyncIterable<readonly FileRecord[]>;
}

/**
 * Finds the header of a file. CSV: the first of the first records that names every column a row needs. JSON Lines: the
 * names that its first lines bring.
 * @throws FileRejected when there is none; what reading throws
 */
export async function findHeader(file: ReadFile, ledger: Ledger, map?: HeaderMap): Promise<FoundHeader> {
  const iterator = file.records[Symbol.asyncIterator]();
  const isJson = file.detected.format === 'jsonl';
  const seen: FileRecord[] = [];
  let complaint: FileRejected | undefined;
  for (let tried = 0; tried < SEARCHED; tried++) {
    while (seen.length === tried) {
      const next = await iterator.next();
      if (next.done) throw complaint ?? new FileRejected('empty', EMPTY);
      seen.push(...next.value);
    }
    const record = seen[tried] as FileRecord;
    const found = tryHeader(ledger, record, map);
    if (found instanceof FileRejected) {
      // Of JSON Lines the last complaint knows most names, of CSV the first one is about the likeliest line.
      if (isJson || !complaint) complaint = found;
      continue;
    }
    const rest = isJson ? seen : seen.slice(tried + 1);
    const records = { [Symbol.asyncIterator]: () => resumed(rest, iterator) };
    const warnings = tried > 0 && !isJson ? [aboveHeader(tried, record.line), ...found.warnings] : found.warnings;
    return { header: { ...found, warnings }, names: record.names ?? record.cells, records };
  }
  throw complaint ?? new FileRejected('empty', EMPTY);
}

const EMPTY = 'The file is empty; its first line must name the columns.';

function tryHeader(ledger: Ledger, record: FileRecord, map: HeaderMap | undefined): Header | FileRejected {
  if (record.fault && record.names === null)
    return new FileRejected('header', `The header on line ${record.line} cannot be read. ${record.fault.message}`);
  try {
    return readHeader(ledger, record.names ?? record.cells, map);
  } catch (error) {
    if (error instanceof FileRejected) return error;
    throw error;
  }
}

function aboveHeader(count: number, line: number): string {
  return `The header was found on line ${line}; ${count === 1 ? 'one line' : `${count} lines`} above it left out.`;
}

async function* resumed(
  rest: readonly FileRecord[],
  iterator: AsyncIterator<readonly FileRecord[]>,
): AsyncGenerator<readonly FileRecord[]> {
  try {
    if (rest.length > 0) yield rest;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
