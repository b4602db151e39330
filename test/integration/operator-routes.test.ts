import { expect, test } from 'vitest';
import { askDatabaseTime } from '../../shared/export-queue/database-clock.ts';
import { openExportQueue } from '../../shared/export-queue/export-queue.ts';
import { appear } from '../../shared/export-queue/workers.ts';
import { createSchedule } from '../../shared/jobs/schedule.ts';
import { createLog } from '../../shared/log.ts';
import { forgetProcesses, storeHeartbeat } from '../../shared/operations/processes.ts';
import { openTestApi } from '../harness/api.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const api = await openTestApi(database.url);
const admin = await api.signIn('admin');
const importer = await api.signIn('importer');
// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what its test asks
const read = async (path: string): Promise<any> => (await admin(path)).json();
const retry = (id: unknown) => admin(`/api/jobs/${id}/retry`, { method: 'POST' });

async function insertJob(state: string, key: string | null = null): Promise<string> {
  const { insertId } = await database.execute(
    `INSERT INTO jobs (kind, payload, state, unique_key, open_key, run_at, attempts, last_error, created_at)
     VALUES ('note', '{}', ?, ?, ?, UTC_TIMESTAMP(6), 5, 'Error: broken', UTC_TIMESTAMP(6))`,
    [state, key, state === 'queued' ? key : null],
  );
  return insertId;
}

test('jobs are listed by state, page by page, with how many there are of each', async () => {
  await database.execute('DELETE FROM jobs');
  const ids = [];
  for (const state of ['failed', 'done', 'failed', 'queued', 'failed']) ids.push(Number(await insertJob(state)));
  const first = await read('/api/jobs?state=failed&limit=2');
  expect(first.jobs.map(({ id }: { id: number }) => id)).toEqual([ids[4], ids[2]]);
  expect(first.counts).toEqual({ queued: 1, running: 0, done: 1, failed: 3 });
  const rest = await read(`/api/jobs?state=failed&limit=2&before=${first.next}`);
  expect([rest.jobs.map(({ id }: { id: number }) => id), rest.next]).toEqual([[ids[0]], null]);
  expect((await admin('/api/jobs?state=lost')).status).toBe(422);
});

test('a failed job is queued again, and the audit tells by whom', async () => {
  const id = await insertJob('failed');
  expect(await (await retry(id)).json()).toMatchObject({ id: Number(id), state: 'queued', attempts: 0 });
  const [line] = await database.query(
    `SELECT user_id, request_id FROM audit WHERE action = 'job.retried' AND subject_id = ?`,
    [id],
  );
  expect(line?.user_id).toMatch(/\w/);
  expect((await retry(id)).status).toBe(409);
});

test.each([
  ['that is done', () => insertJob('done'), 409],
  ['whose work another one has', () => insertJob('queued', 'k').then(() => insertJob('failed', 'k')), 409],
  ['that is not there', async () => '999999', 404],
  ['that is no number', async () => '1or1', 404],
])('a job %s is not retried, and no line says so', async (_what, job, status) => {
  const id = await job();
  expect((await retry(id)).status).toBe(status);
  expect(await database.query(`SELECT id FROM audit WHERE action = 'job.retried' AND subject_id = ?`, [id])).toEqual(
    [],
  );
});

test('the schedule tells the last and the next run of every task, and the last error', async () => {
  const schedule = createSchedule({ database, log: createLog('json', {}, { write: () => {} }) });
  schedule.every(60, 'tidy up', () => {
    throw new Error('no broom');
  });
  const T0 = new Date('2026-11-30T00:00:00Z');
  await schedule.runDue(T0);
  await schedule.runDue(new Date(T0.getTime() + 60_000));
  expect(await read('/api/schedule')).toEqual({
    last_tick_at: '2026-11-30T00:01:00.000000Z',
    tasks: [
      {
        name: 'tidy up',
        every_seconds: 60,
        next_run_at: '2026-11-30T00:02:00.000000Z',
        last_started_at: '2026-11-30T00:01:00.000000Z',
        last_finished_at: '2026-11-30T00:01:00.000000Z',
        last_error: 'Error: no broom',
      },
    ],
  });
});

test('workers are told with their last sign of life, and the export directory with its use', async () => {
  await storeHeartbeat(database, 'one', 'ingest');
  await storeHeartbeat(database, 'two', 'tick');
  await database.execute(`UPDATE processes SET heartbeat_at = heartbeat_at - INTERVAL 31 SECOND WHERE id = 'two'`);
  const queue = await openExportQueue(api.config, () => askDatabaseTime(database));
  const presence = await appear(queue);
  const { processes, export: exports } = await read('/api/workers');
  expect(processes).toMatchObject([
    { name: 'ingest', pid: process.pid, alive: true },
    { name: 'tick', alive: false },
  ]);
  expect(exports).toMatchObject({
    workers: [{ id: presence.worker, pid: process.pid, alive: true }],
    slots: { running: 0, limit: 2 },
    exports: { queued: 0, running: 0, ready: 0 },
    directory: { bytes_used: 0, bytes_limit: 536_870_912 },
  });
  await presence.end();
  await forgetProcesses(database, 'one');
  const left = await read('/api/workers');
  expect([left.export.workers, left.processes.map(({ name }: { name: string }) => name)]).toEqual([[], ['tick']]);
});

test.each(['/api/jobs', '/api/schedule', '/api/workers', '/api/users'])('%s is for administrators', async (path) => {
  expect((await importer(path)).status).toBe(403);
});
