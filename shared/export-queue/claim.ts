import { join } from 'node:path';
import { type FileLock, tryFileLock } from '../file-lock/file-lock.ts';
import { RELEASE } from '../release.ts';
import { applyEvent } from './change.ts';
import type { ExportQueue } from './export-queue.ts';
import { slotLockName } from './file-names.ts';
import { ARTIFACT_POLICY, type ExportJob, isOpen } from './job.ts';
import type { LockedStep } from './job-store.ts';
import { reservedBytes } from './storage.ts';
import { WORKER_LOST } from './verdict.ts';

export interface Claim {
  job: ExportJob;
  /** Its lock is what limits how many jobs run, whatever the number of workers: release it when the job has ended. */
  slot: FileLock;
}

/**
 * Takes a free slot and the oldest job that may run in it. A slot that is free while a job runs in it was left by a
 * dead worker: that job has failed.
 * @returns undefined when no slot is free or no job may run
 */
export async function claimExport(queue: ExportQueue, worker: string): Promise<Claim | undefined> {
  const jobs = await queue.store.load(await queue.store.list());
  if (!jobs.some(isOpen)) return undefined;
  for (let number = 1; number <= queue.settings.EXPORT_SLOTS; number++) {
    const slot = await tryFileLock(join(queue.store.path, slotLockName(number)));
    if (!slot) continue;
    try {
      const job = await queue.store.locked((step) => claimIn(queue, step, worker, number));
      if (job) return { job, slot };
    } catch (error) {
      await slot.release();
      throw error;
    }
    await slot.release();
  }
  return undefined;
}

async function claimIn(
  queue: ExportQueue,
  step: LockedStep,
  worker: string,
  slot: number,
): Promise<ExportJob | undefined> {
  for (const job of await step.readAll())
    if (job.state === 'running' && job.claim?.slot === slot) await applyEvent(step, job, WORKER_LOST);
  const jobs = await step.readAll();
  if (
    reservedBytes(queue, step.withFile(), jobs) + queue.settings.EXPORT_MAX_BYTES >
    queue.settings.EXPORT_STORAGE_BYTES
  )
    return undefined;
  const busy = new Set(jobs.filter(({ state }) => state === 'running').map(({ owner }) => owner.user_id));
  // Jobs come oldest first.
  const next = jobs.find((job) => job.state === 'queued' && isOurs(job) && !busy.has(job.owner.user_id));
  return applyEvent(step, next, { type: 'claim', at: queue.clock.time(), worker, slot });
}

/** Whether this release makes such files as the job's release would have. */
export function isOurs({ release, artifact_policy }: ExportJob): boolean {
  return release === RELEASE && artifact_policy === ARTIFACT_POLICY;
}
