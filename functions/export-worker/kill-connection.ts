import { withinDeadline } from '../../shared/database/within-deadline.ts';

/** The server ended it already. */
const GONE = new Set(['ER_NO_SUCH_THREAD', 'ER_KILL_DENIED_ERROR']);
const DEADLINE_MS = 5_000;

/** Stops the statement of a connection, then the connection, so that the server stops too when its client is gone. */
export async function killConnection(databaseUrl: string, threadId: number): Promise<void> {
  try {
    await withinDeadline(databaseUrl, DEADLINE_MS, async (connection) => {
      await connection.query(`KILL QUERY ${threadId}`);
      await connection.query(`KILL ${threadId}`);
    });
  } catch (error) {
    if (!GONE.has((error as { code?: string }).code ?? '')) throw error;
  }
}
