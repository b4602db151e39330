import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { contentDisposition } from '../../functions/api/content-disposition.ts';
import { fileStream } from '../../functions/api/export-download.ts';

const directory = await mkdtemp(join(tmpdir(), 'tallyport-download-'));
afterAll(() => rm(directory, { recursive: true }));

const SIZE = 200_000;
const bytes = Buffer.from(Array.from({ length: SIZE }, (_, index) => index % 251));
const path = join(directory, 'file');
await writeFile(path, bytes);

/** Descriptors that this process has open; the listing itself is one. */
const descriptors = async () => (await readdir('/dev/fd')).length;

function open(options: Partial<Parameters<typeof fileStream>[1]> = {}, of = path) {
  const errors: unknown[] = [];
  const defaults = { size: SIZE, confirm: async () => {}, signal: new AbortController().signal };
  return { errors, stream: fileStream(of, { ...defaults, onError: (error) => errors.push(error), ...options }) };
}

test('a file goes out whole, in chunks of 64 KiB, and is closed with the last one', async () => {
  const before = await descriptors();
  const reader = (await open().stream).getReader();
  const chunks: Uint8Array[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) chunks.push(part.value);
  expect(chunks.map((chunk) => chunk.byteLength)).toEqual([65_536, 65_536, 65_536, 3_392]);
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  expect(await descriptors()).toBe(before);
});

test('nothing is read ahead of the client', async () => {
  let asked = 0;
  const stream = await open({
    confirm: async () => {
      asked++;
    },
  }).stream;
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBe(0);
  await stream.cancel();
});

test.each(['before the first byte', 'in the middle'])('a client that goes %s leaves no file open', async (when) => {
  const before = await descriptors();
  const reader = (await open().stream).getReader();
  if (when === 'in the middle') await reader.read();
  await reader.cancel();
  expect(await descriptors()).toBe(before);
});

test('an aborted request closes a file that nobody reads', async () => {
  const before = await descriptors();
  const request = new AbortController();
  await open({ signal: request.signal }).stream;
  request.abort();
  await expect.poll(descriptors).toBe(before);
});

test('what is refused right before the first byte sends none', async () => {
  const before = await descriptors();
  const refusal = new Error('banned');
  const { errors, stream } = open({ confirm: () => Promise.reject(refusal) });
  await expect((await stream).getReader().read()).rejects.toBe(refusal);
  expect(errors).toEqual([refusal]);
  expect(await descriptors()).toBe(before);
});

test('a file that ends too early breaks the download off', async () => {
  const before = await descriptors();
  const short = join(directory, 'short');
  await writeFile(short, bytes);
  const reader = (await open({}, short).stream).getReader();
  await reader.read();
  await truncate(short, 70_000);
  await reader.read();
  await expect(reader.read()).rejects.toThrow('ends at byte 70000 instead of 200000');
  expect(await descriptors()).toBe(before);
});

test('an empty file is an empty body', async () => {
  const empty = join(directory, 'empty');
  await writeFile(empty, '');
  expect((await open({ size: 0 }, empty).stream.then((stream) => new Response(stream).text())).length).toBe(0);
});

test('any name fits into the header', () => {
  expect(contentDisposition('a.csv')).toBe(`attachment; filename="a.csv"; filename*=UTF-8''a.csv`);
  expect(contentDisposition('集計"\r\nX: y\'(1).csv')).toBe(
    `attachment; filename="_____X__y__1_.csv"; filename*=UTF-8''%E9%9B%86%E8%A8%88%22%0D%0AX%3A%20y%27%281%29.csv`,
  );
});
