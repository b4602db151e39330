import { beforeEach, expect, test } from 'vitest';
import { createJobs } from '../../shared/jobs/jobs.ts';
import { createLog } from '../../shared/log.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const T0 = new Date('2026-11-30T00:00:00Z');
const log = createLog('json', {}, { write: () => {} });
const jobs = createJobs({ database, maxAttempts: 1, leaseSeconds: 60, log });
let broken = true;
jobs.handle('note', () => {});
jobs.handle('flaky', () => {
  if (broken) throw new Error('broken');
});

beforeEach(async () => {
  broken = true;
  await database.execute('DELETE FROM jobs');
});

test('a failed job that is retried is due at once and has all its attempts again', async () => {
  const id = await jobs.enqueue(database, 'flaky', 'payload', { runAt: T0 });
  await jobs.workOne(T0);
  await jobs.retry(id, T0);
  expect(await jobs.list({ limit: 1 })).toMatchObject([{ state: 'queued', attempts: 0, finishedAt: null }]);
  broken = false;
  expect(await jobs.workOne(T0)).toBe(true);
  expect(await jobs.stateCount('done')).toBe(1);
});

test('only a failed job can be retried', async () => {
  const id = await jobs.enqueue(database, 'note', '', { runAt: T0 });
  await expect(jobs.retry(id)).rejects.toMatchObject({
    reason: 'not-failed',
    message: expect.stringMatching('queued'),
  });
  await jobs.workOne(T0);
  await expect(jobs.retry(id)).rejects.toMatchObject({ reason: 'not-failed', message: expect.stringMatching('done') });
  await expect(jobs.retry('999999')).rejects.toMatchObject({ reason: 'missing' });
  await expect(jobs.retry(`${id} or so`)).rejects.toMatchObject({ reason: 'missing' });
});

test('prune deletes what was done before the time, in batches, and nothing else', async () => {
  const rows = (count: number, state: string, finished: string | null) =>
    database.execute('INSERT INTO jobs (kind, payload, state, run_at, created_at, finished_at) VALUES ?', [
      Array.from({ length: count }, () => ['note', '', state, T0, T0, finished]),
    ]);
  await rows(2500, 'done', '2026-11-29 23:59:59.999999');
  await rows(3, 'done', '2026-11-30 00:00:00.000000');
  await rows(4, 'failed', '2026-01-01 00:00:00');
  await rows(5, 'queued', null);
  expect(await jobs.pruneDone(T0)).toBe(2500);
  expect(await jobs.stateCount('done')).toBe(3);
  expect(await jobs.stateCount('failed')).toBe(4);
  expect(await jobs.stateCount('queued')).toBe(5);
});

test('the list has the newest first, by state and page by page', async () => {
  const ids: string[] = [];
  for (const kind of ['note', 'flaky', 'note', 'flaky', 'note'])
    ids.push(await jobs.enqueue(database, kind, 'p'.repeat(2000), { runAt: T0 }));
  while (await jobs.workOne(T0));
  const newest = ids.toReversed();
  const page = await jobs.list({ limit: 3 });
  expect(page.map((job) => job.id)).toEqual(newest.slice(0, 3));
  const rest = await jobs.list({ limit: 3, after: page[2]?.id ?? '' });
  expect(rest.map((job) => job.id)).toEqual(newest.slice(3));
  const failed = await jobs.list({ state: 'failed', limit: 3 });
  expect(failed.map((job) => job.id)).toEqual([ids[3], ids[1]]);
  expect(failed[0]).toEqual({
    id: ids[3],
    kind: 'flaky',
    state: 'failed',
    payload: 'p'.repeat(1000),
    uniqueKey: null,
    attempts: 1,
    runAt: '2026-11-30T00:00:00.000000Z',
    lastError: 'Error: broken',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    startedAt: '2026-11-30T00:00:00.000000Z',
    finishedAt: '2026-11-30T00:00:00.000000Z',
  });
});
