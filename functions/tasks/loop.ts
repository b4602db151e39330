import { setTimeout as sleep } from 'node:timers/promises';
import type { Jobs } from '../../shared/jobs/jobs.ts';
import type { Schedule } from '../../shared/jobs/schedule.ts';
import { errorFields, type Log } from '../../shared/log.ts';

export interface LoopOptions {
  schedule: Pick<Schedule, 'runDue'>;
  jobs: Pick<Jobs, 'workOne'>;
  /** Seconds between two looks when nothing is due. */
  pollSeconds: number;
  /** Ends the loop. Running handlers get it too: one that rejects then gives its work back. */
  signal: AbortSignal;
  log: Pick<Log, 'error'>;
}

/**
 * Runs due tasks and due jobs one at a time until the signal; tasks come before each job, so that a long queue does
 * not hold them up. Returns when what runs has come back: how long that may take is the host's decision.
 * An error (the database is away, say) is logged and the loop goes on.
 */
export async function runLoop({ schedule, jobs, pollSeconds, signal, log }: LoopOptions): Promise<void> {
  while (!signal.aborted) {
    const worked = await lookOnce({ schedule, jobs, pollSeconds, signal, log });
    // The one rejection of a sleep is the signal's.
    if (!worked) await sleep(pollSeconds * 1000, undefined, { signal }).catch(() => {});
  }
}

/** @returns whether there was a job, and so maybe another one */
async function lookOnce({ schedule, jobs, pollSeconds, signal, log }: LoopOptions): Promise<boolean> {
  try {
    await schedule.runDue(undefined, signal);
    return await jobs.workOne(undefined, signal);
  } catch (error) {
    log.error(`Background work could not be looked for; trying again in ${pollSeconds} s.`, errorFields(error));
    return false;
  }
}
