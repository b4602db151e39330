import type { ExportQueue } from './export-queue.ts';
import { fileName } from './file-names.ts';
import { type ExportJob, isOpen } from './job.ts';
import type { LockedStep } from './job-store.ts';
import { type ExportEvent, transition } from './transition.ts';

/** What a process wanted to do with a job has no place in the job's state any more: the job is not its own now. */
export class ExportLost extends Error {
  override name = 'ExportLost';
  constructor(id: string, event: string) {
    super(`Export ${id} can no longer take "${event}": it was ended or given to nobody meanwhile.`);
  }
}

/**
 * Applies an event to a job.
 * @returns the job as it is published now
 * @throws ExportLost when the event has no place in the job's state
 */
export async function changeExport({ store }: ExportQueue, id: string, event: ExportEvent): Promise<ExportJob> {
  return store.locked(async (step) => {
    const changed = await applyEvent(step, await step.read(id), event);
    if (!changed) throw new ExportLost(id, event.type);
    return changed;
  });
}

/**
 * The same within a locked step. When the event ends the job, what lies around of it is deleted: afterwards on a
 * failure, before a cancel is told as done.
 * @returns undefined when the event has no place in the job's state
 */
export async function applyEvent(
  step: LockedStep,
  job: ExportJob | undefined,
  event: ExportEvent,
): Promise<ExportJob | undefined> {
  const next = job && transition(job, event);
  if (!next) return undefined;
  const ended = next.state !== job.state && !isOpen(next) && next.state !== 'ready';
  if (ended && next.state === 'canceled') await removeRemains(step, next);
  const published = await step.publish(next);
  if (ended) await removeRemains(step, next);
  return published;
}

/** An expired file that is being sent stays for its reader; a later sweep deletes it. */
async function removeRemains(step: LockedStep, { id, state }: ExportJob): Promise<void> {
  const parts = step.listing.parts.filter((part) => part.id === id).map(({ name }) => name);
  await step.remove(parts);
  if (state === 'expired') await step.removeUnheld([fileName(id)]);
  else await step.remove([fileName(id)]);
}
