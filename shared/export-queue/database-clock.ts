import type { Connection } from '../database/database.ts';
import { wireTime } from '../database/time.ts';

/** Tells the database's time without asking it each time. */
export interface DatabaseClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The same as `2026-11-30T00:00:00.000000Z`. */
  time(): string;
  /** Asks the database again. @returns its exact answer, `2026-11-30T00:00:00.123456Z` */
  measure(): Promise<string>;
  /** What makes this machine's monotonic clock the database's, in ms; good for every process of this machine. */
  offset(): number;
}

/** @param offset what another process of this machine has measured; else `measure` comes before anything else */
export function createDatabaseClock(askTime: () => Promise<string>, offset = Number.NaN): DatabaseClock {
  let known = offset;
  const now = () => machineTime() + known;
  return {
    now,
    time: () => wireTimeOf(now()),
    offset: () => known,
    async measure() {
      const before = machineTime();
      const answer = await askTime();
      known = Date.parse(answer) - (before + machineTime()) / 2;
      return answer;
    },
  };
}

/** What a clock asks a database. */
export async function askDatabaseTime(connection: Pick<Connection, 'query'>): Promise<string> {
  const [row] = await connection.query<{ now: string }>('SELECT UTC_TIMESTAMP(6) AS now');
  return wireTime(row?.now ?? '');
}

/** @param milliseconds since 1970 */
export function wireTimeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z');
}

/** Milliseconds of the clock that all processes of this machine share and nobody sets. */
function machineTime(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
