import { beforeEach, expect, test } from 'vitest';
import { createJobs } from '../../shared/jobs/jobs.ts';
import { createLog } from '../../shared/log.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const T0 = new Date('2026-11-30T00:00:00Z');
const log = createLog('json', {}, { write: () => {} });
const jobs = createJobs({ database, maxAttempts: 1, leaseSeconds: 60, log });
const seen: string[] = [];
jobs.handle('note', () => {});
jobs.handle('other', () => {});
jobs.handle('fail', () => Promise.reject(new Error('x')));
jobs.handle('again', async () => seen.push(await enqueue('again', 'key')));

const enqueue = (kind: string, uniqueKey: string) => jobs.enqueue(database, kind, '', { runAt: T0, uniqueKey });

beforeEach(() => database.execute('DELETE FROM jobs'));

test('an open job with the key is returned instead of a second one', async () => {
  const id = await enqueue('note', 'import 7');
  expect(await enqueue('note', 'import 7')).toBe(id);
  expect(await jobs.stateCount('queued')).toBe(1);
  expect(await enqueue('note', 'import 8')).not.toBe(id);
});

test('a running job is open too', async () => {
  const id = await enqueue('again', 'key');
  await jobs.workOne(T0);
  expect(seen).toEqual([id]);
  expect(await jobs.workOne(T0)).toBe(false);
});

test.each(['note', 'fail'])('the key is free when the job has ended (%s)', async (kind) => {
  const id = await enqueue(kind, 'key');
  await jobs.workOne(T0);
  expect(await enqueue(kind, 'key')).not.toBe(id);
});

test('keys are equal only letter by letter and within one kind', async () => {
  const pairs = [
    ['note', 'a'],
    ['note', 'a '],
    ['note', 'A'],
    ['note', 'ä'],
    ['other', 'a'],
  ] as const;
  const ids = new Set<string>();
  for (const [kind, key] of pairs) ids.add(await enqueue(kind, key));
  expect(ids.size).toBe(pairs.length);
});

test('of callers at the same time one adds the job, and all get its id', async () => {
  const ids = await Promise.all(
    Array.from({ length: 10 }, () =>
      database.transaction((tx) => jobs.enqueue(tx, 'note', '', { runAt: T0, uniqueKey: 'same' })),
    ),
  );
  expect(new Set(ids).size).toBe(1);
  expect(await jobs.stateCount('queued')).toBe(1);
});

test('a caller whose rival rolls back adds the job itself', async () => {
  let second: Promise<string> | undefined;
  const first = database.transaction(async (tx) => {
    await jobs.enqueue(tx, 'note', '', { runAt: T0, uniqueKey: 'key' });
    second = jobs.enqueue(database, 'note', 'second', { runAt: T0, uniqueKey: 'key' });
    throw new Error('rolled back');
  });
  await expect(first).rejects.toThrow('rolled back');
  await second;
  expect(await jobs.list({ limit: 10 })).toMatchObject([{ payload: 'second', uniqueKey: 'key' }]);
});

test('a queued job that was found cannot start before the caller has committed', async () => {
  await enqueue('note', 'key');
  await database.transaction(async (tx) => {
    await jobs.enqueue(tx, 'note', '', { uniqueKey: 'key' });
    expect(await jobs.workOne(T0)).toBe(false);
  });
  expect(await jobs.workOne(T0)).toBe(true);
});

test('a failed job is not retried while another open one has its key', async () => {
  const failed = await enqueue('fail', 'key');
  await jobs.workOne(T0);
  await enqueue('fail', 'key');
  await expect(jobs.retry(failed)).rejects.toMatchObject({ name: 'RetryRefused', reason: 'key-taken' });
  expect(await jobs.stateCount('failed')).toBe(1);
});

test('a retried job holds its key again', async () => {
  const failed = await enqueue('fail', 'key');
  await jobs.workOne(T0);
  await jobs.retry(failed, T0);
  expect(await enqueue('fail', 'key')).toBe(failed);
});

test('a key without or with too many characters is refused', async () => {
  await expect(enqueue('note', '')).rejects.toThrow('1 to 200 characters');
  await expect(enqueue('note', 'x'.repeat(201))).rejects.toThrow('1 to 200 characters');
  expect(await enqueue('note', '🦊'.repeat(200))).toMatch(/^\d+$/);
});
