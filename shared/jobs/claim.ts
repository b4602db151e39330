import { randomUUID } from 'node:crypto';
import type { Connection, Database } from '../database/database.ts';
import { sqlTime } from './clock.ts';

/** A job that this process may run until its lease ends. */
export interface Claim {
  id: string;
  kind: string;
  payload: string;
  /** Which attempt this is, from 1. */
  attempt: number;
  token: string;
}

type DueJob = Pick<Claim, 'id' | 'kind' | 'payload'> & { attempts: number };

/**
 * Claims the job that has been due longest, in a short transaction; two processes never get the same one.
 * The index is forced because any other way to the row would lock more rows than the one that is taken, and other
 * claims skip locked rows.
 */
export function claimOldest(
  database: Pick<Database, 'transaction'>,
  leaseSeconds: number,
  now?: Date,
): Promise<Claim | undefined> {
  return database.transaction(async (tx) => {
    const [row] = await tx.query<DueJob>(
      `SELECT id, kind, payload, attempts FROM jobs FORCE INDEX (jobs_due)
       WHERE state = 'queued' AND run_at <= ${sqlTime(now)} ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    if (!row) return undefined;
    const token = randomUUID();
    await tx.execute(
      `UPDATE jobs SET state = 'running', attempts = attempts + 1, started_at = ${sqlTime(now)}, lease_token = ?,
         lease_until = ${sqlTime(now)} + INTERVAL ? SECOND
       WHERE id = ?`,
      [token, leaseSeconds, row.id],
    );
    return { id: row.id, kind: row.kind, payload: row.payload, attempt: row.attempts + 1, token };
  });
}

interface EndedLease {
  id: string;
  kind: string;
  attempts: number;
  lease_token: string;
}

/** A job whose process did not come back before its lease ended. */
export interface Abandoned {
  id: string;
  kind: string;
  attempts: number;
  failed: boolean;
  error: string;
}

/**
 * Takes running jobs whose lease has ended back into the queue, due as before; those that have used up their attempts
 * become `failed`, so that a job which kills its process does not kill for ever.
 */
export async function releaseEndedLeases(connection: Connection, maxAttempts: number, now?: Date) {
  const ended = await connection.query<EndedLease>(
    `SELECT id, kind, attempts, lease_token FROM jobs WHERE state = 'running' AND lease_until <= ${sqlTime(now)}`,
  );
  const released: Abandoned[] = [];
  for (const { id, kind, attempts, lease_token: token } of ended) {
    const failed = attempts >= maxAttempts;
    const error = `LeaseEnded: Attempt ${attempts} of ${maxAttempts} ended without a result: its process died or stood still.`;
    const end = failed ? `state = 'failed', open_key = NULL, finished_at = ${sqlTime(now)}` : `state = 'queued'`;
    const { affectedRows } = await connection.execute(
      `UPDATE jobs SET ${end}, lease_token = NULL, lease_until = NULL, last_error = ?
       WHERE id = ? AND state = 'running' AND lease_token = ? AND lease_until <= ${sqlTime(now)}`,
      [error, id, token],
    );
    if (affectedRows === 1) released.push({ id, kind, attempts, failed, error });
  }
  return released;
}
