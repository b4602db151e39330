import { eucJpLength, shiftJisLength } from './whole-characters.ts';

/**
 * How much bytes look like Japanese in an encoding: the mean over their characters beyond ASCII, from 0 to 1.
 * Kana, full-width forms and the everyday kanji (JIS level 1) speak for it; rare kanji and private characters do not, nor
 * what Western text in Windows-1252 turns into: `don<92>t` reads as one kanji between letters, `<B0>C` as one
 * half-width kana. The bytes must be valid in that encoding; this only weighs them.
 */
export function shiftJisLikeness(bytes: Uint8Array): number {
  return likeness(bytes, shiftJisLength, (at) => {
    const lead = bytes[at] as number;
    if (lead < 0xe0 && lead > 0xa0) return halfWidthKana(bytes, at);
    return isStrandedLetter(bytes, at) ? STRANDED : shiftJisPair(lead, bytes[at + 1] as number);
  });
}

export function eucJpLikeness(bytes: Uint8Array): number {
  return likeness(bytes, eucJpLength, (at) => {
    const lead = bytes[at] as number;
    if (lead === 0x8e) return bytes[at - 2] === 0x8e || bytes[at + 2] === 0x8e ? HALF_WIDTH : STRANDED;
    if (lead === 0x8f) return RARE;
    if (lead < 0xa0) return 0;
    if (lead === 0xa4 || lead === 0xa5 || lead === 0xa1 || lead === 0xa3) return 1;
    return lead >= 0xb0 && lead <= 0xcf ? 1 : RARE;
  });
}

const STRANDED = 0.1;
const RARE = 0.3;
/** Near enough to kanji that a file of a few such, valid both ways, is not decided. */
const HALF_WIDTH = 0.8;

function shiftJisPair(lead: number, trail: number): number {
  if (lead >= 0xf0 && lead <= 0xf9) return 0;
  const code = lead * 256 + trail;
  if (lead <= 0x83) return code >= 0x81ad && code < 0x824f ? RARE : code <= 0x8396 ? 1 : RARE;
  return code >= 0x889f && code <= 0x9872 ? 1 : RARE;
}

/** Half-width kana come in words of two and more, which begin neither with a small one nor with a mark. */
function halfWidthKana(bytes: Uint8Array, at: number): number {
  const isKana = (index: number) => {
    const byte = bytes[index];
    return byte !== undefined && byte > 0xa5 && byte < 0xe0;
  };
  if (!isKana(at)) return STRANDED;
  let [first, last] = [at, at];
  while (isKana(first - 1)) first--;
  while (isKana(last + 1)) last++;
  const head = bytes[first] as number;
  const isWordStart = (head >= 0xb1 && head <= 0xdd) || head === 0xa6;
  return last > first && isWordStart ? HALF_WIDTH : STRANDED;
}

/** A pair that stands alone between ASCII letters, its second byte a letter itself. */
function isStrandedLetter(bytes: Uint8Array, at: number): boolean {
  return isLetter(bytes[at - 1]) && isLetter(bytes[at + 1]) && (bytes[at + 2] ?? 0) < 0x80;
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));
}

function likeness(bytes: Uint8Array, lengthOf: (lead: number) => number, weigh: (at: number) => number): number {
  let [characters, sum] = [0, 0];
  for (let at = 0; at < bytes.length; at += lengthOf(bytes[at] as number)) {
    if ((bytes[at] as number) < 0x80) continue;
    characters++;
    sum += weigh(at);
  }
  return characters === 0 ? 0 : sum / characters;
}
