import { FileFault } from './file-fault.ts';

interface Kind {
  readonly bytes: readonly number[];
  readonly refusal: string;
}

const NOT_TEXT: readonly Kind[] = [
  { bytes: [0x50, 0x4b, 5, 6], refusal: 'This is an empty ZIP archive.' },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    refusal: 'This is an old Excel workbook. Save it as "CSV UTF-8" and upload that file.',
  },
  { bytes: [0x42, 0x5a, 0x68], refusal: 'This file is compressed with bzip2. Unpack it, or compress it with gzip.' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], refusal: 'This file is compressed with xz. Unpack it, or use gzip.' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], refusal: 'This file is compressed with zstd. Unpack it, or use gzip.' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], refusal: 'This is a 7-Zip archive. Unpack it and upload the file.' },
  { bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], refusal: 'This is a PDF. Upload the table as CSV, TSV or JSON Lines.' },
];

const ZIP = [0x50, 0x4b, 3, 4];
const GZIP = [0x1f, 0x8b];

/**
 * What the first bytes say the file is; its name is not asked.
 * @throws FileFault for kinds that are no text, with what to do
 */
export function recognise(head: Uint8Array): 'gzip' | 'text' {
  if (startsWith(head, GZIP)) return 'gzip';
  if (startsWith(head, ZIP)) throw new FileFault('zip', zipRefusal(head));
  const kind = NOT_TEXT.find(({ bytes }) => startsWith(head, bytes));
  if (kind) throw new FileFault('not_text', kind.refusal);
  return 'text';
}

function zipRefusal(head: Uint8Array): string {
  const names = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 65_536)).toString('latin1');
  return /\[Content_Types\]\.xml|xl\/(?:workbook|worksheets)|_rels\/\.rels/.test(names)
    ? 'This is an Excel workbook. Choose "Save as", "CSV UTF-8", and upload that file.'
    : 'This is a ZIP archive. Unpack it and upload the file inside, or compress that file with gzip.';
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}
