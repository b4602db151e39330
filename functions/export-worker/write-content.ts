import { Unencodable, writeCp932 } from '../../shared/csv-writer/cp932.ts';
import type { ExportOptions } from '../../shared/export-queue/job.ts';
import type { ExportContent } from './content.ts';
import { ExportFailure } from './failure.ts';
import type { PartFile } from './part-file.ts';

/** Bytes that are gathered before they are written. */
const CHUNK_BYTES = 256 * 1024;
/** Most bytes that a UTF-16 unit takes in any of our encodings. */
const BYTES_PER_UNIT = 3;

/** Writes a text into a buffer that has room for it. @returns how many bytes it took */
type Encode = (text: string, into: Buffer, at: number) => number;

/** Record by record: joined texts would be copied twice, and one wide character would widen all of them. */
const ENCODERS: Readonly<Record<ExportOptions['encoding'], Encode>> = {
  'utf-8': (text, into, at) => into.write(text, at),
  cp932: writeCp932,
};

/**
 * Writes a content into a file. All formats and encodings take this one way.
 * @param onWritten told how many records the file holds, each time it has grown; may throw to stop
 * @throws ExportFailure `unencodable`, `too_large`, or `internal` when not as many records came as should
 */
export async function writeContent(
  content: ExportContent,
  encoding: ExportOptions['encoding'],
  file: Pick<PartFile, 'write'>,
  onWritten: (records: number) => void,
): Promise<void> {
  const encode = ENCODERS[encoding];
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let length = 0;
  let records = 0;
  const flush = async (room: number) => {
    await file.write(chunk.subarray(0, length));
    onWritten(records);
    length = 0;
    if (room > chunk.byteLength) chunk = Buffer.allocUnsafe(room);
  };
  const put = (text: string, what: () => string) => {
    try {
      length += encode(text, chunk, length);
    } catch (error) {
      throw error instanceof Unencodable ? unencodable(error, what()) : error;
    }
  };
  const roomFor = (text: string) => text.length * BYTES_PER_UNIT;
  const row = () => `Row ${records + 1}`;
  await flush(roomFor(content.head));
  put(content.head, () => 'The header');
  for await (const batch of content.records)
    for (const text of batch) {
      if (length + roomFor(text) > chunk.byteLength) await flush(roomFor(text));
      put(text, row);
      records++;
    }
  if (records !== content.expected)
    throw new ExportFailure('internal', `${records} rows came instead of ${content.expected}. Export again.`);
  await flush(roomFor(content.tail));
  put(content.tail, () => 'The end');
  await flush(0);
}

function unencodable({ character }: Unencodable, where: string): ExportFailure {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return new ExportFailure(
    'unencodable',
    `${where} has the character ${character} (${code}), which CP932 lacks. Export as UTF-8 instead.`,
  );
}
