import { expect, test } from 'vitest';
import { Unencodable, writeCp932 } from '../../shared/csv-writer/cp932.ts';

function encodeCp932(text: string): Buffer {
  const bytes = Buffer.alloc(text.length * 2 + 1);
  return bytes.subarray(1, 1 + writeCp932(text, bytes, 1));
}

test.each([
  ['ASCII and controls', 'a,"b"\r\n\t\0~\\', [...Buffer.from('a,"b"\r\n\t\0~\\')]],
  ['kana and kanji', 'ア桜', [0x83, 0x41, 0x8d, 0xf7]],
  ['half-width kana', 'ｱﾟ', [0xb1, 0xdf]],
  ['a trail byte that is a backslash', 'ソ表', [0x83, 0x5c, 0x95, 0x5c]],
  ['what NEC added', '①Ⅳ㈱', [0x87, 0x40, 0x87, 0x57, 0x87, 0x8a]],
  ['what IBM added, where Windows writes it', '髙ⅳ﨑', [0xfb, 0xfc, 0xfa, 0x43, 0xfa, 0xb1]],
  ['what stands twice, where JIS has it', '∪￢∵', [0x81, 0xbe, 0x81, 0xca, 0x81, 0xe6]],
  ['Windows’ wave and minus', '～－', [0x81, 0x60, 0x81, 0x7c]],
  ['private use', '\ue000', [0xf0, 0x40]],
])('%s', (_, text, bytes) => {
  expect([...encodeCp932(text)]).toEqual(bytes);
});

test.each(['🎸', '〜', '−', '¥', '¬', 'é', '\u0080', '\ufffd', '𠮷'])(
  '%s has no place, and is not replaced',
  (character) => {
    const error = (() => {
      try {
        return encodeCp932(`桜${character}桜`);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(Unencodable);
    expect(error).toMatchObject({ character });
  },
);

test('whatever is encoded is read back as it was', () => {
  const decoder = new TextDecoder('shift_jis');
  let encoded = 0;
  for (let unit = 0; unit < 0x10000; unit++) {
    const character = String.fromCharCode(unit);
    try {
      const bytes = encodeCp932(character);
      encoded++;
      // The runtime reads three control bytes as IBM once did (shared/file-reading/decode.ts).
      if (unit >= 0x80 && decoder.decode(bytes) !== character)
        expect(decoder.decode(bytes), unit.toString(16)).toBe(character);
    } catch (error) {
      if (!(error instanceof Unencodable)) throw error;
    }
  }
  expect(encoded).toBe(9_397);
});
