import { mkdtemp, open as openFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { contentDisposition } from '../../functions/api/content-disposition.ts';
import { fileStream, type StreamOptions } from '../../functions/api/export-stream.ts';
import { openFiles } from '../harness/open-files.ts';

const directory = await mkdtemp(join(tmpdir(), 'tallyport-download-'));
afterAll(() => rm(directory, { recursive: true }));

const SIZE = 200_000;
const bytes = Buffer.from(Array.from({ length: SIZE }, (_, index) => index % 251));
const path = join(directory, 'file');
await writeFile(path, bytes);

async function open(options: Partial<StreamOptions> = {}, of = path) {
  const told: string[] = [];
  const errors: unknown[] = [];
  const tell = (what: string) => async () => {
    told.push(what);
  };
  const { body, breakOff } = fileStream(await openFile(of, 'r'), {
    size: SIZE,
    check: async () => {},
    onStart: tell('start'),
    onFinish: tell('finish'),
    onBreak(error) {
      told.push('break');
      if (error !== undefined) errors.push(error);
    },
    signal: new AbortController().signal,
    disconnect: undefined,
    ...options,
  });
  return { stream: body, breakOff, told, errors };
}

test('a file goes out whole, in chunks of 64 KiB, and is closed with the last one', async () => {
  const { stream, told } = await open();
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    expect(told[0]).toBe(chunks.length === 1 ? undefined : 'start');
  }
  expect(told).toEqual(['start', 'finish']);
  expect(chunks.map((chunk) => chunk.byteLength)).toEqual([65_536, 65_536, 65_536, 3_392]);
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  expect(await openFiles(directory)).toEqual([]);
});

test('nothing is read ahead of the client', async () => {
  let asked = 0;
  const { stream } = await open({
    check: async () => {
      asked++;
    },
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBe(0);
  await stream.cancel();
});

test.each(['before the first byte', 'in the middle'])('a client that goes %s leaves no file open', async (when) => {
  const { stream, told, errors } = await open();
  const reader = stream.getReader();
  if (when === 'in the middle') await reader.read();
  await reader.cancel();
  expect(await openFiles(directory)).toEqual([]);
  expect([told, errors]).toEqual([['break'], []]);
});

test('an aborted request closes a file that nobody reads', async () => {
  const request = new AbortController();
  await open({ signal: request.signal });
  request.abort();
  await expect.poll(() => openFiles(directory)).toEqual([]);
});

test('what is refused right before the first byte sends none', async () => {
  const refusal = new Error('banned');
  const { errors, stream } = await open({ check: () => Promise.reject(refusal) });
  await expect(stream.getReader().read()).rejects.toBe(refusal);
  expect(errors).toEqual([refusal]);
  expect(await openFiles(directory)).toEqual([]);
});

test('a file that ends too early breaks the download off', async () => {
  const short = join(directory, 'short');
  await writeFile(short, bytes);
  const reader = (await open({}, short)).stream.getReader();
  await reader.read();
  await truncate(short, 70_000);
  await reader.read();
  await expect(reader.read()).rejects.toThrow('ends at byte 70000 instead of 200000');
  expect(await openFiles(directory)).toEqual([]);
});

test('an empty file is an empty body', async () => {
  const empty = join(directory, 'empty');
  await writeFile(empty, '');
  const { stream, told } = await open({ size: 0 }, empty);
  expect(await new Response(stream).text()).toBe('');
  expect(told).toEqual(['start', 'finish']);
});

test.each([1, 2, 5_000, 65_536])('of %d bytes, the last one waits until the start is known', async (size) => {
  const small = join(directory, `small ${size}`);
  await writeFile(small, bytes.subarray(0, size));
  const { stream, told } = await open({ size }, small);
  const reader = stream.getReader();
  let got = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    got += part.value.byteLength;
    expect(told.includes('start')).toBe(got === size);
  }
  expect([got, told]).toEqual([size, ['start', 'finish']]);
});

test('a start that cannot be written down breaks the stream off', async () => {
  const { stream, errors } = await open({ onStart: () => Promise.reject(new Error('too late')) });
  const reader = stream.getReader();
  await reader.read();
  await expect(reader.read()).rejects.toThrow('too late');
  expect(errors).toHaveLength(1);
});

test('where there is a connection it is cut, and the stream itself never errors', async () => {
  let cut = 0;
  const { stream, breakOff, told } = await open({ disconnect: () => cut++ });
  const reader = stream.getReader();
  await reader.read();
  await breakOff(new Error('banned'));
  await breakOff(new Error('again'));
  await reader.cancel();
  expect([cut, told]).toEqual([1, ['break']]);
  expect(await openFiles(directory)).toEqual([]);
});

test('any name fits into the header, and is no path', () => {
  expect(contentDisposition('a.csv')).toBe(`attachment; filename="a.csv"; filename*=UTF-8''a.csv`);
  expect(contentDisposition('集計"\r\nX: y\'(1).csv')).toBe(
    `attachment; filename="_____X__y__1_.csv"; filename*=UTF-8''%E9%9B%86%E8%A8%88%22__X%3A%20y%27%281%29.csv`,
  );
});
