import { openConnection, openDatabase } from '../shared/database/database.ts';
import { parseDatabaseUrl } from '../shared/database/url.ts';
import { createJobs } from '../shared/jobs/jobs.ts';
import { createLog } from '../shared/log.ts';

/** One of the workers of `jobs.ts`: node jobs-worker.ts ours|bare URL. Begins when it is told to, ends when nothing is due. */
const [variant = '', url = ''] = process.argv.slice(2);

async function ours(): Promise<() => Promise<void>> {
  const database = openDatabase(url, 2);
  const log = createLog('json');
  const jobs = createJobs({ database, maxAttempts: 5, leaseSeconds: 60, log });
  jobs.handle('nothing', () => {});
  await database.query('SELECT 1');
  return async () => {
    while (await jobs.workOne());
    await database.close();
  };
}

/** The statements that claim and finish a job, and nothing else. */
async function bare(): Promise<() => Promise<void>> {
  const connection = await openConnection(parseDatabaseUrl(url));
  const token = String(process.pid).padEnd(36, '-');
  return async () => {
    for (;;) {
      await connection.beginTransaction();
      const [rows] = await connection.query<(import('mysql2').RowDataPacket & { id: string })[]>(
        `SELECT id, kind, payload, attempts FROM jobs FORCE INDEX (jobs_due)
         WHERE state = 'queued' AND run_at <= UTC_TIMESTAMP(6) ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      );
      const id = rows[0]?.id;
      if (id === undefined) break;
      await connection.query(
        `UPDATE jobs SET state = 'running', attempts = attempts + 1, started_at = UTC_TIMESTAMP(6), lease_token = ?,
           lease_until = UTC_TIMESTAMP(6) + INTERVAL 60 SECOND WHERE id = ?`,
        [token, id],
      );
      await connection.commit();
      await connection.beginTransaction();
      await connection.query(
        `UPDATE jobs SET state = 'done', open_key = NULL, finished_at = UTC_TIMESTAMP(6), lease_token = NULL,
           lease_until = NULL WHERE id = ? AND state = 'running' AND lease_token = ?`,
        [id, token],
      );
      await connection.commit();
    }
    await connection.rollback();
    await connection.end();
  };
}

const work = await (variant === 'ours' ? ours() : bare());
process.once('message', () => work().then(() => process.disconnect()));
process.send?.('ready');
