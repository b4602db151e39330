import type { ScheduledEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { handler } from '../../functions/hosts/lambda-tick.ts';
import { secondsSinceTick } from '../../shared/jobs/tick.ts';
import { openTestDatabase } from '../harness/database.ts';
import { setLambdaEnvironment } from '../harness/lambda-environment.ts';
import { lambdaContext } from '../harness/lambda-event.ts';

const database = await openTestDatabase();
await setLambdaEnvironment({ DATABASE_URL: database.url, IMPORT_SWEEP_INTERVAL: '60' });

const event: ScheduledEvent = {
  version: '0',
  id: '53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa',
  'detail-type': 'Scheduled Event',
  source: 'aws.scheduler',
  account: '123456789012',
  time: '2026-11-30T00:00:00Z',
  region: 'ap-northeast-1',
  resources: ['arn:aws:scheduler:ap-northeast-1:123456789012:schedule/default/tick'],
  detail: {},
};

/** An import whose file is stored and whose message was never sent. */
async function stored(): Promise<string> {
  const { insertId } = await database.execute(
    `INSERT INTO imports (state, ledger, options, filename, content_type, user_id, request_id, bucket, object_key, bytes, sha256,
       created_at, stored_at)
     VALUES ('stored', 'posts', '{}', 'x.csv', 'text/csv', 'u', 'r', 'directory', 'imports/1/original', 1, REPEAT('0', 64),
       UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))`,
  );
  await database.execute(
    `INSERT INTO jobs (kind, payload, state, unique_key, open_key, run_at, created_at)
     VALUES ('dispatch_import', ?, 'queued', ?, ?, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))`,
    [insertId, insertId, insertId],
  );
  return insertId;
}

const states = () => database.query('SELECT state FROM imports ORDER BY id');

test('registers the tasks, tells that it lives, and runs every due job', async () => {
  await stored();
  await stored();
  expect(await handler(event, lambdaContext())).toEqual({ tasks: 0, jobs: 2 });
  expect(await states()).toEqual([{ state: 'queued' }, { state: 'queued' }]);
  expect(await database.query('SELECT id FROM queue_messages')).toHaveLength(2);
  expect(await secondsSinceTick(database)).toBeLessThan(60);
  expect(await database.query(`SELECT every_seconds FROM scheduled_tasks WHERE name = 'sweep imports'`)).toEqual([
    { every_seconds: 60 },
  ]);
});

test('runs each due task once, however many of it run at once', async () => {
  await database.execute('UPDATE scheduled_tasks SET next_run_at = UTC_TIMESTAMP(6) - INTERVAL 1 DAY');
  const [tasks] = await database.query('SELECT COUNT(*) AS tasks FROM scheduled_tasks');
  const runs = await Promise.all([handler(event, lambdaContext()), handler(event, lambdaContext())]);
  expect(runs[0].tasks + runs[1].tasks).toBe(Number(tasks?.tasks));
});

test('begins nothing new when little time is left', async () => {
  const id = await stored();
  expect(await handler(event, lambdaContext(10_000))).toEqual({ tasks: 0, jobs: 0 });
  expect(await database.query('SELECT state FROM jobs WHERE payload = ?', [id])).toEqual([{ state: 'queued' }]);
  expect(await handler(event, lambdaContext())).toMatchObject({ jobs: 1 });
});
