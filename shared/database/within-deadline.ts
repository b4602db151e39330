import { type Connection, createConnection } from 'mysql2';
import { connectionOptions } from './connection-options.ts';
import { type Connection as Statements, statements } from './database.ts';
import { type Login, logIn } from './login.ts';
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
  work: (connection: Pick<Statements, 'query'>) => Promise<T>,
): Promise<T> {
  const address = parseDatabaseUrl(url);
  const broken = Promise.withResolvers<never>();
  const late = new DeadlinePassed(`The database did not answer within ${milliseconds} ms.`);
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    broken.reject(late);
  }, milliseconds);
  let connection: Connection | undefined;
  const connect = async (login: Login) => {
    connection?.destroy();
    if (over) throw late;
    const made = createConnection({ ...connectionOptions(address), ...login });
    connection = made;
    return new Promise<Connection>((resolve, reject) => {
      made.connect((error) => (error ? reject(error) : resolve(made)));
    });
  };
  const asked = async () => {
    const made = await logIn(address, connect);
    made.on('error', broken.reject);
    return work(statements(made.promise()));
  };
  try {
    const result = await Promise.race([asked(), broken.promise]);
    connection?.end();
    return result;
  } catch (error) {
    connection?.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
