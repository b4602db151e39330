import type { Connection } from '../database/database.ts';

/** Ends the queued job of that key as done: its work was done without it. One that runs already ends by itself. */
export async function fulfilJob(database: Pick<Connection, 'execute'>, kind: string, uniqueKey: string): Promise<void> {
  await database.execute(
    `UPDATE jobs SET state = 'done', open_key = NULL, finished_at = UTC_TIMESTAMP(6)
     WHERE kind = ? AND open_key = ? AND state = 'queued'`,
    [kind, uniqueKey],
  );
}
