import { once } from 'node:events';
import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJobStore } from '../../shared/export-queue/job-store.ts';
import { ExportDirectoryRefused, prepareExportDirectory } from '../../shared/export-queue/prepare-directory.ts';
import { acquireFileLock, tryFileLock } from '../../shared/file-lock/file-lock.ts';
import { killed, startProcess } from '../harness/child-process.ts';
import { QUEUED_JOB } from '../harness/export-job.ts';
import { temporaryDirectory } from '../harness/export-line.ts';

const COUNTER = new URL('../harness/export-counter.ts', import.meta.url);
const HOLDER = new URL('../harness/lock-holder.ts', import.meta.url);

test('an absent directory is made, marked and closed to others; a second process may open it', async () => {
  const path = join(await temporaryDirectory(), 'exports');
  await Promise.all([prepareExportDirectory(path), prepareExportDirectory(path)]);
  await prepareExportDirectory(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect(await readdir(path)).toEqual(['tallyport-exports.json']);
});

test('a directory with files of others is refused', async () => {
  const path = await temporaryDirectory();
  await writeFile(join(path, 'thesis.doc'), '');
  await expect(prepareExportDirectory(path)).rejects.toThrow(/not ours \(thesis\.doc\)/);
  expect(await readdir(path)).toEqual(['thesis.doc']);
});

test.each([0o750, 0o705, 0o770])('a directory of mode %o is refused', async (mode) => {
  const path = await temporaryDirectory();
  await chmod(path, mode);
  await expect(prepareExportDirectory(path)).rejects.toThrow(ExportDirectoryRefused);
});

test('a lock is one process’s until it is killed', async () => {
  const path = join(await temporaryDirectory(), 'a.lock');
  const holder = startProcess(HOLDER, { args: [path] });
  await once(holder, 'message');
  expect(await tryFileLock(path)).toBeUndefined();
  await expect(acquireFileLock(path, AbortSignal.timeout(50))).rejects.toThrow(/timeout/);
  await killed(holder);
  const lock = await tryFileLock(path);
  expect(lock).toBeDefined();
  await lock?.release();
});

test('two processes that count in one job lose nothing', async () => {
  const path = await temporaryDirectory();
  const store = openJobStore(path, 10);
  await store.locked((step) => step.publish({ ...QUEUED_JOB, epoch: 0 }));
  const counters = [1, 2].map(() => startProcess(COUNTER, { args: [path, QUEUED_JOB.id, '40'] }));
  const codes = await Promise.all(counters.map((counter) => once(counter, 'exit')));
  expect(codes).toEqual([
    [0, null],
    [0, null],
  ]);
  const job = await store.read(QUEUED_JOB.id);
  expect([job?.processed, job?.epoch]).toEqual([80, 81]);
  expect(await readdir(path)).toEqual([`job.${QUEUED_JOB.id}.81.json`, 'queue.lock']);
});

test('who read an older epoch cannot publish over a newer one', async () => {
  const store = openJobStore(await temporaryDirectory(), 10);
  const job = await store.locked((step) => step.publish({ ...QUEUED_JOB, epoch: 0 }));
  const failed = await store.locked((step) => step.publish({ ...job, state: 'failed' }));
  const late = store.locked((step) => step.publish({ ...job, state: 'running' }));
  await expect(late).rejects.toThrow(/changed by another process/);
  expect(await store.read(job.id)).toEqual(failed);
});

test('a state that comes late under an older epoch is not read', async () => {
  const path = await temporaryDirectory();
  const store = openJobStore(path, 10);
  const job = await store.locked((step) => step.publish({ ...QUEUED_JOB, epoch: 1 }));
  await writeFile(join(path, `job.${job.id}.1.json`), JSON.stringify({ ...job, epoch: 1, state: 'ready' }));
  expect(await store.read(job.id)).toEqual(job);
  expect((await store.list()).leftOvers).toEqual([`job.${job.id}.1.json`]);
});

test('a job that only another release can read is left out of lists and left alone', async () => {
  const path = await temporaryDirectory();
  const store = openJobStore(path, 10);
  const job = await store.locked((step) => step.publish({ ...QUEUED_JOB, epoch: 0 }));
  await writeFile(join(path, 'job.zz.1.json'), '{}');
  expect(await store.load(await store.list())).toEqual([job]);
  await expect(store.read('zz')).rejects.toThrow();
});
