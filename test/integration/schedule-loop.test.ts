import { beforeEach, expect, test } from 'vitest';
import { runLoop } from '../../functions/tasks/loop.ts';
import { createJobs } from '../../shared/jobs/jobs.ts';
import { createSchedule } from '../../shared/jobs/schedule.ts';
import { createLog } from '../../shared/log.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const lines: Record<string, unknown>[] = [];
const log = createLog('json', {}, { write: (text) => lines.push(JSON.parse(text)) });

function setUp() {
  const stop = new AbortController();
  const jobs = createJobs({ database, maxAttempts: 5, leaseSeconds: 60, log });
  const schedule = createSchedule({ database, log });
  const loop = (pollSeconds: number) => runLoop({ schedule, jobs, pollSeconds, signal: stop.signal, log });
  return { stop, jobs, schedule, loop };
}

/** As if the task had been registered long ago. */
const makeOverdue = () => database.execute(`UPDATE scheduled_tasks SET next_run_at = '2026-01-01 00:00:00'`);

beforeEach(async () => {
  for (const table of ['jobs', 'scheduled_tasks', 'scheduler_tick']) await database.execute(`DELETE FROM ${table}`);
  lines.length = 0;
});

test('due tasks and jobs run one at a time, without a pause while there are jobs', async () => {
  const { stop, jobs, schedule, loop } = setUp();
  const order: string[] = [];
  let running = 0;
  const step = (name: string) => async () => {
    expect(++running).toBe(1);
    order.push(name);
    await database.query('SELECT SLEEP(0.01)');
    running--;
  };
  schedule.every(3600, 'task', step('task'));
  jobs.handle('work', step('job'));
  jobs.handle('last', () => stop.abort());
  for (const kind of ['work', 'work', 'last']) await jobs.enqueue(database, kind, '');
  await schedule.runDue();
  await makeOverdue();
  // A pause of 1000 s would never end within the test's limit.
  await loop(1000);
  expect(order).toEqual(['task', 'job', 'job']);
  expect(await jobs.stateCount('done')).toBe(3);
  expect(await schedule.lastTick()).toBeInstanceOf(Date);
});

test('a stop ends the pause at once', async () => {
  const { stop, jobs, schedule, loop } = setUp();
  const idle = Promise.withResolvers<void>();
  const looped = runLoop({
    schedule,
    jobs: {
      workOne: async () => {
        const worked = await jobs.workOne();
        idle.resolve();
        return worked;
      },
    },
    pollSeconds: 1000,
    signal: stop.signal,
    log,
  });
  await idle.promise;
  stop.abort();
  await looped;
  await loop(1000);
});

test('a job that waits is found after the pause', async () => {
  const { stop, jobs, loop } = setUp();
  jobs.handle('work', () => stop.abort());
  await jobs.enqueue(database, 'work', '', { runAt: new Date(Date.now() + 300) });
  await loop(0.05);
  expect(await jobs.stateCount('done')).toBe(1);
});

test('a stop gives the running job back without counting the attempt', async () => {
  const { stop, jobs, loop } = setUp();
  jobs.handle('endless', (_payload, signal) => {
    queueMicrotask(() => stop.abort());
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  await jobs.enqueue(database, 'endless', '');
  await loop(1000);
  expect(await jobs.list({ limit: 1 })).toMatchObject([{ state: 'queued', attempts: 0, lastError: null }]);
});

test('an error is logged and the loop goes on', async () => {
  const { stop, jobs, schedule } = setUp();
  jobs.handle('work', () => stop.abort());
  await jobs.enqueue(database, 'work', '');
  const broken = createSchedule({ database: { ...database, execute: () => database.execute('SELECT FROM') }, log });
  let looks = 0;
  await runLoop({
    schedule: { runDue: (...args) => (++looks === 1 ? broken : schedule).runDue(...args) },
    jobs,
    pollSeconds: 0.01,
    signal: stop.signal,
    log,
  });
  expect(lines[0]).toMatchObject({ level: 'error', code: 'ER_PARSE_ERROR' });
  expect(await jobs.stateCount('done')).toBe(1);
});

test('a failing task does not keep jobs from running', async () => {
  const { stop, jobs, schedule, loop } = setUp();
  schedule.every(3600, 'bad', () => {
    throw new Error('broken');
  });
  jobs.handle('work', () => stop.abort());
  await schedule.runDue();
  await makeOverdue();
  await jobs.enqueue(database, 'work', '');
  await loop(1000);
  expect(lines).toMatchObject([{ level: 'error', event: 'Scheduled task "bad" failed: Error: broken' }]);
  expect(await jobs.stateCount('done')).toBe(1);
});
