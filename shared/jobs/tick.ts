import type { Connection } from '../database/database.ts';
import { wireTime } from '../database/time.ts';
import { sqlTime } from './clock.ts';

/** Stores that a loop is alive, in whichever process. */
export async function storeTick(connection: Pick<Connection, 'execute'>, now?: Date): Promise<void> {
  await connection.execute(
    `INSERT INTO scheduler_tick (id, last_tick_at) VALUES (1, ${sqlTime(now)})
     ON DUPLICATE KEY UPDATE last_tick_at = ${sqlTime(now)}`,
  );
}

/** @returns undefined before the first tick */
export async function readTick(connection: Pick<Connection, 'query'>): Promise<Date | undefined> {
  const [row] = await connection.query<{ last_tick_at: string }>(
    'SELECT last_tick_at FROM scheduler_tick WHERE id = 1',
  );
  return row && new Date(wireTime(row.last_tick_at));
}

/** By the database's clock. @returns undefined before the first tick */
export async function secondsSinceTick(connection: Pick<Connection, 'query'>): Promise<number | undefined> {
  const [row] = await connection.query<{ age: string }>(
    'SELECT TIMESTAMPDIFF(MICROSECOND, last_tick_at, UTC_TIMESTAMP(6)) AS age FROM scheduler_tick WHERE id = 1',
  );
  return row && Number(row.age) / 1_000_000;
}
