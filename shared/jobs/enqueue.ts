import type { Connection } from '../database/database.ts';
import { sqlTime } from './clock.ts';

export interface EnqueueOptions {
  /** When the job is due; now by default. */
  runAt?: Date;
  /** At most one job of a kind with this key is open (queued or running) at a time. At most 200 characters. */
  uniqueKey?: string;
}

const KEY_MAX = 200;

/**
 * Adds a job on the caller's connection: it commits or rolls back with the caller's transaction.
 *
 * With a unique key that an open job of the kind has, that job's id is returned and nothing is added. Its row stays locked until
 * the caller's transaction ends, so a queued one cannot start before the caller's changes can be seen. One that is
 * running may have read the state before them: work that must not miss a change needs a key that names the change.
 */
export async function insertJob(
  connection: Pick<Connection, 'execute'>,
  kind: string,
  payload: string,
  { runAt, uniqueKey }: EnqueueOptions,
): Promise<string> {
  if (uniqueKey !== undefined && (uniqueKey === '' || Array.from(uniqueKey).length > KEY_MAX))
    throw new Error(`The unique key of a job of kind "${kind}" must have 1 to ${KEY_MAX} characters.`);
  const key = uniqueKey ?? null;
  const { insertId } = await connection.execute(
    `INSERT INTO jobs (kind, payload, state, unique_key, open_key, run_at, created_at)
     VALUES (?, ?, 'queued', ?, ?, ${sqlTime(runAt)}, UTC_TIMESTAMP(6))
     ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id)`,
    [kind, payload, key, key],
  );
  return insertId;
}
