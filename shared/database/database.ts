import type { Connection as RawCallbackConnection } from 'mysql2';
import {
  createConnection,
  type PoolConnection,
  type Connection as RawPromiseConnection,
  type ResultSetHeader,
  type RowDataPacket,
} from 'mysql2/promise';
import { connectionOptions } from './connection-options.ts';
import { logIn } from './login.ts';
import { openPool } from './pool.ts';
import { streamRows, type TextRow } from './stream.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './url.ts';

export type Value = string | number | bigint | boolean | Buffer | Date | null | readonly Value[] | readonly Value[][];
export type Row = Record<string, string | number | null>;

/**
 * One place to send statements to: the database (each statement on any connection) or a transaction.
 * BIGINT and DECIMAL arrive as strings, times as `2026-11-30 00:00:00.000000` in UTC, JSON as text.
 */
export interface Connection {
  query<R = Row>(sql: string, values?: readonly Value[]): Promise<R[]>;
  execute(sql: string, values?: readonly Value[]): Promise<Written>;
}

/** `affectedRows` counts matched rows, also those an UPDATE left as they were. */
export interface Written {
  affectedRows: number;
  insertId: string;
}

export interface Database extends Connection {
  readonly address: DatabaseAddress;
  /** Runs `work` in one READ COMMITTED transaction; again from the start after a deadlock or a lock wait. */
  transaction<T>(work: (tx: Connection) => Promise<T>): Promise<T>;
  /** Runs `work` on one read-only consistent snapshot. */
  snapshot<T>(work: (tx: SnapshotConnection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface SnapshotConnection extends Connection {
  /** The server's id of this connection, for KILL QUERY. */
  readonly threadId: number;
  /** The rows of a statement as they come (`stream.ts`). */
  stream(sql: string, values?: readonly Value[]): AsyncIterable<readonly TextRow[]>;
}

/** Deadlock and lock wait timeout: the server rolled back and asks to try again. */
const RETRIED = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT']);
const TRANSACTION_ATTEMPTS = 5;

/** What every connection of ours is, whatever the server's defaults are. */
const SESSION = [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  `SET SESSION time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES,ONLY_FULL_GROUP_BY,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'`,
];

/** Opens a pool. @param connections how many statements may run at once */
export function openDatabase(url: string, connections: number): Database {
  const address = parseDatabaseUrl(url);
  // Nothing runs before these statements, nor after one of them failed.
  const pool = openPool(address, { connectionLimit: connections }, (connection) => {
    for (const statement of SESSION) connection.query(statement, (error) => error && connection.destroy());
  });
  const lend = async () => (await pool.connection()).promise();
  return {
    address,
    query: (sql, values) => borrowed(lend, (connection) => statements(connection).query(sql, values)),
    execute: (sql, values) => borrowed(lend, (connection) => statements(connection).execute(sql, values)),
    transaction: (work) => transaction(lend, work),
    snapshot: (work) => snapshot(lend, work),
    close: () => pool.end(),
  };
}

type Lend = () => Promise<PoolConnection>;

/** A connection that broke leaves the pool by itself when it is released. */
async function borrowed<T>(lend: Lend, work: (connection: PoolConnection) => Promise<T>): Promise<T> {
  const connection = await lend();
  try {
    return await work(connection);
  } finally {
    connection.release();
  }
}

/** Opens a connection outside the pool, for what keeps one to itself. The caller ends it. */
export async function openConnection(address: DatabaseAddress): Promise<RawPromiseConnection> {
  const connection = await logIn(address, (login) => createConnection({ ...connectionOptions(address), ...login }));
  try {
    for (const statement of SESSION) await connection.query(statement);
    return connection;
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

/** Our statements on one of mysql2's connections. */
export function statements(on: Pick<RawPromiseConnection, 'query'>): Connection {
  return {
    async query<R>(sql: string, values: readonly Value[] = []) {
      const [rows] = await on.query<RowDataPacket[]>(sql, [...values]);
      return rows as unknown as R[];
    },
    async execute(sql, values = []) {
      const [result] = await on.query<ResultSetHeader>(sql, [...values]);
      return { affectedRows: result.affectedRows, insertId: String(result.insertId) };
    },
  };
}

async function transaction<T>(lend: Lend, work: (tx: Connection) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const connection = await lend();
    try {
      await connection.beginTransaction();
      const result = await work(statements(connection));
      await connection.commit();
      connection.release();
      return result;
    } catch (error) {
      await giveBack(connection);
      if (attempt === TRANSACTION_ATTEMPTS || !RETRIED.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

async function snapshot<T>(lend: Lend, work: (tx: SnapshotConnection) => Promise<T>): Promise<T> {
  const connection = await lend();
  try {
    await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    const result = await work({
      ...statements(connection),
      threadId: connection.threadId,
      stream: (sql, values = []) => streamRows(rawOf(connection), sql, values),
    });
    await connection.rollback();
    connection.release();
    return result;
  } catch (error) {
    await giveBack(connection);
    throw error;
  }
}

/** mysql2's callback connection within its promise one. */
function rawOf(connection: PoolConnection): RawCallbackConnection {
  return (connection as unknown as { connection: RawCallbackConnection }).connection;
}

/** A connection that cannot even roll back is not given back to the pool. */
async function giveBack(connection: PoolConnection): Promise<void> {
  try {
    await connection.rollback();
    connection.release();
  } catch {
    connection.destroy();
  }
}
