import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJobs } from '../../shared/jobs/jobs.ts';
import { createLog } from '../../shared/log.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
await database.execute('CREATE TABLE runs (what VARCHAR(100) NOT NULL, process INT NOT NULL)');

const T0 = new Date('2026-11-30T00:00:00Z');
const later = (seconds: number) => new Date(T0.getTime() + seconds * 1000);
const jobs = createJobs({
  database,
  maxAttempts: 5,
  leaseSeconds: 60,
  log: createLog('json', {}, { write: () => {} }),
});
jobs.handle('note', () => {});
jobs.handle('hang', () => {});

const children: ChildProcess[] = [];

interface Started {
  child: ChildProcess;
  line(): Promise<string>;
}

async function start(...args: string[]): Promise<Started> {
  const program = new URL('jobs-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, database.url, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value);
  expect(await line()).toBe('ready');
  return { child, line };
}

async function toTheEnd(started: Started[]): Promise<void> {
  const ends = started.map(({ child }) => once(child, 'exit'));
  for (const { child } of started) child.stdin?.write('go\n');
  expect((await Promise.all(ends)).map(([code]) => code)).toEqual(started.map(() => 0));
}

beforeEach(async () => {
  for (const table of ['jobs', 'runs', 'scheduled_tasks']) await database.execute(`DELETE FROM ${table}`);
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

test('two processes at once run each job exactly once, and both take part', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `job ${index}`);
  for (const name of names) await jobs.enqueue(database, 'note', name, { runAt: T0 });
  await toTheEnd(await Promise.all([start('work', T0.toISOString()), start('work', T0.toISOString())]));
  const runs = await database.query<{ what: string; process: number }>('SELECT what, process FROM runs');
  expect(runs.map((run) => run.what).sort()).toEqual(names.sort());
  expect(new Set(runs.map((run) => run.process)).size).toBe(2);
  expect(await jobs.stateCount('done')).toBe(100);
});

test('two processes at once run a task once per period together', async () => {
  const ticks = ['ticks', T0.toISOString(), '61'];
  await toTheEnd(await Promise.all([start(...ticks), start(...ticks)]));
  const runs = await database.query<{ what: string }>('SELECT what FROM runs ORDER BY what');
  const minutes = Array.from({ length: 60 }, (_, index) => later(60 * (index + 1)).toISOString());
  expect(runs.map((run) => run.what)).toEqual(minutes);
});

test('the job of a killed process returns when its lease ends, not earlier', async () => {
  await jobs.enqueue(database, 'hang', 'x', { runAt: T0 });
  const { child, line } = await start('work', T0.toISOString());
  child.stdin?.write('go\n');
  expect(await line()).toBe('running');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await jobs.workOne(later(59.999))).toBe(false);
  expect(await jobs.stateCount('running')).toBe(1);
  expect(await jobs.workOne(later(60))).toBe(true);
  expect(await jobs.list({ limit: 10 })).toMatchObject([{ state: 'done', attempts: 2 }]);
});
