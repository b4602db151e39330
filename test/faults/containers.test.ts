import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { startProcess } from '../harness/child-process.ts';
import { openTestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { aggregating, expectNothingLeft, statusOf } from '../harness/export-drill.ts';
import { openExportLine, temporaryDirectory } from '../harness/export-line.ts';
import { holdPosts } from '../harness/held-posts.ts';

const WORKER = new URL('../../functions/hosts/container-export-worker.ts', import.meta.url);

/** STOP_GRACE and stopTimeout of cdk/container-service.ts; CI must not wait for them. */
const [GRACE, STOP_TIMEOUT] = process.env.FAULT_LIMITS === 'real' ? [95, 120] : [2, 27];

const database = await openTestDatabase();

test('a task that Fargate stops ends by itself before it is killed, whatever its export does', async () => {
  const COUNTS_EXPORT_DIRECTORY = await temporaryDirectory();
  const line = await openExportLine(database, { COUNTS_EXPORT_DIRECTORY });
  const worker = startProcess(WORKER, {
    environment: {
      DATABASE_URL: database.url,
      COUNTS_EXPORT_DIRECTORY,
      SECRET: 'secret',
      LOG: 'json',
      PORT: '0',
      STOP_GRACE: String(GRACE),
    },
  });
  await eventually('a worker appears', async () => (await line.names(/^worker/)).length > 0);
  const posts = await holdPosts(database);
  const token = await aggregating(line);
  const gone = once(worker, 'exit');
  worker.kill('SIGTERM');
  const killer = setTimeout(() => worker.kill('SIGKILL'), STOP_TIMEOUT * 1000);
  onTestFinished(() => clearTimeout(killer));
  expect(await gone).toEqual([0, null]);
  expect(await statusOf(line, token)).toMatchObject({ state: 'failed', error: { code: 'interrupted' } });
  await posts.release();
  await expectNothingLeft(line, database);
});
