import { applyEvent } from '../../shared/export-queue/change.ts';
import type { Claim } from '../../shared/export-queue/claim.ts';
import type { ExportQueue } from '../../shared/export-queue/export-queue.ts';
import type { ExportErrorCode, ExportJob } from '../../shared/export-queue/job.ts';
import type { Log } from '../../shared/log.ts';
import { failureOf, tooLong } from './failure.ts';
import type { StartGenerator } from './generator-process.ts';

export interface RunDependencies {
  queue: ExportQueue;
  startGenerator: StartGenerator;
  /** Stops what a database connection is doing, and ends it. */
  killConnection(threadId: number): Promise<void>;
  timeLimitSeconds: number;
  killGraceSeconds: number;
  /** Called when a job has ended. @param milliseconds since it was claimed */
  onEnd(ready: boolean, milliseconds: number): void;
  log: Log;
}

interface Reason {
  code: ExportErrorCode;
  message: string;
}

/** The job of one supervisor while it runs. */
export interface RunningJob {
  readonly id: string;
  /** Ends the generator and the job, with this reason unless its owner asked to cancel it. */
  end(reason: Reason): void;
  /** Resolves when the generator is gone, the job has ended and its slot is free. */
  readonly done: Promise<void>;
}

const LOST: Reason = { code: 'worker_lost', message: 'The process that generated this file was killed. Export again.' };
const GAVE_UP: Reason = {
  code: 'internal',
  message: 'The process that generated this file ended without it. Why, is in the log of the worker.',
};

/** Has a claimed job's file made by a process of its own. */
export function runJob(deps: RunDependencies, claim: Claim): RunningJob {
  const { queue, startGenerator, killConnection, timeLimitSeconds, killGraceSeconds, log } = deps;
  const started = performance.now();
  const generator = startGenerator(claim.job, queue.clock.offset());
  let reason: Reason | undefined;
  const stopping = Promise.withResolvers<void>();
  const end = (why: Reason) => {
    reason ??= why;
    stopping.resolve();
  };
  const timer = setTimeout(() => end(failureOf(tooLong(timeLimitSeconds))), timeLimitSeconds * 1000);
  const run = async () => {
    try {
      const stopped = stopping.promise.then(() => generator.terminate(killGraceSeconds * 1000));
      await Promise.race([generator.ended, stopped]);
      const { how, killed } = await generator.ended;
      clearTimeout(timer);
      // The server notices that a client is gone only when it wants to send something. Before the end is told: then
      // nothing of the job is left anywhere.
      const finished = (await queue.store.read(claim.job.id))?.state === 'ready';
      if (!finished && generator.threadId !== undefined) await killConnection(generator.threadId);
      const job = await settle(queue, claim.job, reason ?? (killed ? LOST : GAVE_UP));
      const ms = Math.round(performance.now() - started);
      deps.onEnd(job?.state === 'ready', ms);
      log.info('export ended', { export: claim.job.id, state: job?.state, code: job?.error?.code, generator: how, ms });
    } finally {
      clearTimeout(timer);
      await claim.slot.release();
    }
  };
  return { id: claim.job.id, end, done: run() };
}

/** A generator that is gone leaves its job ended: by itself, else here. */
async function settle(
  { store }: ExportQueue,
  { id, claim }: ExportJob,
  reason: Reason,
): Promise<ExportJob | undefined> {
  return store.locked(async (step) => {
    const job = await step.read(id);
    const worker = claim?.worker ?? '';
    const event = job?.cancel_requested
      ? ({ type: 'cancel', worker } as const)
      : ({ type: 'fail', worker, ...reason } as const);
    return (await applyEvent(step, job, event)) ?? job;
  });
}
