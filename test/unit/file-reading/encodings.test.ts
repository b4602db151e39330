import { describe, expect, test } from 'vitest';
import { encodingNamed } from '../../../shared/file-reading/encoding.ts';
import { FileFault } from '../../../shared/file-reading/file-fault.ts';
import { readFile } from '../../../shared/file-reading/read-file.ts';
import { inChunks } from '../../harness/chunks.ts';
import { encode } from '../../harness/encode.ts';
import { readCells } from '../../harness/read-cells.ts';

const SIZES = [1, 2, 3, 1000];

async function detected(bytes: Uint8Array, encoding?: string) {
  const file = await readFile(inChunks(bytes, 1000), encoding ? { encoding } : {});
  await file.close();
  return file.detected.encoding;
}

const refusal = (bytes: Uint8Array) => expect(detected(bytes)).rejects.toThrow(FileFault);
const latin = (text: string) => Buffer.from(text, 'latin1');

describe.each([
  // What a Japanese Excel saves: CP932 with its own signs, a backslash as second byte (表, ソ), half-width kana.
  ['shift_jis', '番号,題名\r\n1,①㈱～髙﨑\r\n2,表ソ能\r\n3,"ﾃｽﾄ,ｶﾞｷﾞ"\r\n', ''],
  ['euc-jp', '番号,題名\n1,①㈱～髙\n2,こんにちは世界\n', ''],
  ['utf-8', '番号,題名\n1,𠮷野家🌸\n2,👨‍👩‍👧 e\u0301\n', ''],
  ['utf-8', '番号,題名\n1,𠮷野家🌸\n', '\uFEFF'],
  ['utf-16le', '番号,題名\r\n1,𠮷野家🌸\r\n', '\uFEFF'],
  ['utf-16be', '番号,題名\r\n1,𠮷野家🌸\r\n', '\uFEFF'],
  ['utf-16le', 'id\ttitle\r\n1\t𠮷野家🌸\r\n', ''],
  ['utf-16be', 'id\ttitle\r\n1\t𠮷野家🌸\r\n', ''],
] as const)('%s', (encoding, text, mark) => {
  const bytes = encode(mark + text, encoding);

  test('is told by its bytes', async () => expect(await detected(bytes)).toBe(encoding));

  test.each(SIZES)('arrives cell by cell equal in pieces of %i bytes', async (size) => {
    const wanted = await readCells(text);
    expect(wanted.length).toBeGreaterThan(1);
    expect(await readCells(bytes, {}, size)).toEqual(wanted);
  });
});

test('short Japanese files are told apart', async () => {
  for (const encoding of ['shift_jis', 'euc-jp'] as const)
    for (const text of ['名前\n東京タワー\n', 'a,b\n1,日本語\n', 'これはペンです', '題名,版\nさくら,1\n'])
      expect([text, await detected(encode(text, encoding))]).toEqual([text, encoding]);
  expect(await detected(encode('a,表\n', 'shift_jis'))).toBe('shift_jis');
  expect(await detected(encode('id,A社\n1,B社\n', 'shift_jis'))).toBe('shift_jis');
});

test('Western text is refused, never read as Japanese', async () => {
  for (const text of ['id,title\n1,don\x92t\n2,it\x92s\n', 'id,title\n1,Stra\xdfe\n', '1,25\xb0C\n', 'caf\xe9,1\n'])
    await refusal(latin(text));
  for (const text of ['1,\xe9t\xe9\n', '1,\x93Hello\x94\n', 'D\xc9J\xc0 VU,1\n', 'word\x97word\n', 'M\xfcller,\xd6l\n'])
    await refusal(latin(text));
});

test('what two encodings fit equally is refused, and named by the option', async () => {
  // Half-width アイ in Shift_JIS, 渦 in EUC-JP.
  const bytes = Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xb1, 0xb2, 0x2c, 0x31, 0x0a]);
  await expect(detected(bytes)).rejects.toThrow(/Shift_JIS as well as EUC-JP/);
  expect((await readCells(bytes, { encoding: 'cp932' }))[1]).toEqual([2, 'ｱｲ', '1']);
  expect((await readCells(bytes, { encoding: 'EUC-JP' }))[1]).toEqual([2, '渦', '1']);
});

test('what is UTF-8 by chance is refused, what people write in it is not', async () => {
  await expect(detected(encode('a,b\n1,表\n', 'euc-jp'))).rejects.toThrow(/UTF-8 as well as Shift_JIS or EUC-JP/);
  await expect(detected(encode('a,b\n1,ﾃｽﾃｽ\n', 'shift_jis'))).rejects.toThrow(/UTF-8 as well as/);
  for (const text of ['a\ncréée à Zoë\n', 'a\nà\n', 'a\nΑθήνα\n', 'a\nМосква\n', 'a\n5 µm ± 2°\n', 'a\nשלום\n'])
    expect(await detected(Buffer.from(text))).toBe('utf-8');
});

test('UTF-8 with a fault in it is not taken for anything else', async () => {
  const good = Buffer.from('番号,題名\n1,こんにちは\n2,世界の');
  await expect(detected(Buffer.concat([good, Buffer.from([0xe3, 0x81])]))).rejects.toThrow(/UTF-8, but line 3/);
  await expect(detected(Buffer.concat([good, latin('\xe9'), Buffer.from('\n')]))).rejects.toThrow(/line 3/);
});

describe('bytes that are no character, behind what was looked at', () => {
  test.each([1000, 65_536])('are refused with their line, in pieces of %i bytes', async (size) => {
    const bytes = Buffer.concat([Buffer.from(`a,b\r\n${'1,2\r\n'.repeat(300_000)}`), latin('3,\xe9\r\n')]);
    await expect(readCells(bytes, {}, size)).rejects.toThrow(/^Line 300002 holds bytes that are not utf-8/);
  });

  test.each(SIZES)('are refused with their line when the encoding is given, in pieces of %i bytes', async (size) => {
    for (const end of ['\n', '\r\n', '\r']) {
      const bytes = Buffer.concat([
        encode(`表,b${end}${end}`.repeat(100), 'shift_jis'),
        Buffer.from([0xff]),
        Buffer.from(end),
      ]);
      await expect(readCells(bytes, { encoding: 'shift_jis' }, size)).rejects.toThrow(/^Line 201 holds bytes/);
    }
  });
});

test('half of a surrogate pair in UTF-16 is refused with its line', async () => {
  const bytes = Buffer.concat([
    Buffer.from('\uFEFFa,b\n1,', 'utf16le'),
    Buffer.from([0x42, 0xd8]),
    encode('\n', 'utf-16le'),
  ]);
  await expect(readCells(bytes)).rejects.toThrow(/Line 2 holds bytes that are not utf-16le/);
});

test('a mark in the middle of a file is text', async () => {
  const bytes = Buffer.from('\uFEFFa,b\n\uFEFFc,d\n');
  for (const size of SIZES)
    expect(await readCells(bytes, {}, size)).toEqual([
      [1, 'a', 'b'],
      [2, '\uFEFFc', 'd'],
    ]);
});

test('control characters of Shift_JIS stay what they are', async () => {
  expect(await readCells(Buffer.from([0x61, 0x1a, 0x1c, 0x7f, 0x62]), { encoding: 'shift_jis' })).toEqual([
    [1, 'a\x1a\x1c\x7fb'],
  ]);
});

test('encodings have the names that people give them', () => {
  expect(['SJIS', 'cp932', 'Windows-31J', 'UTF-8', 'utf8', ' EUC-JP '].map(encodingNamed)).toEqual([
    ...['shift_jis', 'shift_jis', 'shift_jis', 'utf-8', 'utf-8', 'euc-jp'],
  ]);
  expect(encodingNamed('windows-1252')).toBeUndefined();
});
