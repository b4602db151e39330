import { isUtf8 } from 'node:buffer';
import { toByteText } from './byte-text.ts';
import type { Encoding } from './encoding.ts';
import { FileFault } from './file-fault.ts';
import { firstBadLine, strictDecoder } from './strict-decoding.ts';
import { wholeCharacters } from './whole-characters.ts';

/** Bytes that are no character. `linesBefore`: line ends in the piece in front of them. */
export class Undecodable extends Error {
  override name = 'Undecodable';
  readonly linesBefore: number;
  readonly encoding: Encoding;

  /** The piece begins with an LF. */
  readonly afterFeed: boolean;

  constructor(encoding: Encoding, linesBefore: number, afterFeed: boolean) {
    super(`These bytes are not ${encoding}.`);
    this.encoding = encoding;
    this.linesBefore = linesBefore;
    this.afterFeed = afterFeed;
  }

  /** @param linesSeen line ends in the pieces before */
  asFault(linesSeen: number): FileFault {
    const line = linesSeen + this.linesBefore + 1;
    return new FileFault(
      'encoding',
      `Line ${line} holds bytes that are not ${this.encoding}. Save the file in one encoding, or say which it is: encoding=...`,
    );
  }
}

export type PieceDecoder = (piece: Uint8Array, last: boolean) => string;

/** Makes the function that decodes a file piece by piece; a character cut at a piece's end waits for the next one. */
export function pieceDecoder(encoding: Encoding): PieceDecoder {
  const decoder = strictDecoder(encoding);
  return byWholeCharacters(encoding, (bytes) => {
    const text = decoder.decode(bytes);
    return encoding === 'shift_jis' ? controlsInPlace(text) : text;
  });
}

/** The same for UTF-8, checked as strictly, into byte text. */
export function byteTextDecoder(): PieceDecoder {
  return byWholeCharacters('utf-8', (bytes) => {
    if (!isUtf8(bytes)) throw new TypeError('not UTF-8');
    return toByteText(bytes);
  });
}

/** @param decode throws for bytes that are no characters */
function byWholeCharacters(encoding: Encoding, decode: (bytes: Uint8Array) => string): PieceDecoder {
  let rest: Uint8Array = NOTHING;
  return (piece, last) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const length = last ? bytes.length : wholeCharacters(bytes, encoding);
    // Copied: the piece may be a view of a large buffer, or of one that its owner uses again.
    rest = length === bytes.length ? NOTHING : new Uint8Array(bytes.subarray(length));
    const whole = bytes.subarray(0, length);
    try {
      return decode(whole);
    } catch {
      throw new Undecodable(
        encoding,
        (firstBadLine(whole, encoding, true) ?? 1) - 1,
        whole[encoding === 'utf-16be' ? 1 : 0] === 10,
      );
    }
  };
}

const NOTHING = new Uint8Array(0);

/** The runtime reads three control bytes of Shift_JIS as IBM once did: 1A as 1C, 1C as 7F, 7F as 1A. */
function controlsInPlace(text: string): string {
  return text.replace(ROTATED, (control) => (control === '\x1c' ? '\x1a' : control === '\x7f' ? '\x1c' : '\x7f'));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const ROTATED = /[\x1a\x1c\x7f]/g;
