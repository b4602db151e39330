import { expect, test } from 'vitest';
import { readRecords } from '../../shared/imports/records.ts';

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string | Uint8Array, size = 65_536) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return Array.fromAsync(readRecords(inChunks(bytes, size)), ({ line, cells }) => [line, ...cells]);
}

test.each([1, 2, 3, 1000])('the same records whatever the chunks (%i bytes)', async (size) => {
  const text = '\uFEFFa,b\r\n"x\r\n""y""",𠮷🌸\r\n1,\r\n';
  expect(await read(text, size)).toEqual([
    [1, 'a', 'b'],
    [2, 'x\r\n"y"', '𠮷🌸'],
    [4, '1', ''],
  ]);
});

test('a record bears the physical line on which it starts', async () => {
  expect(await read('a\n"1\n2\n3"\nb\n\n\nc\n')).toEqual([
    [1, 'a'],
    [2, '1\n2\n3'],
    [5, 'b'],
    [8, 'c'],
  ]);
});

test('bytes that are not UTF-8 are refused, not replaced', async () => {
  const shiftJis = Buffer.from([0x61, 0x0a, 0x93, 0xfa, 0x96, 0x7b, 0x0a]);
  await expect(read(shiftJis)).rejects.toMatchObject({ name: 'FileRejected', code: 'encoding' });
  await expect(read(Buffer.from('a\n桜').subarray(0, 4))).rejects.toMatchObject({ code: 'encoding' });
});

test('a quote that is never closed is refused, with a sentence', async () => {
  await expect(read('a,b\n"1,2\n3,4\n')).rejects.toThrow(/never closed/);
});

test('a body that breaks off is no shorter file', async () => {
  async function* broken() {
    yield Buffer.from('a\n1\n');
    throw new Error('connection reset');
  }
  await expect(Array.fromAsync(readRecords(broken()))).rejects.toThrow('connection reset');
});

test('a reader that stops early does not hang', async () => {
  const many = Buffer.from('1,2\n'.repeat(200_000));
  for await (const { line } of readRecords(inChunks(many, 1000))) if (line === 2) break;
});
