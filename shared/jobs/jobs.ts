import type { Connection, Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { type Claim, claimOldest, releaseEndedLeases } from './claim.ts';
import { type EnqueueOptions, insertJob } from './enqueue.ts';
import { failureText } from './failure-text.ts';
import { fulfilJob } from './fulfil.ts';
import { countJobs, type JobPage, type JobRecord, type JobState, listJobs } from './job-list.ts';
import { underLease } from './lease.ts';
import { pruneDoneJobs } from './prune.ts';
import { retryFailed } from './retry-failed.ts';
import { retryDelaySeconds } from './retry-ladder.ts';
import { finishDone, finishFailed, giveBack, renewClaim, retryLater } from './settle.ts';

/*
 * A job's states.
 *
 * queued: waits for run_at. Entered by enqueue; by a failed attempt that has attempts left (run_at moves up the ladder);
 *   by a claim given back at a stop (the attempt does not count); by a lease that ended (the attempt counts); by retry.
 * running: one process holds a lease under a token of its own, renewed while the handler runs. Entered by the claim,
 *   which counts as the attempt: were it counted at the end, a job that kills its process would be tried for ever.
 * done: the handler came back. Deleted by pruneDone.
 * failed: attempts used up, or no handler for the kind. Stays until someone retries it.
 *
 * Traded away: a job runs at least once, not exactly once. When the finish cannot be written, or a process stands
 * still for longer than its lease, the handler runs again; handlers must bear that.
 */

/**
 * Does the work of one kind. An error means: try again later.
 * @param signal aborts at a stop (a rejection then gives the job back) and when the lease was lost
 */
export type JobHandler = (payload: string, signal: AbortSignal) => Promise<unknown> | unknown;

export interface Jobs {
  /** Registers the one handler of a kind. Every process that enqueues or works must register every kind. */
  handle(kind: string, handler: JobHandler): void;
  /**
   * Adds a job on the caller's connection, or finds the open one with that unique key. @returns its id
   * @throws Error when the kind has no handler
   */
  enqueue(
    connection: Pick<Connection, 'execute'>,
    kind: string,
    payload: string,
    options?: EnqueueOptions,
  ): Promise<string>;
  /** The work of the open job with that unique key was done without it: a queued one ends `done`. */
  fulfil(kind: string, uniqueKey: string): Promise<void>;
  /** Claims the job due longest and runs it. @returns whether there was one, however it ended */
  workOne(now?: Date, signal?: AbortSignal): Promise<boolean>;
  /** Queues a failed job again. @throws RetryRefused */
  retry(id: string, now?: Date): Promise<void>;
  stateCount(state: JobState): Promise<number>;
  /** Deletes jobs done before that time. @returns how many */
  pruneDone(before: Date): Promise<number>;
  list(page: JobPage): Promise<JobRecord[]>;
}

export interface JobsOptions {
  database: Pick<Database, 'query' | 'execute' | 'transaction'>;
  /** Attempts after which a job has failed. */
  maxAttempts: number;
  /** How long a process owns a job without a sign of life. */
  leaseSeconds: number;
  log: Log;
}

/** Between two looks for jobs whose process is gone: a long queue is worked off without one for each job. */
const LOST_LOOK_MS = 1000;
const KIND = /^\S{1,80}$/;

export function createJobs(options: JobsOptions): Jobs {
  const { database, maxAttempts, leaseSeconds, log } = options;
  const handlers = new Map<string, JobHandler>();
  let lookedForLost = Number.NEGATIVE_INFINITY;

  async function returnLost(now?: Date): Promise<void> {
    lookedForLost = performance.now();
    for (const { error, failed, ...job } of await releaseEndedLeases(database, maxAttempts, now))
      log[failed ? 'error' : 'warn'](failed ? 'job failed' : 'job returned', { ...job, error });
  }

  return {
    handle(kind, handler) {
      if (!KIND.test(kind)) throw new Error(`The job kind "${kind}" must have 1 to 80 characters and no spaces.`);
      if (handlers.has(kind)) throw new Error(`The job kind "${kind}" has a handler already.`);
      handlers.set(kind, handler);
    },
    async enqueue(connection, kind, payload, enqueueOptions = {}) {
      if (!handlers.has(kind)) throw new Error(`The job kind "${kind}" has no handler: register it before enqueueing.`);
      return insertJob(connection, kind, payload, enqueueOptions);
    },
    fulfil: (kind, uniqueKey) => fulfilJob(database, kind, uniqueKey),
    async workOne(now, signal) {
      if (signal?.aborted) return false;
      if (now || performance.now() - lookedForLost >= LOST_LOOK_MS) await returnLost(now);
      const claim = await claimOldest(database, leaseSeconds, now);
      if (!claim) return false;
      await run(options, claim, handlers.get(claim.kind), now, signal);
      return true;
    },
    retry: (id, now) => retryFailed(database, id, now),
    stateCount: (state) => countJobs(database, state),
    pruneDone: (before) => pruneDoneJobs(database, before),
    list: (page) => listJobs(database, page),
  };
}

async function run(
  { database, leaseSeconds, maxAttempts, log: baseLog }: JobsOptions,
  claim: Claim,
  handler: JobHandler | undefined,
  now: Date | undefined,
  stop: AbortSignal | undefined,
): Promise<void> {
  const log = baseLog.with({ job: claim.id, kind: claim.kind, attempt: claim.attempt });
  const lease = { seconds: leaseSeconds, renew: () => renewClaim(database, claim, leaseSeconds, now), log };
  const settled = async (stillHeld: Promise<boolean>) => {
    if (!(await stillHeld)) log.warn('job result thrown away: the lease had ended and the job went on without it');
  };
  if (!handler) {
    const error = `NoHandler: The job kind "${claim.kind}" has no handler.`;
    log.error('job failed', { error });
    return settled(finishFailed(database, claim, error, now));
  }
  try {
    await underLease(lease, stop, (signal) => handler(claim.payload, signal));
  } catch (thrown) {
    const error = failureText(thrown);
    if (stop?.aborted) {
      log.info('job given back at a stop', { error });
      return settled(giveBack(database, claim));
    }
    if (claim.attempt >= maxAttempts) {
      log.error('job failed', { error });
      return settled(finishFailed(database, claim, error, now));
    }
    const delaySeconds = retryDelaySeconds(claim.attempt);
    log.warn('job attempt failed', { error, delaySeconds });
    return settled(retryLater(database, claim, error, delaySeconds, now));
  }
  await settled(finishDone(database, claim, now));
}
