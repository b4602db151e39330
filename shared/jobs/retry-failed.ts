import type { Connection, Database } from '../database/database.ts';
import { sqlTime } from './clock.ts';

/** The job cannot be retried. */
export class RetryRefused extends Error {
  override name = 'RetryRefused';
  readonly reason: 'missing' | 'not-failed' | 'key-taken';
  constructor(reason: 'missing' | 'not-failed' | 'key-taken', message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Queues a failed job again, due at once and with all its attempts.
 * @throws RetryRefused when there is no such job, it has not failed, or another open job has its unique key
 */
export async function retryFailed(database: Pick<Database, 'transaction'>, id: string, now?: Date): Promise<void> {
  // MySQL would read '5 or so' as 5.
  if (!/^\d{1,19}$/.test(id)) throw new RetryRefused('missing', 'There is no such job: an id is a number.');
  try {
    await database.transaction((tx) => requeue(tx, id, now));
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ER_DUP_ENTRY') throw error;
    throw new RetryRefused('key-taken', `Job ${id} was not retried: another open job does the same work.`);
  }
}

async function requeue(tx: Connection, id: string, now?: Date): Promise<void> {
  const [row] = await tx.query<{ state: string }>('SELECT state FROM jobs WHERE id = ? FOR UPDATE', [id]);
  if (!row) throw new RetryRefused('missing', `There is no job ${id}.`);
  if (row.state !== 'failed')
    throw new RetryRefused('not-failed', `Job ${id} is ${row.state}; only a failed job can be retried.`);
  await tx.execute(
    `UPDATE jobs SET state = 'queued', open_key = unique_key, attempts = 0, run_at = ${sqlTime(now)}, finished_at = NULL
     WHERE id = ?`,
    [id],
  );
}
