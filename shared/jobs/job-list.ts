import type { Connection, Value } from '../database/database.ts';
import { wireTime } from '../database/time.ts';

export const JOB_STATES = ['queued', 'running', 'done', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A job as people see it. Times are ISO 8601 in UTC to the microsecond. */
export interface JobRecord {
  id: string;
  kind: string;
  state: JobState;
  /** The first 1000 characters. */
  payload: string;
  uniqueKey: string | null;
  attempts: number;
  runAt: string;
  lastError: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

export interface JobPage {
  /** Of all states when absent. */
  state?: JobState;
  /** The last id of the page before. */
  after?: string;
  limit: number;
}

type StoredJob = Omit<JobRecord, 'uniqueKey' | 'runAt' | 'lastError' | 'createdAt' | 'startedAt' | 'finishedAt'> & {
  unique_key: string | null;
  run_at: string;
  last_error: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
};

const SELECT = `SELECT id, kind, state, LEFT(payload, 1000) AS payload, unique_key, attempts, run_at, last_error, created_at,
  started_at, finished_at FROM jobs`;

/** The newest first. */
export async function listJobs(connection: Pick<Connection, 'query'>, { state, after, limit }: JobPage) {
  const conditions: string[] = [];
  const values: Value[] = [];
  if (state) {
    conditions.push('state = ?');
    values.push(state);
  }
  if (after !== undefined) {
    conditions.push('id < ?');
    values.push(after);
  }
  const where = conditions.length ? `WHERE ${conditions.join(' AND ')}` : '';
  const rows = await connection.query<StoredJob>(`${SELECT} ${where} ORDER BY id DESC LIMIT ?`, [...values, limit]);
  return rows.map(record);
}

/** @returns undefined when there is no such job */
export async function findJob(connection: Pick<Connection, 'query'>, id: string): Promise<JobRecord | undefined> {
  const [job] = await connection.query<StoredJob>(`${SELECT} WHERE id = ?`, [id]);
  return job && record(job);
}

function record(row: StoredJob): JobRecord {
  const { id, kind, state, payload, attempts } = row;
  return {
    ...{ id, kind, state, payload, attempts },
    uniqueKey: row.unique_key,
    runAt: wireTime(row.run_at),
    lastError: row.last_error,
    createdAt: wireTime(row.created_at),
    startedAt: wireTime(row.started_at),
    finishedAt: wireTime(row.finished_at),
  };
}

export async function countJobs(connection: Pick<Connection, 'query'>, state: JobState): Promise<number> {
  const [row] = await connection.query('SELECT COUNT(*) AS jobs FROM jobs WHERE state = ?', [state]);
  return Number(row?.jobs);
}
