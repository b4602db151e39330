import { FileFault } from '../file-reading/file-fault.ts';
import type { FileRecord } from '../file-reading/file-record.ts';
import { type DetectedFile, type ReadFile, readFile } from '../file-reading/read-file.ts';
import type { Ledger } from '../ledgers/ledger.ts';
import { findHeader } from './find-header.ts';
import { type Header, type HeaderMap, readHeader } from './header.ts';
import { cutText, FileRejected, type RowError } from './rejection.ts';
import { type RowReader, rowReader, type StagedRow } from './row.ts';

export interface ReadRowsOptions {
  /** Each instead of detecting it. */
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly contentType?: string;
  /** IANA name, for times that name no zone. */
  readonly timeZone: string;
  readonly map?: HeaderMap;
  /** Records whose cells are wanted although nothing is wrong with them (`alsoKept`). */
  readonly alsoCells?: (line: number) => boolean;
}

export interface RowBatch {
  /** Records read: `rows` and `refused` together. */
  readonly read: number;
  readonly rows: readonly StagedRow[];
  /** At least one for each refused record. */
  readonly errors: readonly RowError[];
  /** The cells as the file has them, in the header's order: to be mended and uploaded again. */
  readonly refused: readonly KeptCells[];
  readonly alsoKept: readonly KeptCells[];
}

interface KeptCells {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface RowsOfFile {
  readonly detected: DetectedFile & { readonly columns: Header['columns'] };
  /** What was odd though readable, in sentences. It may grow until `batches` is at its end. */
  readonly warnings: readonly string[];
  /** The file's own column names. Of JSON Lines: those known so far; a later line may bring more. */
  readonly header: readonly string[];
  /** What it throws is a FileRejected or the body's own error. */
  readonly batches: AsyncIterable<RowBatch>;
}

/** Rows that a batch has at least, but for the last one. */
const BATCH_ROWS = 1_000;

/**
 * Reads a file for a ledger: recognises and decodes it, finds the header, checks each row.
 * @throws FileRejected when it cannot be a file of this ledger; the body's own error when it breaks off
 */
export async function readRows(
  body: AsyncIterable<Uint8Array>,
  ledger: Ledger,
  options: ReadRowsOptions,
): Promise<RowsOfFile> {
  const file = await rejecting(readFile(body, options));
  try {
    const { header, names, records } = await rejecting(findHeader(file, ledger, options.map));
    const warnings = [...header.warnings];
    return {
      detected: { ...file.detected, columns: header.columns },
      warnings,
      header: names,
      batches: batches(file, records, readerOf(ledger, header, names, file, options), warnings, options.alsoCells),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

type RecordReader = (record: FileRecord) => StagedRow | readonly RowError[];

function readerOf(
  ledger: Ledger,
  header: Header,
  names: readonly string[],
  file: ReadFile,
  { timeZone, map }: ReadRowsOptions,
): RecordReader {
  const width = file.detected.format === 'jsonl' ? null : names.length;
  const reading = ({ places }: Header) => rowReader(ledger, { places, width, timeZone });
  let read: RowReader = reading(header);
  let known = names;
  return ({ line, cells, names: own, fault }) => {
    if (fault) return [{ line, column: null, ...fault, text: cells.length === 1 ? cutText(cells[0] as string) : null }];
    if (own !== null && own !== known) {
      known = own;
      read = reading(readHeader(ledger, own, map));
    }
    return read(line, cells);
  };
}

async function* batches(
  file: ReadFile,
  records: AsyncIterable<readonly FileRecord[]>,
  read: RecordReader,
  warnings: string[],
  alsoCells: (line: number) => boolean = () => false,
): AsyncGenerator<RowBatch> {
  let batch = emptyBatch();
  try {
    for await (const some of records) {
      for (const record of some) {
        const result = read(record);
        batch.read++;
        if ('contentHash' in result) {
          batch.rows.push(result);
          if (alsoCells(record.line)) batch.alsoKept.push({ line: record.line, cells: record.cells });
        } else {
          for (const error of result) batch.errors.push(error);
          batch.refused.push({ line: record.line, cells: record.cells });
        }
      }
      if (batch.read < BATCH_ROWS) continue;
      yield batch;
      batch = emptyBatch();
    }
  } catch (error) {
    throw asRejection(error);
  }
  warnings.push(...file.warnings());
  if (batch.read > 0) yield batch;
}

function emptyBatch() {
  return {
    read: 0,
    rows: [] as StagedRow[],
    errors: [] as RowError[],
    refused: [] as KeptCells[],
    alsoKept: [] as KeptCells[],
  };
}

async function rejecting<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asRejection(error);
  }
}

function asRejection(error: unknown): unknown {
  return error instanceof FileFault ? new FileRejected(error.code, error.message) : error;
}
