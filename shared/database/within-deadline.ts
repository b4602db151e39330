import { createConnection } from 'mysql2';
import { type Connection, connectionOptions, statements } from './database.ts';
import { parseDatabaseUrl } from './url.ts';

/** The database did not answer in time. */
export class DeadlinePassed extends Error {
  override name = 'DeadlinePassed';
}

/**
 * Asks the database on a connection of its own, which waits in nobody's queue and is gone afterwards.
 * @throws DeadlinePassed after `milliseconds`, wherever it hangs: on the way, in the handshake, in a statement
 */
export async function withinDeadline<T>(
  url: string,
  milliseconds: number,
  work: (connection: Pick<Connection, 'query'>) => Promise<T>,
): Promise<T> {
  const connection = createConnection(connectionOptions(parseDatabaseUrl(url)));
  const broken = Promise.withResolvers<never>();
  connection.on('error', broken.reject);
  const late = () => broken.reject(new DeadlinePassed(`The database did not answer within ${milliseconds} ms.`));
  const timer = setTimeout(late, milliseconds);
  try {
    const result = await Promise.race([work(statements(connection.promise())), broken.promise]);
    connection.end();
    return result;
  } catch (error) {
    connection.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
