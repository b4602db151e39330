import type { Connection } from '../database/database.ts';
import { DISPATCH_JOB } from './dispatch.ts';

/** What waits, and what waits for a person. */
export interface Backlog {
  /** Imports whose file is here and whose rows are not yet. */
  readonly unfinished: number;
  /** Imports whose message could not be sent; they do not arrive by themselves. */
  readonly notDispatched: number;
}

export async function importBacklog(database: Pick<Connection, 'query'>): Promise<Backlog> {
  const [row] = await database.query(
    `SELECT (SELECT COUNT(*) FROM imports WHERE state IN ('stored', 'queued', 'processing')) AS unfinished,
       (SELECT COUNT(*) FROM jobs WHERE kind = ? AND state = 'failed') AS not_dispatched`,
    [DISPATCH_JOB],
  );
  return { unfinished: Number(row?.unfinished), notDispatched: Number(row?.not_dispatched) };
}
