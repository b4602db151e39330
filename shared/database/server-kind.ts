import type { Connection } from './database.ts';

export type ServerKind = 'mariadb' | 'mysql';

/** The oldest servers that have what we use: SKIP LOCKED, JSON_TABLE, window functions. */
const MINIMUM: Record<ServerKind, readonly [number, number]> = { mariadb: [10, 6], mysql: [8, 0] };

/** @throws Error when the server is too old to be used */
export async function serverKind(connection: Pick<Connection, 'query'>): Promise<ServerKind> {
  const [row] = await connection.query('SELECT VERSION() AS version');
  const version = String(row?.version);
  const kind = /mariadb/i.test(version) ? 'mariadb' : 'mysql';
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [least, leastMinor] = MINIMUM[kind];
  if (major < least || (major === least && minor < leastMinor))
    throw new Error(`This database server is ${version}; Tallyport needs MySQL 8.0 or MariaDB 10.6 or newer.`);
  return kind;
}
