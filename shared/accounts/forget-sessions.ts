import type { Connection } from '../database/database.ts';

const BATCH = 1000;

/** Deletes sessions that have ended by themselves. A session that is signed out of is deleted at once. @returns how many */
export async function forgetSessions(database: Pick<Connection, 'execute'>, signal?: AbortSignal): Promise<number> {
  let forgotten = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { affectedRows } = await database.execute(
      `DELETE FROM sessions WHERE expires_at < UTC_TIMESTAMP(3) LIMIT ${BATCH}`,
    );
    forgotten += affectedRows;
    if (affectedRows < BATCH) return forgotten;
  }
}
