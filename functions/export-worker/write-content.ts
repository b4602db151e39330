import { encodeCp932, Unencodable } from '../../shared/csv-writer/cp932.ts';
import type { ExportOptions } from '../../shared/export-queue/job.ts';
import type { ExportContent } from './content.ts';
import { ExportFailure } from './failure.ts';
import type { PartFile } from './part-file.ts';

/** Characters that are gathered before they are encoded and written: calls stay few, memory small. */
const CHUNK = 64 * 1024;

const ENCODERS: Readonly<Record<ExportOptions['encoding'], (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  cp932: encodeCp932,
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
  let written = 0;
  let gathered: string[] = [];
  let characters = 0;
  const flush = async () => {
    await file.write(encodeRecords(encode, gathered, written));
    written += gathered.length;
    gathered = [];
    characters = 0;
    onWritten(written);
  };
  await file.write(encodeHead(encode, content.head));
  for await (const batch of content.records)
    for (const text of batch) {
      gathered.push(text);
      characters += text.length;
      if (characters >= CHUNK) await flush();
    }
  await flush();
  if (written !== content.expected)
    throw new ExportFailure('internal', `${written} rows came instead of ${content.expected}. Export again.`);
  await file.write(encode(content.tail));
}

/** @param before records that were written before these */
function encodeRecords(encode: (text: string) => Buffer, records: readonly string[], before: number): Buffer {
  try {
    return encode(records.join(''));
  } catch (error) {
    if (!(error instanceof Unencodable)) throw error;
    let end = 0;
    const index = records.findIndex((text) => {
      end += text.length;
      return error.index < end;
    });
    throw unencodable(error, `Row ${before + index + 1}`);
  }
}

function encodeHead(encode: (text: string) => Buffer, head: string): Buffer {
  try {
    return encode(head);
  } catch (error) {
    throw error instanceof Unencodable ? unencodable(error, 'The header') : error;
  }
}

function unencodable({ character }: Unencodable, where: string): ExportFailure {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const advice = 'Export as UTF-8 instead.';
  return new ExportFailure(
    'unencodable',
    `${where} has the character ${character} (${code}), which CP932 lacks. ${advice}`,
  );
}
