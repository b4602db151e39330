import { expect, test } from 'vitest';
import { storeTick } from '../../shared/jobs/tick.ts';
import { openTestApi } from '../harness/api.ts';
import { openTestDatabase } from '../harness/database.ts';
import { startTestServer } from '../harness/private-server.ts';

const database = await openTestDatabase();
let address = '127.0.0.1';
const api = await openTestApi(database.url, {}, { clientAddress: () => address });
const metrics = async (headers: Record<string, string> = {}) => api.app.request('/metrics', { headers });
const told = async () => (await metrics()).text();

test('tells what the work is like', async () => {
  await database.execute(
    `INSERT INTO imports (state, ledger, options, filename, content_type, user_id, request_id, bucket, object_key,
       created_at, started_at, finished_at, rows_inserted, rows_failed)
     VALUES ('done', 'tags', '{}', 'f', 't', 'u', 'r', 'b', 'k', '2026-01-01', '2026-01-01', '2026-01-01 00:00:01.5', 7, 2),
       ('queued', 'tags', '{}', 'f', 't', 'u', 'r', 'b', 'k', UTC_TIMESTAMP(6) - INTERVAL 100 SECOND, NULL, NULL, 0, 0)`,
  );
  await database.execute(
    `INSERT INTO jobs (kind, payload, state, run_at, created_at) VALUES
       ('k', '', 'failed', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6)),
       ('k', '', 'queued', UTC_TIMESTAMP(6) - INTERVAL 30 SECOND, UTC_TIMESTAMP(6))`,
  );
  await database.execute(
    `INSERT INTO queue_messages (queue, body, sent_at, visible_at, dead_at) VALUES
       ('tallyport-imports', '', UTC_TIMESTAMP(6) - INTERVAL 50 SECOND, UTC_TIMESTAMP(6), NULL),
       ('tallyport-imports', '', UTC_TIMESTAMP(6) - INTERVAL 900 SECOND, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))`,
  );
  await storeTick(database);
  await api.app.request('/api/nothing');
  const response = await metrics();
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await response.text();
  for (const line of [
    'tallyport_database_up 1',
    'tallyport_imports{state="done"} 1',
    'tallyport_imports{state="failed"} 0',
    'tallyport_ingest_rows_total{result="inserted"} 7',
    'tallyport_ingest_rows_total{result="failed"} 2',
    'tallyport_ingest_seconds_total 1.5',
    'tallyport_jobs{state="failed"} 1',
    'tallyport_queue_messages{state="visible"} 1',
    'tallyport_queue_messages{state="dead"} 1',
    'tallyport_export_workers 0',
    'tallyport_export_waiting_seconds 0',
    'tallyport_export_slots 2',
    'tallyport_exports{state="ready"} 0',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/\ntallyport_import_waiting_seconds 1\d\d\n/);
  expect(text).toMatch(/\ntallyport_queue_oldest_seconds [5-9]\d\n/);
  expect(text).toMatch(/\ntallyport_job_overdue_seconds [3-9]\d\n/);
  expect(text).toMatch(/\ntallyport_schedule_tick_age_seconds \d/);
  expect(text).toMatch(/duration_seconds_count\{method="GET",route="other",status="401"\} 1\n/);
  // A second look: the first one is counted by its pattern.
  expect(await told()).toMatch(/duration_seconds_count\{method="GET",route="\/metrics",status="200"\} 1\n/);
});

test.each([
  ['127.0.0.1', {}, 200],
  ['::1', {}, 200],
  ['::ffff:127.0.0.1', {}, 200],
  ['10.0.0.7', {}, 403],
  ['127.0.0.1.example', {}, 403],
  ['127.0.0.1', { 'x-forwarded-for': '10.0.0.7' }, 403],
  ['127.0.0.1', { via: '1.1 proxy' }, 403],
])('from %s with %o: %i', async (from, headers, status) => {
  address = from;
  expect((await metrics(headers)).status).toBe(status);
  address = '127.0.0.1';
});

test('a database that stands still is told in time', async () => {
  const server = await startTestServer();
  const other = await openTestApi(server.databaseUrl, {}, { clientAddress: () => '127.0.0.1' });
  try {
    process.kill(server.pid, 'SIGSTOP');
    const response = await other.app.request('/metrics', { signal: AbortSignal.timeout(10_000) });
    const text = await response.text();
    expect(text).toContain('tallyport_database_up 0\n');
    expect(text).not.toContain('tallyport_imports');
  } finally {
    process.kill(server.pid, 'SIGCONT');
  }
});
