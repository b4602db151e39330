import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { createJobs, type JobHandler } from '../../shared/jobs/jobs.ts';
import { createLog } from '../../shared/log.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const lines: Record<string, unknown>[] = [];
const log = createLog('json', {}, { write: (text) => lines.push(JSON.parse(text)) });

const T0 = new Date('2026-11-30T00:00:00Z');
const later = (seconds: number) => new Date(T0.getTime() + seconds * 1000);

/** Stands for one process: its own handlers. */
function process(handler: JobHandler, leaseSeconds = 60) {
  const jobs = createJobs({ database, maxAttempts: 3, leaseSeconds, log });
  jobs.handle('work', handler);
  return jobs;
}

const idle = process(() => {});
const only = async () => (await idle.list({ limit: 10 }))[0];
const enqueue = () => idle.enqueue(database, 'work', '', { runAt: T0 });

/** A handler that says when it has begun and ends when told. */
function held() {
  const begun = Promise.withResolvers<AbortSignal>();
  const end = Promise.withResolvers<void>();
  const handler: JobHandler = (_payload, signal) => {
    begun.resolve(signal);
    return end.promise;
  };
  return { handler, begun: begun.promise, end };
}

beforeEach(async () => {
  await database.execute('DELETE FROM jobs');
  lines.length = 0;
});

test.each(['comes back', 'throws'])('a zombie that %s changes nothing, and it is logged', async (way) => {
  const zombie = held();
  const id = await enqueue();
  const late = process(zombie.handler).workOne(T0);
  await zombie.begun;
  const second = held();
  const taker = process(second.handler).workOne(later(60));
  await second.begun;
  if (way === 'throws') zombie.end.reject(new Error('too late'));
  else zombie.end.resolve();
  expect(await late).toBe(true);
  expect(await only()).toMatchObject({ state: 'running', attempts: 2, finishedAt: null });
  expect(lines.at(-1)).toMatchObject({
    level: 'warn',
    job: id,
    attempt: 1,
    event: expect.stringMatching('thrown away'),
  });
  second.end.resolve();
  await taker;
  expect(await only()).toMatchObject({ state: 'done', finishedAt: '2026-11-30T00:01:00.000000Z' });
});

test('a job that ends its process each time has failed after its last attempt', async () => {
  await enqueue();
  // Handlers that never come back, as those of processes that were killed.
  for (const attempt of [0, 1, 2]) {
    const { handler, begun } = held();
    void process(handler).workOne(later(attempt * 60));
    await begun;
  }
  expect(await only()).toMatchObject({ state: 'running', attempts: 3 });
  expect(await idle.workOne(later(3 * 60 - 1))).toBe(false);
  expect(await only()).toMatchObject({ state: 'running' });
  expect(await idle.workOne(later(3 * 60))).toBe(false);
  expect(await only()).toMatchObject({
    state: 'failed',
    attempts: 3,
    lastError: expect.stringMatching(/^LeaseEnded: Attempt 3 of 3 ended without a result/),
  });
  expect(lines.at(-1)).toMatchObject({ level: 'error', event: 'job failed' });
});

test('a live process keeps its job however long it takes: the lease is renewed', async () => {
  await enqueue();
  const leaseUntil = async () => String((await database.query('SELECT lease_until FROM jobs'))[0]?.lease_until);
  const renewed = process(async () => {
    const first = await leaseUntil();
    while ((await leaseUntil()) === first) await sleep(20);
  }, 1);
  await renewed.workOne();
  expect(await only()).toMatchObject({ state: 'done', attempts: 1 });
});

test('the signal tells a handler that its lease was lost', async () => {
  await enqueue();
  const reasons: unknown[] = [];
  const loser = process(async (_payload, signal) => {
    // What another process does after this one stood still.
    await database.execute(`UPDATE jobs SET lease_token = 'of another'`);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    reasons.push(signal.reason);
    signal.throwIfAborted();
  }, 1);
  await loser.workOne();
  expect(reasons).toMatchObject([{ name: 'LeaseLost' }]);
  expect(await only()).toMatchObject({ state: 'running', lastError: null });
});

test('a handler that rejects at a stop gives its job back: due as before, the attempt not counted', async () => {
  await enqueue();
  const stop = new AbortController();
  const { handler, begun, end } = held();
  const working = process(handler).workOne(T0, stop.signal);
  const signal = await begun;
  stop.abort();
  expect(signal.aborted).toBe(true);
  end.reject(signal.reason);
  await working;
  expect(await only()).toMatchObject({ state: 'queued', attempts: 0, runAt: '2026-11-30T00:00:00.000000Z' });
  expect(await idle.workOne(T0)).toBe(true);
});

test('a handler that comes back after a stop has done its job', async () => {
  await enqueue();
  const stop = new AbortController();
  const { handler, begun, end } = held();
  const working = process(handler).workOne(T0, stop.signal);
  await begun;
  stop.abort();
  end.resolve();
  await working;
  expect(await only()).toMatchObject({ state: 'done', attempts: 1 });
});

test('nothing is claimed after a stop', async () => {
  await enqueue();
  expect(await idle.workOne(T0, AbortSignal.abort())).toBe(false);
  expect(await only()).toMatchObject({ state: 'queued' });
});

test('while one claim is being made, another takes the next job instead of waiting', async () => {
  const first = await enqueue();
  const second = await enqueue();
  await database.transaction(async (tx) => {
    await tx.query('SELECT id FROM jobs WHERE id = ? FOR UPDATE', [first]);
    expect(await idle.workOne(T0)).toBe(true);
  });
  const done = await idle.list({ state: 'done', limit: 10 });
  expect(done.map((job) => job.id)).toEqual([second]);
});
