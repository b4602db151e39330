import { changeExport, ExportLost } from '../../shared/export-queue/change.ts';
import { claimExport } from '../../shared/export-queue/claim.ts';
import { sweep } from '../../shared/export-queue/sweep.ts';
import { appear } from '../../shared/export-queue/workers.ts';
import { errorFields } from '../../shared/log.ts';
import { startBeating } from './beat.ts';
import { type RunDependencies, type RunningJob, runJob } from './run-job.ts';
import type { TaskProtection } from './task-protection.ts';
import { watchQueue } from './wake.ts';

export interface SupervisorDependencies extends RunDependencies {
  heartbeatSeconds: number;
  /** How long the directory may hang before this process is of no use. */
  hangSeconds: number;
  stopGraceSeconds: number;
  /** Set while a job runs. */
  protection: TaskProtection;
  /** Called once the first heartbeat is written: registration works from now on. */
  onReady(): void;
  /** Called after each heartbeat that was written. */
  onBeat(): void;
  /** Ends this process at once; its generator ends with it. */
  giveUp(why: string): void;
}

/**
 * Takes one export after the other off the queue and has it made, until `stopping`: then no other is taken, and the
 * running one has the grace to finish, else it fails with `interrupted`.
 *
 * A round sweeps and looks for work; it comes with each new job and at least with each heartbeat. Heartbeats go on
 * while a job runs, whatever its generator does. An error of the directory is logged and the next round tries again;
 * when heartbeats fail for `hangSeconds`, another worker must be able to count on this one being gone: `giveUp`.
 */
export async function supervise(deps: SupervisorDependencies, stopping: AbortSignal): Promise<void> {
  const { queue, log, heartbeatSeconds } = deps;
  const presence = await appear(queue);
  const wake = watchQueue(queue.store.path);
  let running: RunningJob | undefined;
  const beat = async () => {
    await presence.beat();
    deps.onBeat();
    if (!running) return;
    await beatForJob(deps, presence.worker, running);
    await sweep(queue);
  };
  const beating = startBeating(beat, deps);
  deps.onReady();
  log.info('export worker ready', { worker: presence.worker });
  while (!stopping.aborted) {
    try {
      await sweep(queue);
      const claim = await claimExport(queue, presence.worker);
      if (claim) {
        log.info('export claimed', { export: claim.job.id });
        await deps.protection.set(deps.timeLimitSeconds + deps.killGraceSeconds);
        running = runJob(deps, claim);
        await withGrace(running, deps.stopGraceSeconds, stopping);
        running = undefined;
        await deps.protection.set(undefined);
        continue;
      }
    } catch (error) {
      running = undefined;
      await deps.protection.set(undefined);
      log.error('a round of the export worker failed', errorFields(error));
    }
    await wake.next(heartbeatSeconds * 1000, stopping);
  }
  wake.close();
  await beating.stop();
  await presence.end();
}

async function beatForJob({ queue }: SupervisorDependencies, worker: string, running: RunningJob): Promise<void> {
  try {
    const job = await changeExport(queue, running.id, { type: 'heartbeat', at: queue.clock.time(), worker });
    if (job.cancel_requested) running.end(CANCELED);
  } catch (error) {
    if (!(error instanceof ExportLost)) throw error;
    // Ready, or taken from us: in the second case nobody wants what the generator still does.
    const job = await queue.store.read(running.id);
    if (job?.state !== 'ready') running.end(CANCELED);
  }
}

/** Only for jobs whose own state already says why they end. */
const CANCELED = { code: 'interrupted', message: 'The export was ended.' } as const;
const INTERRUPTED = {
  code: 'interrupted',
  message: 'The export worker was stopped before the file was complete. Export again.',
} as const;

async function withGrace(running: RunningJob, graceSeconds: number, stopping: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const startGrace = () => {
    timer = setTimeout(() => running.end(INTERRUPTED), graceSeconds * 1000);
  };
  if (stopping.aborted) startGrace();
  stopping.addEventListener('abort', startGrace);
  try {
    await running.done;
  } finally {
    stopping.removeEventListener('abort', startGrace);
    clearTimeout(timer);
  }
}
