import { FileFault } from './file-fault.ts';

/** What we read. Shift_JIS means CP932, EUC-JP with its three-byte characters: as the WHATWG encoding standard has them. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'shift_jis', 'euc-jp'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const ALIASES: Readonly<Record<string, Encoding>> = {
  utf8: 'utf-8',
  'utf-16': 'utf-16le',
  utf16: 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  sjis: 'shift_jis',
  'shift-jis': 'shift_jis',
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  'windows-31j': 'shift_jis',
  eucjp: 'euc-jp',
};

/** @returns the encoding that people call so, or undefined */
export function encodingNamed(label: string): Encoding | undefined {
  const name = label.trim().toLowerCase();
  return (ENCODINGS as readonly string[]).includes(name) ? (name as Encoding) : ALIASES[name];
}

/** @throws FileFault for a name that is none of ours */
export function encodingOf(label: string): Encoding {
  const encoding = encodingNamed(label);
  if (encoding) return encoding;
  throw new FileFault('encoding', `There is no encoding ${label} here; there are ${ENCODINGS.join(', ')}.`);
}

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The byte order mark at the start. `length` in bytes. */
export function byteOrderMark(head: Uint8Array): { encoding: Encoding; length: number } | undefined {
  const found = MARKS.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte));
  return found && { encoding: found[0], length: found[1].length };
}
