import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { QUEUE_LOCK_NAME } from '../../shared/export-queue/file-names.ts';
import { killed, startProcess } from '../harness/child-process.ts';
import { openTestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { ADMIN } from '../harness/export-app.ts';
import {
  aggregating,
  ended,
  expectNothingLeft,
  generatorsIn,
  isAlive,
  type Line,
  statusOf,
  waitingCounts,
} from '../harness/export-drill.ts';
import { answerOf, fillPosts, openExportLine, temporaryDirectory } from '../harness/export-line.ts';
import { holdPosts } from '../harness/held-posts.ts';
import { mayMount, mountAgain, mountDisk, mountSmall } from '../harness/mounts.ts';
import { hasProcessTable } from '../harness/process-table.ts';

/** The real limits, shortened: CI must not wait for them. `npm run faults` runs with the defaults. */
const SHORT_LIMITS = {
  EXPORT_HEARTBEAT_STALE: '3',
  EXPORT_QUEUE_LIMIT: '2',
  EXPORT_EXPIRY: '3',
  EXPORT_DIRECTORY_HANG: '2',
  EXPORT_KILL_GRACE: '1',
};
type Limits = Partial<typeof SHORT_LIMITS>;
/** Only those that a drill is about: under the others it must not suffer. */
const limits = (...names: (keyof typeof SHORT_LIMITS)[]): Limits =>
  process.env.FAULT_LIMITS === 'real' ? {} : Object.fromEntries(names.map((name) => [name, SHORT_LIMITS[name]]));

const HOLDER = new URL('../harness/lock-holder.ts', import.meta.url);
const OTHER = { ...ADMIN, userId: 'u2', sessionId: 's2' };
const DETAILS = { request: { ledger: 'posts', mode: 'details' } };

const database = await openTestDatabase(10);
await fillPosts(database, 100);

const cancel = async (line: Line, token: string, caller = ADMIN) => {
  const answer = await line.request(`/jobs/${token}`, caller, { method: 'DELETE' });
  expect(answer.status).toBe(202);
  return answerOf(answer);
};

/** Registers an export of many rows and waits until it is being written. */
async function writing(line: Line): Promise<string> {
  const { token } = await answerOf(line.register(ADMIN, DETAILS));
  await eventually('rows are written', async () => (await statusOf(line, token)).phase === 'writing');
  return token;
}

/** A line on which exports still get done. */
async function expectWell(line: Line): Promise<void> {
  const { token } = await answerOf(line.register(OTHER));
  await ended(line, token, 'ready', OTHER);
}

describe.runIf(hasProcessTable)('exports', () => {
  test('canceled while it waits, counts, writes, and when it is ready: nothing is left of it', async () => {
    const line = await openExportLine(database, { EXPORT_SLOTS: '1' });
    await line.startWorker();
    const posts = await holdPosts(database);
    const counting = await aggregating(line);
    const { token: waiting } = await answerOf(line.register(OTHER));
    expect((await cancel(line, waiting, OTHER)).state).toBe('canceled');
    expect(await cancel(line, counting)).toMatchObject({ state: 'running', cancel_requested: true });
    await ended(line, counting, 'canceled');
    await expectNothingLeft(line, database);
    await posts.release();

    const written = await writing(line);
    await cancel(line, written);
    await ended(line, written, 'canceled');
    await expectNothingLeft(line, database);

    const { token: ready } = await answerOf(line.register());
    await ended(line, ready, 'ready');
    expect((await cancel(line, ready)).state).toBe('canceled');
    await expectNothingLeft(line, database);
    await expectWell(line);
  });

  test('a generator that takes no notice of being told to end is killed, and its statement with it', async () => {
    const line = await openExportLine(database, { EXPORT_SLOTS: '1', ...limits('EXPORT_KILL_GRACE') });
    await line.startWorker();
    const posts = await holdPosts(database);
    const token = await aggregating(line);
    const [generator] = await generatorsIn(line);
    process.kill(generator as number, 'SIGSTOP');
    await cancel(line, token);
    await ended(line, token, 'canceled');
    expect(isAlive(generator as number)).toBe(false);
    await expectNothingLeft(line, database);
    await posts.release();
    await expectWell(line);
  });

  test.each(['the supervisor', 'the generator'])('%s is killed at growing delays', async (whom) => {
    const line = await openExportLine(database, { EXPORT_SLOTS: '1' });
    let worker = await line.startWorker();
    for (const delay of [0, 150, 400, 900]) {
      const { token } = await answerOf(line.register(ADMIN, DETAILS));
      await sleep(delay);
      if (whom === 'the supervisor') {
        await killed(worker);
        worker = await line.startWorker();
      } else {
        for (const generator of await generatorsIn(line)) process.kill(generator, 'SIGKILL');
      }
      const end = await eventually('it has ended', async () => {
        const { state, error } = await statusOf(line, token);
        return state === 'ready' ? state : error?.code;
      });
      expect(['ready', 'worker_lost']).toContain(end);
      // A failure is told first, then what is left of it deleted.
      await eventually('nothing is left', async () => (await line.names(/^(part|temp)/)).length === 0);
    }
    await expectWell(line);
  });

  test('killed while it writes: the export has failed, nothing partial is there', async () => {
    const line = await openExportLine(database, { EXPORT_SLOTS: '1' });
    const first = await line.startWorker();
    const token = await writing(line);
    await killed(first);
    await line.startWorker();
    await ended(line, token, 'worker_lost');
    await expectNothingLeft(line, database);
    await expectWell(line);
  });

  test('a worker that stands still is taken for lost; when it goes on it can write nothing more', async () => {
    const shorter = limits('EXPORT_HEARTBEAT_STALE', 'EXPORT_DIRECTORY_HANG');
    const line = await openExportLine(database, { EXPORT_SLOTS: '1', ...shorter });
    const frozen = await line.startWorker();
    const posts = await holdPosts(database);
    const token = await aggregating(line);
    const [generator] = await generatorsIn(line);
    for (const pid of [frozen.pid, generator]) process.kill(pid as number, 'SIGSTOP');
    await ended(line, token, 'worker_lost');
    const refused = await line.register(OTHER);
    expect([refused.status, (await answerOf(refused)).type]).toEqual([503, 'urn:tallyport:problem:no_worker']);
    await posts.release();
    for (const pid of [generator, frozen.pid]) process.kill(pid as number, 'SIGCONT');
    await eventually('the generator is gone', async () => !isAlive(generator as number));
    expect((await statusOf(line, token)).state).toBe('failed');
    await eventually('it works again', async () => (await line.register(OTHER)).status === 202);
    await expectWell(line);
  });

  test('what nobody takes in time has failed; what is ready expires', async () => {
    // The one that is made must outlast the one that waits.
    const settings = { EXPORT_SLOTS: '1', EXPORT_TIME_LIMIT: '600', ...limits('EXPORT_QUEUE_LIMIT') };
    const line = await openExportLine(database, settings);
    await line.startWorker();
    const posts = await holdPosts(database);
    const token = await aggregating(line);
    const { token: waiting } = await answerOf(line.register(OTHER));
    await ended(line, waiting, 'queue_timeout', OTHER);
    await cancel(line, token);
    await posts.release();

    const short = await openExportLine(database, limits('EXPORT_EXPIRY'));
    await short.startWorker();
    const { token: brief } = await answerOf(short.register());
    await eventually('it is over', async () => (await short.request(`/jobs/${brief}`)).status === 410);
    await eventually('its file is gone', async () => (await short.names(/^file/)).length === 0);
  });

  test('a directory that hangs: requests say so, and its worker ends itself', async () => {
    const line = await openExportLine(database, limits('EXPORT_DIRECTORY_HANG'));
    const worker = await line.startWorker();
    const posts = await holdPosts(database);
    const token = await aggregating(line);
    const holder = startProcess(HOLDER, { args: [join(line.queue.store.path, QUEUE_LOCK_NAME)] });
    await once(holder, 'message');
    const refused = await line.register(OTHER);
    expect([refused.status, (await answerOf(refused)).type]).toEqual([
      503,
      'urn:tallyport:problem:exports-unavailable',
    ]);
    await eventually('the worker ends', async () => worker.exitCode === 1);
    await killed(holder);
    await line.startWorker();
    await ended(line, token, 'worker_lost');
    await posts.release();
    await expectNothingLeft(line, database);
  });

  test('a generator that stands still with the queue’s lock is ended with its worker', async () => {
    const line = await openExportLine(database, limits('EXPORT_DIRECTORY_HANG'));
    const worker = await line.startWorker();
    const posts = await holdPosts(database);
    const token = await aggregating(line);
    const [generator] = await generatorsIn(line);
    process.kill(generator as number, 'SIGSTOP');
    // What it would hold, held by another process.
    const holder = startProcess(HOLDER, { args: [join(line.queue.store.path, QUEUE_LOCK_NAME)] });
    await once(holder, 'message');
    await eventually('the worker ends', async () => worker.exitCode === 1);
    await eventually('its generator is gone', async () => !isAlive(generator as number));
    await killed(holder);
    await line.startWorker();
    await ended(line, token, 'worker_lost');
    await posts.release();
    await expectWell(line);
  });

  test('a worker whose clock is ten minutes ahead writes the database’s time', async () => {
    const line = await openExportLine(database);
    const clock = new URL('../harness/wrong-clock.ts', import.meta.url).href;
    await line.startWorker({ NODE_OPTIONS: `--import=${clock}` });
    const registered = await answerOf(line.register());
    await ended(line, registered.token, 'ready');
    const { heartbeat_at, updated_at, snapshot_at } = await statusOf(line, registered.token);
    for (const time of [heartbeat_at, updated_at, snapshot_at]) {
      const seconds = (Date.parse(time ?? '') - Date.parse(registered.as_of)) / 1000;
      expect(Math.abs(seconds)).toBeLessThan(300);
    }
    await expectWell(line);
  });

  test('three workers, where possible through two mounts of one folder, never run more than two exports', async () => {
    const folder = await temporaryDirectory();
    const line = await openExportLine(database, { COUNTS_EXPORT_DIRECTORY: folder });
    const again = { COUNTS_EXPORT_DIRECTORY: mayMount ? await mountAgain(folder) : folder };
    await Promise.all([line.startWorker(), line.startWorker(again), line.startWorker(again)]);
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

  test.runIf(mayMount)('a full disk ends the export that filled it and leaves room for others', async () => {
    const line = await openExportLine(database, { COUNTS_EXPORT_DIRECTORY: await mountSmall(2_000_000) });
    await line.startWorker();
    const { token } = await answerOf(line.register(ADMIN, DETAILS));
    await ended(line, token, 'storage_full');
    expect(await line.names(/^(part|file|temp)/)).toEqual([]);
    await expectWell(line);
  });

  test.runIf(mayMount)(
    'a disk that breaks: requests say so, its worker ends, and on a new disk exports go on',
    async () => {
      const disk = await mountDisk();
      const line = await openExportLine(database, {
        COUNTS_EXPORT_DIRECTORY: disk.path,
        ...limits('EXPORT_DIRECTORY_HANG'),
      });
      const worker = await line.startWorker();
      const posts = await holdPosts(database);
      await aggregating(line);
      disk.break();
      await posts.release();
      await eventually('the worker ends', async () => worker.exitCode === 1);
      const refused = await line.register(OTHER);
      expect([refused.status, (await answerOf(refused)).type]).toEqual([
        503,
        'urn:tallyport:problem:exports-unavailable',
      ]);
      await eventually('the database stops too', async () => (await waitingCounts(database)) === 0);
      disk.replace();
      await line.startWorker();
      await expectWell(line);
    },
  );
});
