import { errorFields, type Log } from '../log.ts';
import type { DatabaseClock } from './database-clock.ts';

const INTERVAL_MS = 60_000;

/** Asks the database's time anew every minute: this machine's clock drifts. @returns what ends it */
export function keepMeasuring(clock: Pick<DatabaseClock, 'measure'>, log: Log): () => void {
  const timer = setInterval(() => {
    clock.measure().catch((error) => log.warn('the database did not tell its time', errorFields(error)));
  }, INTERVAL_MS);
  return () => clearInterval(timer);
}
