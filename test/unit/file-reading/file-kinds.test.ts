import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { FileFault } from '../../../shared/file-reading/file-fault.ts';
import { readFile } from '../../../shared/file-reading/read-file.ts';
import { inChunks } from '../../harness/chunks.ts';
import { readCells } from '../../harness/read-cells.ts';

const TEXT = 'a,b\n1,"x\ny"\n𠮷,3\n';

test.each([1, 7, 65_536])('gzip is unpacked as it comes, in pieces of %i bytes', async (size) => {
  const packed = Buffer.concat([gzipSync(TEXT.slice(0, 8)), gzipSync(TEXT.slice(8))]);
  expect(await readCells(packed, {}, size)).toEqual(await readCells(TEXT));
  expect((await readFile(inChunks(packed, size))).detected.compression).toBe('gzip');
});

test('gzip that is broken, cut or packed twice is refused', async () => {
  const packed = gzipSync(TEXT.repeat(1000));
  await expect(readCells(packed.subarray(0, -9))).rejects.toThrow(/gzip data is broken or ends early/);
  const broken = Buffer.from(packed);
  broken[30] = (broken[30] as number) ^ 0xff;
  await expect(readCells(broken)).rejects.toThrow(FileFault);
  await expect(readCells(gzipSync(packed))).rejects.toThrow(/compressed twice/);
});

test('a compression bomb is refused before it is unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000, `${'x'.repeat(1000)}\n`));
  expect(bomb.length).toBeLessThan(1_000_000);
  await expect(readCells(bomb)).rejects.toThrow(/more than 300 times its size/);
  const limits = { maxBytes: 1000, maxRatio: 300 };
  await expect(readCells(gzipSync('1,2\n'.repeat(1000)), { limits })).rejects.toThrow(/more than 1000 bytes/);
});

test('an error of the body behind gzip is the body’s', async () => {
  async function* broken() {
    yield gzipSync(TEXT.repeat(100_000)).subarray(0, 100);
    throw new Error('connection reset');
  }
  await expect(readFile(broken())).rejects.toThrow('connection reset');
});

const zip = (name: string) =>
  Buffer.concat([
    Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'),
    Buffer.alloc(16),
    Buffer.from([name.length, 0, 0, 0]),
    Buffer.from(name),
    deflateRawSync(TEXT),
  ]);

test.each([
  ['an Excel workbook', zip('[Content_Types].xml'), /Excel workbook.*CSV UTF-8/],
  ['a ZIP archive', zip('posts.csv'), /ZIP archive. Unpack it/],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /old Excel workbook/],
  ['a PDF', Buffer.from('%PDF-1.7\n'), /PDF/],
  ['bzip2', Buffer.from('BZh91AY'), /bzip2/],
  ['a workbook in gzip', gzipSync(zip('xl/workbook.xml')), /Excel workbook/],
])('%s is recognised by its bytes and told what to do', async (_, bytes, sentence) => {
  for (const size of [1, 1000]) await expect(readCells(bytes, {}, size)).rejects.toThrow(sentence);
});

test('a refused file is let go', async () => {
  let released = 0;
  async function* endless(first: Buffer) {
    try {
      yield first;
      for (;;) yield Buffer.alloc(65_536);
    } finally {
      released++;
    }
  }
  await expect(readFile(endless(zip('posts.csv')))).rejects.toThrow(FileFault);
  await expect(readFile(endless(gzipSync(zip('posts.csv'))))).rejects.toThrow(FileFault);
  await expect(readFile(endless(Buffer.from('caf\xe9,1\n', 'latin1')))).rejects.toThrow(FileFault);
  expect(released).toBe(3);
});
