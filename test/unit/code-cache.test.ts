import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { codeCacheIn } from '../../functions/export-worker/code-cache.ts';

async function dataDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'tallyport-code-cache-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test('the directory of the code cache is ours alone', async () => {
  const data = await dataDirectory();
  const path = codeCacheIn(data) as string;
  expect(path).toBe(join(data, 'code_cache'));
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect(codeCacheIn(data)).toBe(path);
});

test('where others may write, nothing is cached', async () => {
  const data = await dataDirectory();
  await mkdir(join(data, 'code_cache'));
  await chmod(join(data, 'code_cache'), 0o777);
  expect(codeCacheIn(data)).toBeUndefined();
});

test('where there can be no directory, nothing is cached', async () => {
  const file = join(await dataDirectory(), 'file');
  await writeFile(file, '');
  expect(codeCacheIn(file)).toBeUndefined();
});
