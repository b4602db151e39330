import { csvScanner } from './csv-scanner.ts';
import { byteTextDecoder, type PieceDecoder, pieceDecoder, Undecodable } from './decode.ts';
import { DIALECT_HEAD, detectDialect } from './detect-dialect.ts';
import { type DetectedEncoding, detectEncoding } from './detect-encoding.ts';
import { delimiterOf } from './dialect.ts';
import { byteOrderMark, type Encoding, encodingOf } from './encoding.ts';
import { FileFault } from './file-fault.ts';
import type { FileRecord, RecordScanner } from './file-record.ts';
import { GUNZIP_LIMITS, type GunzipLimits, gunzip } from './gunzip.ts';
import { jsonLinesScanner } from './json-lines-scanner.ts';
import { type LineEnd, lineEndOf } from './line-ends.ts';
import { peek } from './peeked.ts';
import { recognise } from './signature.ts';

export interface ReadOptions {
  /** Instead of detecting it. */
  readonly encoding?: string;
  readonly delimiter?: string;
  /** `application/x-ndjson` and the like mean JSON Lines; anything else lets the file speak. */
  readonly contentType?: string;
  readonly limits?: GunzipLimits;
}

export interface DetectedFile {
  readonly format: 'csv' | 'tsv' | 'jsonl';
  readonly compression: 'gzip' | null;
  readonly encoding: Encoding;
  readonly delimiter: string | null;
  readonly quote: string | null;
  readonly line_end: LineEnd;
}

export interface ReadFile {
  readonly detected: DetectedFile;
  /** The records in order, as many at a time as a piece of the file holds; what it throws is a FileFault or the body's own error. */
  readonly records: AsyncIterable<readonly FileRecord[]>;
  /** What was odd though readable, in sentences; complete when `records` is. */
  warnings(): string[];
  /** Lets the body go when `records` is not read. */
  close(): Promise<void>;
}

/** Bytes from which the encoding is told. */
const ENCODING_HEAD = 1_048_576;
/** Bytes that tell gzip, ZIP and the like from text. */
const SIGNATURE_HEAD = 8_192;

/**
 * Reads a table of any ledger or none: recognises what the file is by its bytes, then gives its records as they stream in.
 * @throws FileFault for a file that is none
 */
export async function readFile(body: AsyncIterable<Uint8Array>, options: ReadOptions = {}): Promise<ReadFile> {
  const outer = await peek(body, SIGNATURE_HEAD);
  try {
    if (recognise(outer.head) === 'text') return await readText(outer.body, null, options);
    const unpacked = await peek(gunzip(outer.body, options.limits ?? GUNZIP_LIMITS), SIGNATURE_HEAD);
    if (recognise(unpacked.head) === 'gzip')
      throw new FileFault('gzip', 'The file is compressed twice. Unpack it once and upload it again.');
    return await readText(unpacked.body, 'gzip', options);
  } catch (error) {
    await outer.close();
    throw error;
  }
}

async function readText(
  body: AsyncIterable<Uint8Array>,
  compression: 'gzip' | null,
  options: ReadOptions,
): Promise<ReadFile> {
  const { head, whole, body: everything, close } = await peek(body, ENCODING_HEAD);
  try {
    const { encoding, markLength } = encodingFor(head, whole, options.encoding);
    const sample = sampleOf(head.subarray(markLength), encoding, whole);
    const { scanner, decode, ...written } = scannerFor(sample, encoding, options);
    const detected = { compression, encoding, ...written, line_end: lineEndOf(sample.text) };
    return {
      detected,
      records: records(everything, decode, markLength, scanner),
      warnings: scanner.warnings,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function encodingFor(head: Uint8Array, whole: boolean, named: string | undefined): DetectedEncoding {
  if (named === undefined) return detectEncoding(head, whole);
  const encoding = encodingOf(named);
  const mark = byteOrderMark(head);
  return { encoding, markLength: mark?.encoding === encoding ? mark.length : 0 };
}

/** The beginning as text. */
function sampleOf(bytes: Uint8Array, encoding: Encoding, whole: boolean): { text: string; whole: boolean } {
  const piece = bytes.subarray(0, DIALECT_HEAD);
  const all = whole && piece.length === bytes.length;
  try {
    return { text: pieceDecoder(encoding)(piece, all), whole: all };
  } catch (error) {
    throw error instanceof Undecodable ? error.asFault(0) : error;
  }
}

function scannerFor({ text, whole }: { text: string; whole: boolean }, encoding: Encoding, options: ReadOptions) {
  const isUtf8 = encoding === 'utf-8';
  if (isJsonLines(text, options)) {
    const scanner: RecordScanner = jsonLinesScanner(isUtf8);
    return { format: 'jsonl' as const, delimiter: null, quote: null, scanner, decode: decoderFor(encoding, isUtf8) };
  }
  const asked = options.delimiter === undefined ? undefined : delimiterOf(options.delimiter);
  const dialect = detectDialect(text, whole, asked);
  const { delimiter, quote } = dialect;
  const format = delimiter === '\t' ? ('tsv' as const) : ('csv' as const);
  // A delimiter beyond ASCII is more than one byte.
  const isByteText = isUtf8 && delimiter < '\x80';
  const scanner: RecordScanner = csvScanner(dialect, isByteText);
  return { format, delimiter, quote, scanner, decode: decoderFor(encoding, isByteText) };
}

function decoderFor(encoding: Encoding, isByteText: boolean): PieceDecoder {
  return isByteText ? byteTextDecoder() : pieceDecoder(encoding);
}

function isJsonLines(text: string, { contentType, delimiter }: ReadOptions): boolean {
  if (contentType && /^application\/(?:x-ndjson|ndjson|jsonl|jsonlines|x-jsonlines)\b/i.test(contentType)) return true;
  return delimiter === undefined && /^\s*\{/.test(text);
}

async function* records(
  body: AsyncIterable<Uint8Array>,
  decode: PieceDecoder,
  markLength: number,
  scanner: RecordScanner,
): AsyncGenerator<readonly FileRecord[]> {
  const text = (piece: Uint8Array, last: boolean) => {
    try {
      return decode(piece, last);
    } catch (error) {
      throw error instanceof Undecodable ? error.asFault(scanner.linesSeen(error.afterFeed)) : error;
    }
  };
  let skip = markLength;
  for await (const chunk of body) {
    const piece = chunk.subarray(Math.min(skip, chunk.length));
    skip -= chunk.length - piece.length;
    if (piece.length === 0) continue;
    const found = scanner.push(text(piece, false), false);
    if (found.length > 0) yield found;
  }
  const found = scanner.push(text(NOTHING, true), true);
  if (found.length > 0) yield found;
}

const NOTHING = new Uint8Array(0);
