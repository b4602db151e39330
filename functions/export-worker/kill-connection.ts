import { openDatabase } from '../../shared/database/database.ts';

/** The server ended it already. */
const GONE = new Set(['ER_NO_SUCH_THREAD', 'ER_KILL_DENIED_ERROR']);

/** Stops the statement of a connection, then the connection, so that the server stops too when its client is gone. */
export async function killConnection(databaseUrl: string, threadId: number): Promise<void> {
  const database = openDatabase(databaseUrl, 1);
  try {
    await database.execute(`KILL QUERY ${threadId}`);
    await database.execute(`KILL ${threadId}`);
  } catch (error) {
    if (!GONE.has((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await database.close();
  }
}
