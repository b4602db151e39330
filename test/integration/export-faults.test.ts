import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { killed } from '../harness/child-process.ts';
import { openTestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { ADMIN } from '../harness/export-app.ts';
import { answerOf, holdPosts, openExportLine } from '../harness/export-line.ts';

// Real processes on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const database = await openTestDatabase(10);

type Line = Awaited<ReturnType<typeof openExportLine>>;

const statusOf = async (line: Line, token: string, caller = ADMIN) => answerOf(line.request(`/jobs/${token}`, caller));

/** Registers an export and waits until its generator is within a count that does not end. */
async function aggregating(line: Line) {
  const { token } = await answerOf(line.register());
  await eventually('the generator counts', async () => {
    const { phase, snapshot_at } = await statusOf(line, token);
    return phase === 'aggregating' && snapshot_at !== null;
  });
  return token;
}

const failed = (line: Line, token: string) =>
  eventually('the export fails', async () => {
    const status = await statusOf(line, token);
    return status.state === 'failed' && status;
  });

/** The processes of the waiting counts, as the database sees them. */
async function waitingCounts(): Promise<number> {
  const found = await database.query(
    "SELECT id FROM information_schema.processlist WHERE state LIKE '%metadata lock%'",
  );
  return found.length;
}

test('a generator that is killed leaves a failed export, a free slot and nothing else', async () => {
  const line = await openExportLine(database, { EXPORT_SLOTS: '1' });
  await line.startWorker();
  const posts = await holdPosts(database);
  const token = await aggregating(line);
  const [generator] = await generatorsIn(line);
  process.kill(generator as number, 'SIGKILL');
  expect((await failed(line, token)).error?.code).toBe('worker_lost');
  await eventually('the database stops too', async () => (await waitingCounts()) === 0);
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

test('three workers never run more than two exports, and all get done', async () => {
  const line = await openExportLine(database);
  await Promise.all([line.startWorker(), line.startWorker(), line.startWorker()]);
  const posts = await holdPosts(database);
  const users = ['u1', 'u2', 'u3', 'u4', 'u5'].map((userId) => ({ ...ADMIN, userId }));
  const tokens = await Promise.all(
    users.map(async (user) => ({ user, token: (await answerOf(line.register(user))).token })),
  );
  const states = () => Promise.all(tokens.map(async ({ user, token }) => (await statusOf(line, token, user)).state));
  const running = async () => (await states()).filter((state) => state === 'running').length;
  await eventually('two run', async () => (await running()) === 2);
  for (let look = 0; look < 50; look++) expect(await running()).toBeLessThanOrEqual(2);
  await posts.release();
  await eventually('all are ready', async () => {
    const now = await states();
    expect(now.filter((state) => state === 'running').length).toBeLessThanOrEqual(2);
    return now.every((state) => state === 'ready');
  });
});

test('an export that takes too long fails, and its statement is stopped', async () => {
  const line = await openExportLine(database, { EXPORT_TIME_LIMIT: '3' });
  await line.startWorker();
  const posts = await holdPosts(database);
  const { token } = await answerOf(line.register());
  expect((await failed(line, token)).error?.code).toBe('time_limit');
  await eventually('the database stops too', async () => (await waitingCounts()) === 0);
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
  worker.kill('SIGTERM');
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

/** Ids of the generator processes of a line's workers. */
async function generatorsIn(line: Line): Promise<number[]> {
  const [name = ''] = await line.names(/^worker/);
  const { pid } = JSON.parse(await readFile(join(line.queue.store.path, name), 'utf8'));
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
