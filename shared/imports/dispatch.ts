import type { Connection, Database } from '../database/database.ts';
import { wireTime } from '../database/time.ts';
import { fulfilJob } from '../jobs/fulfil.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { errorFields, type Log } from '../log.ts';
import type { Queue } from '../queue/queue.ts';
import { encodeMessage } from './message.ts';

/** The kind of job that sends an import's message. */
export const DISPATCH_JOB = 'dispatch_import';

export interface DispatchJobs {
  /** Promises, with the transaction, that the import will be dispatched. */
  promise(tx: Connection, importId: string): Promise<void>;
  /** The promise was kept. */
  settle(connection: Pick<Connection, 'execute'>, importId: string): Promise<void>;
}

export interface Dispatch {
  readonly database: Database;
  readonly queue: Pick<Queue, 'send'>;
  readonly jobs: DispatchJobs;
}

/**
 * The promise as a background job.
 * @param delaySeconds how long the fast path has before the job does its work
 */
export function dispatchJobs(jobs: Pick<Jobs, 'enqueue'>, delaySeconds: number): DispatchJobs {
  return {
    async promise(tx, importId) {
      const runAt = new Date(Date.now() + delaySeconds * 1000);
      await jobs.enqueue(tx, DISPATCH_JOB, importId, { runAt, uniqueKey: importId });
    },
    settle: (connection, importId) => fulfilJob(connection, DISPATCH_JOB, importId),
  };
}

interface StoredRow {
  bucket: string;
  object_key: string;
  bytes: string;
  sha256: string;
  request_id: string;
  created_at: string;
}

/**
 * Sends the import's location and marks it `queued`, when it is `stored`. Publish first, mark second: a crash between
 * the two sends it again, which the claim makes harmless; the other order could lose it.
 * @throws the queue's error; the import then says why it still waits
 */
export async function dispatchImport({ database, queue, jobs }: Dispatch, importId: string): Promise<void> {
  const [row] = await database.query<StoredRow>(
    `SELECT bucket, object_key, bytes, sha256, request_id, created_at FROM imports WHERE id = ? AND state = 'stored'`,
    [importId],
  );
  if (!row) return jobs.settle(database, importId);
  const messageId = await queue.send(messageOf(importId, row)).catch(async (error) => {
    await noteTrouble(database, importId).catch(() => {});
    throw error;
  });
  await database.transaction(async (tx) => {
    await tx.execute(
      `UPDATE imports SET state = 'queued', queued_at = UTC_TIMESTAMP(6), message_id = ?, problem_code = NULL,
              problem_message = NULL WHERE id = ? AND state = 'stored'`,
      [messageId, importId],
    );
    await jobs.settle(tx, importId);
  });
}

/** The fast path: tries at once what is promised for later. Never fails. */
export async function dispatchNow(dispatch: Dispatch, importId: string, log: Log): Promise<void> {
  await dispatchImport(dispatch, importId).catch((error) =>
    log.warn('the message could not be sent; it will be sent later', { import_id: importId, ...errorFields(error) }),
  );
}

function messageOf(importId: string, row: StoredRow): string {
  return encodeMessage({
    version: 1,
    import_id: importId,
    bucket: row.bucket,
    key: row.object_key,
    size: Number(row.bytes),
    sha256: row.sha256,
    request_id: row.request_id,
    received_at: wireTime(row.created_at),
  });
}

async function noteTrouble(database: Pick<Connection, 'execute'>, importId: string): Promise<void> {
  const message = 'The file is stored, but the queue has not taken its message yet. It is sent again by itself.';
  await database.execute(
    `UPDATE imports SET problem_code = 'not_dispatched', problem_message = ? WHERE id = ? AND state = 'stored'`,
    [message, importId],
  );
}
