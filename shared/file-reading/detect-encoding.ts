import { TextDecoder } from 'node:util';
import { isDoubtfulUtf8 } from './doubtful-utf8.ts';
import { byteOrderMark, type Encoding } from './encoding.ts';
import { FileFault } from './file-fault.ts';
import { eucJpLikeness, shiftJisLikeness } from './japanese-likeness.ts';
import { firstBadLine, isValid } from './strict-decoding.ts';

/** From this likeness on, bytes are taken for Japanese. */
const LIKELY = 0.5;
/** Two readings nearer than this are not told apart. */
const APART = 0.25;

export interface DetectedEncoding {
  readonly encoding: Encoding;
  /** Bytes of the byte order mark. */
  readonly markLength: number;
}

/**
 * Which encoding a file's first bytes are in: by its byte order mark, else by what they can be, and never by what is
 * merely not impossible. There is no Windows-1252 here: what fits nothing, or two equally, is refused.
 * @param whole `head` is the whole file; else its last character may be cut
 * @throws FileFault
 */
export function detectEncoding(head: Uint8Array, whole: boolean): DetectedEncoding {
  const mark = byteOrderMark(head);
  if (mark) return { encoding: mark.encoding, markLength: mark.length };
  const wide = wideEncoding(head, whole);
  if (wide) return { encoding: wide, markLength: 0 };
  if (isValid(head, 'utf-8', whole)) {
    if (isDoubtfulUtf8(new TextDecoder().decode(head)) && Math.max(...likenesses(head, whole)) >= LIKELY)
      throw ambiguous('UTF-8', 'Shift_JIS or EUC-JP');
    return { encoding: 'utf-8', markLength: 0 };
  }
  if (isMostlyUtf8(head))
    throw new FileFault(
      'encoding',
      `The file is UTF-8, but line ${badUtf8Line(head, whole)} holds bytes that are not.`,
    );
  return { encoding: japanese(head, whole), markLength: 0 };
}

function japanese(head: Uint8Array, whole: boolean): Encoding {
  const [shiftJis, eucJp] = likenesses(head, whole);
  if (Math.max(shiftJis, eucJp) >= LIKELY) {
    if (shiftJis - eucJp >= APART) return 'shift_jis';
    if (eucJp - shiftJis >= APART) return 'euc-jp';
    throw ambiguous('Shift_JIS', 'EUC-JP');
  }
  throw new FileFault(
    'encoding',
    `The file's encoding cannot be told: line ${badUtf8Line(head, whole)} is not UTF-8, and it does not read as Shift_JIS or EUC-JP. Save it as "CSV UTF-8", or say which it is: encoding=...`,
  );
}

function likenesses(head: Uint8Array, whole: boolean): readonly [shiftJis: number, eucJp: number] {
  return [
    isValid(head, 'shift_jis', whole) ? shiftJisLikeness(head) : 0,
    isValid(head, 'euc-jp', whole) ? eucJpLikeness(head) : 0,
  ];
}

function ambiguous(one: string, other: string): FileFault {
  const options = ['utf-8', 'shift_jis', 'euc-jp'].map((name) => `encoding=${name}`).join(', ');
  return new FileFault(
    'encoding',
    `The file may be ${one} as well as ${other}, and reads differently in each. Say which it is: ${options}.`,
  );
}

function badUtf8Line(head: Uint8Array, whole: boolean): number {
  return firstBadLine(head, 'utf-8', whole) ?? 1;
}

/** Text with ASCII in it has a NUL in every second byte, and a line end or a delimiter when read as UTF-16. */
function wideEncoding(head: Uint8Array, whole: boolean): Encoding | undefined {
  const nuls: [number, number] = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) nuls[at % 2 ? 1 : 0]++;
  const [even, odd] = nuls;
  if (even + odd < Math.max(1, head.length / 20) || Math.min(even, odd) > Math.max(even, odd) / 100) return undefined;
  const encoding = odd > even ? 'utf-16le' : 'utf-16be';
  if (!isValid(head, encoding, whole)) return undefined;
  const text = new TextDecoder(encoding).decode(head);
  return !text.includes('\0') && /[\n\r,;|\t]/.test(text) ? encoding : undefined;
}

/** More of its sequences beyond ASCII are whole UTF-8 ones than are not: Japanese in other encodings has hardly any. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let [good, bad] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] as number;
    if (lead < 0x80) continue;
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    let following = 0;
    while (following < length - 1 && ((bytes[at + following + 1] ?? 0) & 0xc0) === 0x80) following++;
    if (length > 0 && following === length - 1) good++;
    else bad++;
    at += following;
  }
  return good > bad;
}
