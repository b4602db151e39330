import type { Context } from 'hono';
import type { Config } from '../../shared/config/config.ts';
import type { Database, SnapshotConnection } from '../../shared/database/database.ts';
import { limitedSnapshot, TimeLimitPassed } from '../../shared/database/limited-snapshot.ts';
import type { ApiEnvironment } from './environment.ts';
import { Problem } from './problem.ts';
import { createTurns } from './turns.ts';

export interface CountsGateDependencies {
  /** Whose connections are for counts alone: what is slow here must not keep everybody else waiting. */
  readonly database: Pick<Database, 'snapshot' | 'address'>;
  readonly settings: Pick<
    Config,
    'COUNTS_STATEMENT_LIMIT' | 'COUNTS_AT_ONCE' | 'COUNTS_AT_ONCE_PER_USER' | 'COUNTS_WAITING_PER_USER'
  >;
}

/** Does the work of an interactive request on a snapshot. @throws Problem 401, 429, 504 */
export type CountsGate = <T>(c: Context<ApiEnvironment>, work: (tx: SnapshotConnection) => Promise<T>) => Promise<T>;

/**
 * What stands around every interactive count: it takes its turn, its statements end after a time and with its client,
 * and who was banned or given another role meanwhile gets no answer.
 */
export function createCountsGate({ database, settings }: CountsGateDependencies): CountsGate {
  const seconds = settings.COUNTS_STATEMENT_LIMIT;
  const turns = createTurns({
    total: settings.COUNTS_AT_ONCE,
    perUser: settings.COUNTS_AT_ONCE_PER_USER,
    waitingPerUser: settings.COUNTS_WAITING_PER_USER,
    waitSeconds: seconds,
  });
  return async (c, work) => {
    const { signal } = c.req.raw;
    let endTurn: (() => void) | undefined;
    try {
      endTurn = await turns.take(c.get('caller').userId, signal);
      const result = await limitedSnapshot(database, { seconds, signal }, work);
      await requireSameCaller(c);
      return result;
    } catch (error) {
      // What a server gives as the reason of its signal need not be an error, and Hono handles nothing else.
      if (signal.aborted) throw new Error('The client went away.', { cause: error });
      throw error instanceof TimeLimitPassed ? tookTooLong(seconds) : error;
    } finally {
      endTurn?.();
    }
  };
}

async function requireSameCaller(c: Context<ApiEnvironment>): Promise<void> {
  const now = await c.get('findCaller')();
  if (!now) throw new Problem(401, 'no-session', 'The session ended while this was counted.');
  if (now.role !== c.get('caller').role)
    throw new Problem(403, 'role-changed', 'Your role was changed while this was counted. Ask again.');
}

function tookTooLong(seconds: number): Problem {
  const message = `This count took longer than ${seconds} s and was stopped. Narrow its period or filters, or export it: an export may take longer.`;
  return new Problem(504, 'time-limit', message);
}
