import { beforeEach, expect, test } from 'vitest';
import { createJobs } from '../../shared/jobs/jobs.ts';
import { RETRY_MINUTES } from '../../shared/jobs/retry-ladder.ts';
import { createLog } from '../../shared/log.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const lines: Record<string, unknown>[] = [];
const log = createLog('json', {}, { write: (text) => lines.push(JSON.parse(text)) });

const T0 = new Date('2026-11-30T00:00:00Z');
const later = (seconds: number) => new Date(T0.getTime() + seconds * 1000);

const ran: string[] = [];
const jobs = createJobs({ database, maxAttempts: 5, leaseSeconds: 60, log });
jobs.handle('note', (payload) => void ran.push(payload));
jobs.handle('fail', () => {
  throw new RangeError('no luck');
});
jobs.handle('long', () => {
  throw new Error('🦊'.repeat(2000));
});
jobs.handle('look', async () => ran.push(`running: ${await jobs.stateCount('running')}`));

const only = async () => (await jobs.list({ limit: 10 }))[0];

beforeEach(async () => {
  await database.execute('DELETE FROM jobs');
  ran.length = 0;
  lines.length = 0;
});

test('a job runs when it is due, the one due longest first, and is done', async () => {
  await jobs.enqueue(database, 'note', 'third', { runAt: later(20) });
  await jobs.enqueue(database, 'note', 'first', { runAt: later(10) });
  await jobs.enqueue(database, 'note', 'second', { runAt: later(10) });
  expect(await jobs.workOne(later(9.999))).toBe(false);
  while (await jobs.workOne(later(20)));
  expect(ran).toEqual(['first', 'second', 'third']);
  expect(await jobs.stateCount('done')).toBe(3);
  expect(await only()).toMatchObject({ attempts: 1, finishedAt: '2026-11-30T00:00:20.000000Z', lastError: null });
});

test('without a time the clock of the database decides', async () => {
  await jobs.enqueue(database, 'note', 'now');
  await jobs.enqueue(database, 'note', 'in an hour', { runAt: new Date(Date.now() + 3_600_000) });
  expect(await jobs.workOne()).toBe(true);
  expect(await jobs.workOne()).toBe(false);
  expect(ran).toEqual(['now']);
});

test('the payload arrives as it was', async () => {
  const payload = JSON.stringify({ text: "'; DROP -- \\ \0 ? ü 🦊", big: 'x'.repeat(200_000) });
  await jobs.enqueue(database, 'note', payload);
  await jobs.workOne();
  expect(ran[0] === payload).toBe(true);
});

test('the handler runs outside the claim, which others see as running', async () => {
  await jobs.enqueue(database, 'look', '');
  await jobs.workOne();
  expect(ran).toEqual(['running: 1']);
});

test("a transaction's rollback takes the job with it, a commit lets it run", async () => {
  const rolledBack = database.transaction(async (tx) => {
    await jobs.enqueue(tx, 'note', 'never', { runAt: T0 });
    throw new Error('the caller gives up');
  });
  await expect(rolledBack).rejects.toThrow('the caller gives up');
  await database.transaction(async (tx) => {
    await jobs.enqueue(tx, 'note', 'kept', { runAt: T0 });
    expect(await jobs.workOne(T0)).toBe(false);
  });
  expect(await jobs.workOne(T0)).toBe(true);
  expect(await jobs.workOne(T0)).toBe(false);
  expect(ran).toEqual(['kept']);
});

test('enqueueing a kind without a handler is refused', async () => {
  await expect(jobs.enqueue(database, 'unknown', '')).rejects.toThrow('"unknown" has no handler');
  expect(await jobs.list({ limit: 1 })).toEqual([]);
});

test('a due job whose kind has no handler here has failed at once', async () => {
  const other = createJobs({ database, maxAttempts: 5, leaseSeconds: 60, log });
  await jobs.enqueue(database, 'note', '', { runAt: T0 });
  expect(await other.workOne(T0)).toBe(true);
  expect(await only()).toMatchObject({ state: 'failed', lastError: 'NoHandler: The job kind "note" has no handler.' });
});

test('a kind has one handler', () => {
  expect(() => jobs.handle('note', () => {})).toThrow('"note" has a handler already');
});

test('a failing job is tried again after 1, 5, 15 and 60 minutes, then it has failed and is kept', async () => {
  expect(RETRY_MINUTES).toEqual([1, 5, 15, 60]);
  await jobs.enqueue(database, 'fail', '', { runAt: T0 });
  let minute = 0;
  expect(await jobs.workOne(T0)).toBe(true);
  for (const [index, wait] of [1, 5, 15, 60].entries()) {
    const error = 'RangeError: no luck';
    expect(await only()).toMatchObject({ state: 'queued', attempts: index + 1, lastError: error });
    expect(await jobs.workOne(later((minute + wait) * 60 - 0.001))).toBe(false);
    minute += wait;
    expect(await jobs.workOne(later(minute * 60))).toBe(true);
  }
  const end = await only();
  expect(end).toMatchObject({ state: 'failed', attempts: 5, lastError: 'RangeError: no luck' });
  expect(await jobs.workOne(later(1e6))).toBe(false);
  expect(await jobs.pruneDone(later(1e6))).toBe(0);
  expect(await jobs.stateCount('failed')).toBe(1);
  expect(lines.filter((line) => line.level === 'error')).toMatchObject([{ job: end?.id, kind: 'fail', attempt: 5 }]);
});

test('the last step of the ladder repeats', async () => {
  const patient = createJobs({ database, maxAttempts: 7, leaseSeconds: 60, log });
  patient.handle('fail', () => Promise.reject(new Error('x')));
  await patient.enqueue(database, 'fail', '', { runAt: T0 });
  for (const minute of [0, 1, 6, 21, 81]) expect(await patient.workOne(later(minute * 60))).toBe(true);
  expect(await patient.workOne(later(141 * 60 - 1))).toBe(false);
  expect(await patient.workOne(later(141 * 60))).toBe(true);
  expect(await only()).toMatchObject({ state: 'queued', attempts: 6 });
});

test('an error is kept as its class and message, cut at 1000 characters', async () => {
  await jobs.enqueue(database, 'long', '', { runAt: T0 });
  await jobs.workOne(T0);
  expect((await only())?.lastError).toBe(`Error: ${'🦊'.repeat(993)}`);
});
