import { TextDecoder } from 'node:util';
import type { Encoding } from './encoding.ts';
import { wholeCharacters } from './whole-characters.ts';

/** Refuses what is not valid instead of replacing it, and keeps marks: the one at the start is cut off before. */
export function strictDecoder(encoding: Encoding): TextDecoder {
  return new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
}

/** @param whole no byte follows; else a character cut at the end is no fault */
export function isValid(bytes: Uint8Array, encoding: Encoding, whole: boolean): boolean {
  return decodes(strictDecoder(encoding), whole ? bytes : bytes.subarray(0, wholeCharacters(bytes, encoding)));
}

/** The line, from 1, of the first bytes that are not valid, or undefined. */
export function firstBadLine(bytes: Uint8Array, encoding: Encoding, whole: boolean): number | undefined {
  if (isValid(bytes, encoding, whole)) return undefined;
  const decoder = strictDecoder(encoding);
  let line = 1;
  for (let start = 0; ; line++) {
    const end = lineEnd(bytes, start, encoding);
    if (end >= bytes.length || !decodes(decoder, bytes.subarray(start, end))) return line;
    start = end;
  }
}

function decodes(decoder: TextDecoder, bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The place behind the next line end. LF and CR are never part of a longer character in any of our encodings. */
function lineEnd(bytes: Uint8Array, from: number, encoding: Encoding): number {
  const width = encoding.startsWith('utf-16') ? 2 : 1;
  const low = encoding === 'utf-16be' ? 1 : 0;
  const unit = (at: number) => (width === 1 || bytes[at + 1 - low] === 0 ? bytes[at + low] : -1);
  for (let at = from; at < bytes.length; at += width) {
    if (unit(at) === 10) return at + width;
    if (unit(at) === 13) return unit(at + width) === 10 ? at + 2 * width : at + width;
  }
  return bytes.length;
}
