import type { Config } from '../config/config.ts';
import { withinDeadline } from '../database/within-deadline.ts';
import { secondsSinceTick } from '../jobs/tick.ts';

export type Verdict = 'ok' | 'database unavailable' | 'worker stale';

export interface Health {
  verdict: Verdict;
  /** What kept the database from answering, for the log. */
  error?: unknown;
}

type HealthSettings = Pick<Config, 'DATABASE_URL' | 'WORKER' | 'HEALTH_WORKER_STALE'>;

/** Whoever asks has promised two seconds to whoever asks him; the rest is for the way. */
const DEADLINE_MS = 1_500;

/**
 * Tells whether the database can be read and the schedule is alive. Those who ask at the same time share one answer,
 * so that many of them do not take the connections that others need.
 * @param uptimeSeconds of this process: before the first tick the schedule's silence counts from its start
 */
export function createHealthCheck(
  settings: HealthSettings,
  uptimeSeconds: () => number = process.uptime,
): () => Promise<Health> {
  let running: Promise<Health> | undefined;
  return () => {
    running ??= examine(settings, uptimeSeconds).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function examine(settings: HealthSettings, uptimeSeconds: () => number): Promise<Health> {
  try {
    const age = await withinDeadline(settings.DATABASE_URL, DEADLINE_MS, async (connection) => {
      // Behind a long ALTER TABLE the statements of all the health checks would pile up on the server.
      await connection.query('SET SESSION lock_wait_timeout = 1');
      return secondsSinceTick(connection);
    });
    const stale = settings.WORKER !== '0' && (age ?? uptimeSeconds()) > settings.HEALTH_WORKER_STALE;
    return { verdict: stale ? 'worker stale' : 'ok' };
  } catch (error) {
    return { verdict: 'database unavailable', error };
  }
}
