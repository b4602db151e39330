import { applyEvent } from './change.ts';
import type { ExportQueue } from './export-queue.ts';
import type { ExportJob } from './job.ts';

/**
 * Writes down, to stay, that a job is to be canceled. What waits or is ready is canceled at once, what runs when its
 * generator is gone; what has ended stays as it is.
 */
export async function cancelExport({ store }: ExportQueue, id: string): Promise<ExportJob | undefined> {
  return store.locked(async (step) => {
    const job = await step.read(id);
    if (job?.cancel_requested) return job;
    return (await applyEvent(step, job, { type: 'ask-cancel' })) ?? job;
  });
}
