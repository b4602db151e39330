import { beforeEach, expect, test } from 'vitest';
import { createSchedule, type Task } from '../../shared/jobs/schedule.ts';
import { createLog } from '../../shared/log.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const lines: Record<string, unknown>[] = [];
const log = createLog('json', {}, { write: (text) => lines.push(JSON.parse(text)) });

const T0 = new Date('2026-11-30T00:00:00Z');
const later = (seconds: number) => new Date(T0.getTime() + seconds * 1000);

const runs: string[] = [];

/** Stands for one process, or one start of it. */
function start(seconds = 60, task: Task = () => void runs.push('run')) {
  const schedule = createSchedule({ database, log, leaseSeconds: 30 });
  schedule.every(seconds, 'task', task);
  return schedule;
}

beforeEach(async () => {
  await database.execute('DELETE FROM scheduled_tasks');
  await database.execute('DELETE FROM scheduler_tick');
  lines.length = 0;
  runs.length = 0;
});

test('a task first runs its period after its registration, then its period after each start', async () => {
  const schedule = start();
  const ran: number[] = [];
  for (const seconds of [0, 59.999, 60, 119, 125, 184, 185])
    if (await schedule.runDue(later(seconds))) ran.push(seconds);
  expect(ran).toEqual([60, 125, 185]);
});

test('a restart does not begin anew, and an overdue task runs once', async () => {
  await start().runDue(T0);
  expect(await start().runDue(later(59))).toBe(0);
  expect(await start().runDue(later(60))).toBe(1);
  const much = later(10 * 86_400);
  const restarted = start();
  expect(await restarted.runDue(much)).toBe(1);
  expect(await restarted.runDue(much)).toBe(0);
  expect(runs).toEqual(['run', 'run']);
});

test('another period counts from the last start', async () => {
  await start(3600).runDue(T0);
  await start(3600).runDue(later(3600));
  const shorter = start(60);
  expect(await shorter.runDue(later(3659))).toBe(0);
  expect(await shorter.runDue(later(3660))).toBe(1);
});

test('an error is logged with the name of the task, and the others run', async () => {
  const schedule = start(60, () => Promise.reject(new TypeError('broken')));
  schedule.every(60, 'other', () => void runs.push('other'));
  await schedule.runDue(T0);
  expect(await schedule.runDue(later(60))).toBe(2);
  expect(runs).toEqual(['other']);
  expect(lines).toMatchObject([{ level: 'error', event: 'Scheduled task "task" failed: TypeError: broken' }]);
  expect(await schedule.runDue(later(120))).toBe(2);
});

test('the list tells the last and the next run', async () => {
  const schedule = start(60, () => {
    throw new Error('broken');
  });
  await schedule.runDue(T0);
  const never = { lastStartedAt: null, lastFinishedAt: null, lastError: null };
  const task = { name: 'task', everySeconds: 60 };
  expect(await schedule.list()).toEqual([{ ...task, nextRunAt: '2026-11-30T00:01:00.000000Z', ...never }]);
  await schedule.runDue(later(61));
  const at = '2026-11-30T00:01:01.000000Z';
  const last = { lastStartedAt: at, lastFinishedAt: at, lastError: 'Error: broken' };
  expect(await schedule.list()).toEqual([{ ...task, nextRunAt: '2026-11-30T00:02:01.000000Z', ...last }]);
  await start().runDue(later(121));
  expect(await schedule.list()).toMatchObject([{ lastError: null }]);
});

test('the tick is stored for every process to see, and a running task does not advance it', async () => {
  const seen: (Date | undefined)[] = [];
  const schedule = start(60, async () => seen.push(await start().lastTick()));
  expect(await schedule.lastTick()).toBeUndefined();
  await schedule.runDue(T0);
  expect(await start().lastTick()).toEqual(T0);
  await schedule.runDue(later(60));
  expect(seen).toEqual([later(60)]);
});

test('a task that takes longer than its period does not run twice at once', async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const slow = start(10, () => {
    begun.resolve();
    return end.promise;
  });
  await slow.runDue(T0);
  const running = slow.runDue(later(10));
  await begun.promise;
  const other = start(10);
  expect(await other.runDue(later(25))).toBe(0);
  end.resolve();
  await running;
  expect(await other.runDue(later(25))).toBe(1);
});

test('a task whose process died runs again when its lease has ended and it is due', async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const dying = start(10, () => {
    begun.resolve();
    return end.promise;
  });
  await dying.runDue(T0);
  const late = dying.runDue(later(10));
  await begun.promise;
  const other = start(10);
  expect(await other.runDue(later(39))).toBe(0);
  expect(await other.runDue(later(40))).toBe(1);
  // It was not dead after all: its end changes nothing.
  end.reject(new Error('too late'));
  await late;
  expect(await other.list()).toMatchObject([{ lastError: null, lastFinishedAt: '2026-11-30T00:00:40.000000Z' }]);
  expect(lines.at(-1)).toMatchObject({ level: 'warn', event: expect.stringMatching('after its lease had ended') });
});

test('a task that a stop broke off is due again at the next start', async () => {
  const stop = new AbortController();
  const schedule = start(86_400, (signal) => {
    stop.abort();
    signal.throwIfAborted();
  });
  schedule.every(86_400, 'zzz', () => void runs.push('not after a stop'));
  await schedule.runDue(T0);
  await schedule.runDue(later(86_400), stop.signal);
  expect(lines.filter((line) => line.level === 'error')).toEqual([]);
  expect(runs).toEqual([]);
  expect(await start(86_400).runDue(later(86_401))).toBe(1);
});

test('tasks of other processes stay theirs', async () => {
  await start().runDue(T0);
  const other = createSchedule({ database, log });
  expect(await other.runDue(later(60))).toBe(0);
});

test('a period must be whole seconds, and a name stands for one task', () => {
  const schedule = start();
  expect(() => schedule.every(0.5, 'half', () => {})).toThrow('whole seconds');
  expect(() => schedule.every(1, 'task', () => {})).toThrow('registered already');
  expect(() => schedule.every(1, '', () => {})).toThrow('1 to 100 characters');
});
