import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { killed } from '../harness/child-process.ts';
import { openTestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { ADMIN } from '../harness/export-app.ts';
import { aggregating, generatorsIn, isAlive, type Line, statusOf, waitingCounts } from '../harness/export-drill.ts';
import { QUEUED_JOB } from '../harness/export-job.ts';
import { answerOf, openExportLine } from '../harness/export-line.ts';
import { holdPosts } from '../harness/held-posts.ts';
import { handlesTermination, hasProcessTable } from '../harness/process-table.ts';

// Real processes on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const database = await openTestDatabase(10);

const failed = (line: Line, token: string) =>
  eventually('the export fails', async () => {
    const status = await statusOf(line, token);
    return status.state === 'failed' && status;
  });

test('a generator that is killed leaves a failed export, a free slot and nothing else', async () => {
  const line = await openExportLine(database, { EXPORT_SLOTS: '1' });
  await line.startWorker();
  const posts = await holdPosts(database);
  const token = await aggregating(line);
  const [generator] = await generatorsIn(line);
  process.kill(generator as number, 'SIGKILL');
  expect((await failed(line, token)).error?.code).toBe('worker_lost');
  await eventually('the database stops too', async () => (await waitingCounts(database)) === 0);
  await posts.release();
  expect(await line.names(/^(part|file|temp)/)).toEqual([]);
  const next = await answerOf(line.register());
  await eventually('the next one is ready', async () => (await statusOf(line, next.token)).state === 'ready');
});

test('a supervisor that is killed takes its generator along; the next worker ends the job and takes the slot', async () => {
  const line = await openExportLine(database, { EXPORT_SLOTS: '1' });
  const first = await line.startWorker();
  const posts = await holdPosts(database);
  const token = await aggregating(line);
  const [generator] = await generatorsIn(line);
  await killed(first);
  await eventually('the generator ends', async () => !isAlive(generator as number));
  await line.startWorker();
  expect((await failed(line, token)).error?.code).toBe('worker_lost');
  await posts.release();
  expect(await line.names(/^(part|file|temp)/)).toEqual([]);
  const next = await answerOf(line.register());
  await eventually('the next one is ready', async () => (await statusOf(line, next.token)).state === 'ready');
});

test.runIf(hasProcessTable)(
  'a generator stands ready, without a database connection, and goes with its killed supervisor',
  async () => {
    const connections = () => database.query('SELECT id FROM information_schema.processlist WHERE db = DATABASE()');
    const line = await openExportLine(database);
    const before = await connections();
    const worker = await line.startWorker();
    const ready = async () => (await generatorsIn(line)).find(handlesTermination);
    const generator = (await eventually('one is ready', ready)) as number;
    expect(await connections()).toEqual(before);
    await killed(worker);
    await eventually('the generator ends', async () => !isAlive(generator));
  },
);

test('a generator of another release than its job makes no file', async () => {
  const line = await openExportLine(database);
  const claim = { worker: 'w', slot: 1 };
  const other = { ...QUEUED_JOB, state: 'running', phase: 'aggregating', claim, release: 'another' } as const;
  const job = await line.queue.store.locked((step) => step.publish(other));
  const generator = line.startGenerator();
  generator.send({ job: job.id, clockOffset: 0 });
  expect(await once(generator, 'exit')).toEqual([1, null]);
  expect(await line.queue.store.read(job.id)).toEqual(job);
});

test('an export that takes too long fails, and its statement is stopped', async () => {
  const line = await openExportLine(database, { EXPORT_TIME_LIMIT: '3' });
  await line.startWorker();
  const posts = await holdPosts(database);
  const { token } = await answerOf(line.register());
  expect((await failed(line, token)).error?.code).toBe('time_limit');
  await eventually('the database stops too', async () => (await waitingCounts(database)) === 0);
  await posts.release();
  expect(await line.names(/^(part|file|temp)/)).toEqual([]);
});

test('a stop that cannot wait longer says so in the job, and the worker signs off', async () => {
  const line = await openExportLine(database, { STOP_GRACE: '1' });
  const worker = await line.startWorker();
  const posts = await holdPosts(database);
  const token = await aggregating(line);
  worker.kill('SIGTERM');
  await eventually('the worker ends', async () => worker.exitCode !== null);
  expect(worker.exitCode).toBe(0);
  expect((await statusOf(line, token)).error?.code).toBe('interrupted');
  await posts.release();
  expect(await line.names(/^(part|file|temp|worker)/)).toEqual([]);
});

test('a stop lets the running export finish and takes no other', async () => {
  const line = await openExportLine(database, { STOP_GRACE: '20', EXPORT_SLOTS: '1' });
  const worker = await line.startWorker();
  const posts = await holdPosts(database);
  const token = await aggregating(line);
  const other = { ...ADMIN, userId: 'u2' };
  const waiting = await answerOf(line.register(other));
  // A service manager tells the whole group.
  for (const pid of [worker.pid, ...(await generatorsIn(line))]) process.kill(pid as number, 'SIGTERM');
  await posts.release();
  await eventually('the worker ends', async () => worker.exitCode !== null);
  expect((await statusOf(line, token)).state).toBe('ready');
  expect(await statusOf(line, waiting.token, other)).toMatchObject({ error: { code: 'worker_lost' } });
});

test('a worker ends with its starter', async () => {
  const line = await openExportLine(database);
  const worker = await line.startWorker();
  worker.disconnect();
  await eventually('the worker ends', async () => worker.exitCode !== null);
  expect(await line.names(/^worker/)).toEqual([]);
});
