import type { Config } from '../config/config.ts';
import type { Connection } from '../database/database.ts';
import { secondsSinceTick } from '../jobs/tick.ts';

/** Sweeps of an external schedule come once a minute. */
const EXTERNAL_SECONDS = 130;

/**
 * Whether somebody works on this database, judged by the signs of life in it.
 * @returns who, as a sentence; undefined: nobody. A database without our tables is nobody's.
 */
export async function whoUses(
  connection: Pick<Connection, 'query'>,
  settings: Pick<Config, 'WORKER' | 'JOB_POLL_INTERVAL'>,
): Promise<string | undefined> {
  const [tables] = await connection.query(`SHOW TABLES LIKE 'scheduler_tick'`);
  if (!tables) return undefined;
  const fresh = settings.WORKER === 'external' ? EXTERNAL_SECONDS : settings.JOB_POLL_INTERVAL * 3;
  const age = await secondsSinceTick(connection);
  if (age !== undefined && age < fresh)
    return `A schedule looked at this database ${Math.round(age)} s ago, so a service runs on it.`;
  for (const [table, what] of LEASED) {
    const [row] = await connection.query<{ held: string }>(
      `SELECT COUNT(*) AS held FROM ${table} WHERE lease_until > UTC_TIMESTAMP(6)`,
    );
    if (Number(row?.held) > 0) return `${row?.held} ${what} being worked on.`;
  }
  return undefined;
}

const LEASED = [
  ['imports', 'imports are'],
  ['jobs', 'jobs are'],
  ['scheduled_tasks', 'scheduled tasks are'],
] as const;
