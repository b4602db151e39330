import type { Encoding } from './encoding.ts';

/** How many of these bytes make whole characters, when they begin with one; the rest is the beginning of the next one. */
export function wholeCharacters(bytes: Uint8Array, encoding: Encoding): number {
  switch (encoding) {
    case 'utf-8':
      return utf8(bytes);
    case 'utf-16le':
      return utf16(bytes, 1);
    case 'utf-16be':
      return utf16(bytes, 0);
    case 'shift_jis':
      return walk(bytes, shiftJisLength);
    case 'euc-jp':
      return walk(bytes, eucJpLength);
  }
}

function utf8(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** @param high which byte of a pair is the high one */
function utf16(bytes: Uint8Array, high: 0 | 1): number {
  const even = bytes.length - (bytes.length % 2);
  const isLead = even >= 2 && ((bytes[even - 2 + high] as number) & 0xfc) === 0xd8;
  return isLead ? even - 2 : even;
}

function walk(bytes: Uint8Array, lengthOf: (lead: number) => number): number {
  let at = 0;
  while (at < bytes.length) {
    const length = lengthOf(bytes[at] as number);
    if (at + length > bytes.length) return at;
    at += length;
  }
  return at;
}

/** Bytes of the Shift_JIS character that begins with this byte. */
export function shiftJisLength(lead: number): number {
  return (lead >= 0x81 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xfc) ? 2 : 1;
}

/** Bytes of the EUC-JP character that begins with this byte. */
export function eucJpLength(lead: number): number {
  if (lead === 0x8f) return 3;
  return lead === 0x8e || (lead >= 0xa1 && lead <= 0xfe) ? 2 : 1;
}
