import { randomUUID } from 'node:crypto';
import type { Connection } from '../database/database.ts';
import { wireTime } from '../database/time.ts';
import { sqlTime } from './clock.ts';

/**
 * Stores a task. A task that is known keeps its next run, so that a restart does not begin anew; with another period
 * its next run is counted anew from its last start (or its first registration).
 */
export async function storeTask(
  connection: Pick<Connection, 'execute'>,
  name: string,
  seconds: number,
  now?: Date,
): Promise<void> {
  // Assignments run from left to right: every_seconds is still the old one while next_run_at is decided.
  await connection.execute(
    `INSERT INTO scheduled_tasks (name, every_seconds, registered_at, next_run_at)
     VALUES (?, ?, ${sqlTime(now)}, ${sqlTime(now)} + INTERVAL ? SECOND)
     ON DUPLICATE KEY UPDATE
       next_run_at = IF(every_seconds = ?, next_run_at, COALESCE(last_started_at, registered_at) + INTERVAL ? SECOND),
       every_seconds = ?`,
    [name, seconds, seconds, seconds, seconds, seconds],
  );
}

/** A task that was due when we looked. `nextRunAt` as the database writes it. */
export interface DueTask {
  name: string;
  nextRunAt: string;
}

/** Those of the named tasks that are due and not running, the one due longest first. */
export function dueTasks(
  connection: Pick<Connection, 'query'>,
  names: readonly string[],
  now?: Date,
): Promise<DueTask[]> {
  return connection.query<DueTask>(
    `SELECT name, next_run_at AS nextRunAt FROM scheduled_tasks
     WHERE name IN (?) AND next_run_at <= ${sqlTime(now)} AND (lease_until IS NULL OR lease_until <= ${sqlTime(now)})
     ORDER BY next_run_at, name`,
    [names],
  );
}

/** A run that this process may make. */
export interface TaskClaim extends DueTask {
  token: string;
}

/**
 * Claims one period of a task: of all processes that saw this next run, one moves it on.
 * @returns undefined when another was faster
 */
export async function claimTask(
  connection: Pick<Connection, 'execute'>,
  { name, nextRunAt }: DueTask,
  leaseSeconds: number,
  now?: Date,
): Promise<TaskClaim | undefined> {
  const token = randomUUID();
  const { affectedRows } = await connection.execute(
    `UPDATE scheduled_tasks SET next_run_at = ${sqlTime(now)} + INTERVAL every_seconds SECOND,
       last_started_at = ${sqlTime(now)}, lease_token = ?, lease_until = ${sqlTime(now)} + INTERVAL ? SECOND
     WHERE name = ? AND next_run_at = ? AND (lease_until IS NULL OR lease_until <= ${sqlTime(now)})`,
    [token, leaseSeconds, name, nextRunAt],
  );
  return affectedRows === 1 ? { name, nextRunAt, token } : undefined;
}

/** @returns false when the lease is no longer ours, as do the two below */
export async function renewTask(
  connection: Pick<Connection, 'execute'>,
  { name, token }: TaskClaim,
  leaseSeconds: number,
  now?: Date,
): Promise<boolean> {
  const { affectedRows } = await connection.execute(
    `UPDATE scheduled_tasks SET lease_until = ${sqlTime(now)} + INTERVAL ? SECOND WHERE name = ? AND lease_token = ?`,
    [leaseSeconds, name, token],
  );
  return affectedRows === 1;
}

/** @param error what the run failed with, null when it went well */
export async function finishTask(
  connection: Pick<Connection, 'execute'>,
  { name, token }: TaskClaim,
  error: string | null,
  now?: Date,
): Promise<boolean> {
  const { affectedRows } = await connection.execute(
    `UPDATE scheduled_tasks SET last_finished_at = ${sqlTime(now)}, last_error = ?, lease_token = NULL, lease_until = NULL
     WHERE name = ? AND lease_token = ?`,
    [error, name, token],
  );
  return affectedRows === 1;
}

/** Undoes the claim of a run that a stop broke off: the task is overdue again and runs once after the next start. */
export async function giveTaskBack(
  connection: Pick<Connection, 'execute'>,
  { name, nextRunAt, token }: TaskClaim,
): Promise<boolean> {
  const { affectedRows } = await connection.execute(
    `UPDATE scheduled_tasks SET next_run_at = ?, lease_token = NULL, lease_until = NULL
     WHERE name = ? AND lease_token = ?`,
    [nextRunAt, name, token],
  );
  return affectedRows === 1;
}

/** A task as people see it. Times are ISO 8601 in UTC to the microsecond. */
export interface TaskRecord {
  name: string;
  everySeconds: number;
  nextRunAt: string;
  lastStartedAt: string | null;
  lastFinishedAt: string | null;
  /** Of the last run; null when it went well. */
  lastError: string | null;
}

export async function listTasks(connection: Pick<Connection, 'query'>): Promise<TaskRecord[]> {
  const rows = await connection.query<TaskRecord>(
    `SELECT name, every_seconds AS everySeconds, next_run_at AS nextRunAt, last_started_at AS lastStartedAt,
       last_finished_at AS lastFinishedAt, last_error AS lastError
     FROM scheduled_tasks ORDER BY name`,
  );
  return rows.map((row) => ({
    ...row,
    nextRunAt: wireTime(row.nextRunAt),
    lastStartedAt: wireTime(row.lastStartedAt),
    lastFinishedAt: wireTime(row.lastFinishedAt),
  }));
}
