import { join } from 'node:path';
import { applyEvent, ExportLost } from './change.ts';
import { moveDurably } from './durable-file.ts';
import type { ExportQueue } from './export-queue.ts';
import { fileName } from './file-names.ts';
import type { ExportJob } from './job.ts';
import { type ExportEvent, transition } from './transition.ts';

/**
 * Gives a complete, durable file its real name and makes its job ready: the file first, so that a ready job has one.
 * @param part path of the file so far
 * @throws ExportLost when the job is no longer the worker's; nothing lies under the real name then
 */
export async function finishExport(
  { store }: ExportQueue,
  id: string,
  part: string,
  event: ExportEvent & { type: 'finish' },
): Promise<ExportJob> {
  return store.locked(async (step) => {
    const job = await step.read(id);
    if (!job || !transition(job, event)) throw new ExportLost(id, event.type);
    await step.probe();
    await moveDurably(part, join(store.path, fileName(id)));
    try {
      return (await applyEvent(step, job, event)) as ExportJob;
    } catch (error) {
      await step.remove([fileName(id)]);
      throw error;
    }
  });
}

/** Where the file of a ready job lies. */
export function exportFilePath({ store }: ExportQueue, job: ExportJob): string {
  return join(store.path, fileName(job.id));
}
