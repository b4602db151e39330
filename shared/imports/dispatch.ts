import type { Connection, Database } from '../database/database.ts';
import { wireTime } from '../database/time.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Queue } from '../queue/queue.ts';
import { encodeMessage } from './message.ts';

/** The kind of job that sends an import's message. */
export const DISPATCH_JOB = 'dispatch_import';

/** How long the fast path has before the job does its work. */
const FAST_PATH_SECONDS = 30;

export interface DispatchJobs {
  /** Promises, with the transaction, that the import will be dispatched. */
  promise(tx: Connection, importId: string): Promise<void>;
  /** The promise was kept. */
  settle(importId: string): Promise<void>;
}

export interface Dispatch {
  readonly database: Database;
  readonly queue: Pick<Queue, 'send'>;
  readonly jobs: DispatchJobs;
}

/** The promise as a background job, due when the fast path has had its time. The database's clock and ours may differ. */
export function dispatchJobs(jobs: Pick<Jobs, 'enqueue' | 'fulfil'>, now: () => Date = () => new Date()): DispatchJobs {
  return {
    async promise(tx, importId) {
      const runAt = new Date(now().getTime() + FAST_PATH_SECONDS * 1000);
      await jobs.enqueue(tx, DISPATCH_JOB, importId, { runAt, uniqueKey: importId });
    },
    settle: (importId) => jobs.fulfil(DISPATCH_JOB, importId),
  };
}

/**
 * Sends the import's location and marks it `queued`, when it is `stored`. Publish first, mark second: a crash between
 * the two sends it again, which the claim makes harmless; the other order could lose it.
 */
export async function dispatchImport({ database, queue, jobs }: Dispatch, importId: string): Promise<void> {
  const [row] = await database.query<{
    bucket: string;
    object_key: string;
    bytes: string;
    sha256: string;
    request_id: string;
    created_at: string;
  }>(
    `SELECT bucket, object_key, bytes, sha256, request_id, created_at FROM imports WHERE id = ? AND state = 'stored'`,
    [importId],
  );
  if (row) {
    await queue.send(
      encodeMessage({
        version: 1,
        import_id: importId,
        bucket: row.bucket,
        key: row.object_key,
        size: Number(row.bytes),
        sha256: row.sha256,
        request_id: row.request_id,
        received_at: wireTime(row.created_at),
      }),
    );
    await database.execute(
      `UPDATE imports SET state = 'queued', queued_at = UTC_TIMESTAMP(6) WHERE id = ? AND state = 'stored'`,
      [importId],
    );
  }
  await jobs.settle(importId);
}
