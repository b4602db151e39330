import { createPool, type PoolConnection, type PoolOptions } from 'mysql2';
import { connectionOptions } from './connection-options.ts';
import { logIn } from './login.ts';
import type { DatabaseAddress } from './url.ts';

/** Connections that are kept for the next one who needs one. They are those of mysql2's callback API. */
export interface ConnectionPool {
  /** The caller releases it. */
  connection(): Promise<PoolConnection>;
  end(): Promise<void>;
}

/** What the next connection is made with; mysql2's types do not tell of it. */
interface PoolInside {
  config: { connectionConfig: { user: string; password: string } };
}

/** @param prepare called with each new connection before anybody gets it; statements of a connection run in order */
export function openPool(
  address: DatabaseAddress,
  options: Pick<PoolOptions, 'connectionLimit' | 'dateStrings'>,
  prepare: (connection: PoolConnection) => void = () => {},
): ConnectionPool {
  const pool = createPool({ ...connectionOptions(address), ...options });
  const { connectionConfig } = (pool as unknown as PoolInside).config;
  pool.on('connection', prepare);
  return {
    connection: () =>
      logIn(address, (login) => {
        Object.assign(connectionConfig, login);
        return new Promise((resolve, reject) => {
          pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
        });
      }),
    end: () => new Promise((resolve, reject) => pool.end((error) => (error ? reject(error) : resolve()))),
  };
}
