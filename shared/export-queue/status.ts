import { applyEvent } from './change.ts';
import type { ExportQueue } from './export-queue.ts';
import type { ExportJob } from './job.ts';
import { circumstancesOf } from './sweep.ts';
import { verdict } from './verdict.ts';

/** A job as it stands now: what only time has ended is ended here, so that nobody waits for a dead worker. */
export async function readExport(queue: ExportQueue, id: string): Promise<ExportJob | undefined> {
  const job = await queue.store.read(id);
  if (!job || !verdict(job, circumstancesOf(queue, await queue.store.list()))) return job;
  return queue.store.locked(async (step) => {
    const current = await step.read(id);
    const event = current && verdict(current, circumstancesOf(queue, step.listing));
    return event ? applyEvent(step, current, event) : current;
  });
}
