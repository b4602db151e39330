import type { Connection } from '../database/database.ts';
import { sqlTime } from './clock.ts';

/** Rows deleted by one statement, so that no lock is held for long. */
const BATCH = 1000;

/** Deletes jobs that were done before that time; failed ones stay to be inspected. @returns how many were deleted */
export async function pruneDoneJobs(connection: Pick<Connection, 'execute'>, before: Date): Promise<number> {
  for (let total = 0; ; ) {
    const { affectedRows } = await connection.execute(
      `DELETE FROM jobs WHERE state = 'done' AND finished_at < ${sqlTime(before)} ORDER BY finished_at, id LIMIT ?`,
      [BATCH],
    );
    total += affectedRows;
    if (affectedRows < BATCH) return total;
  }
}
