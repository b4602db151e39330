import { applyEvent } from './change.ts';
import { isDiskFull } from './durable-file.ts';
import type { ExportQueue } from './export-queue.ts';
import type { ExportJob } from './job.ts';
import type { LockedStep } from './job-store.ts';
import { circumstancesOf } from './sweep.ts';
import { transition } from './transition.ts';
import { verdict } from './verdict.ts';

/** A job as it stands now: what only time has ended is ended here, so that nobody waits for a dead worker. */
export async function readExport(queue: ExportQueue, id: string): Promise<ExportJob | undefined> {
  const job = await queue.store.read(id);
  const event = job && verdict(job, circumstancesOf(queue, await queue.store.list()));
  if (!event) return job;
  try {
    return await queue.store.locked((step) => judgedExport(queue, step, id));
  } catch (error) {
    // What time has ended has ended, also while there is no room to write it down.
    if (isDiskFull(error)) return transition(job, event);
    throw error;
  }
}

/** The same within a locked step. */
export async function judgedExport(queue: ExportQueue, step: LockedStep, id: string): Promise<ExportJob | undefined> {
  const job = await step.read(id);
  const event = job && verdict(job, circumstancesOf(queue, step.listing));
  return event ? applyEvent(step, job, event) : job;
}
