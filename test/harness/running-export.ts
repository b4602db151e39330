import { readdir, readFile } from 'node:fs/promises';
import type { ReadContent } from '../../functions/export-worker/content.ts';
import { generateExport } from '../../functions/export-worker/generate.ts';
import { killConnection } from '../../functions/export-worker/kill-connection.ts';
import { claimExport } from '../../shared/export-queue/claim.ts';
import { exportFilePath } from '../../shared/export-queue/finish.ts';
import type { ExportJob, ExportOrder } from '../../shared/export-queue/job.ts';
import { registerExport } from '../../shared/export-queue/registration.ts';
import { appear } from '../../shared/export-queue/workers.ts';
import type { TestDatabase } from './database.ts';
import { openQueueWithClock, orderOf } from './export-queue.ts';

/** A job that a worker has claimed, and its generation in this process. */
export async function openRunning(
  database: TestDatabase,
  settings: Record<string, string> = {},
  order: Partial<ExportOrder> = {},
) {
  const { queue } = await openQueueWithClock(settings);
  const { worker } = await appear(queue);
  await registerExport(queue, { ...orderOf('u1'), ...order });
  const claim = await claimExport(queue, worker);
  if (!claim) throw new Error('Nothing was claimed.');
  await claim.slot.release();
  const { job } = claim;
  return {
    queue,
    job,
    current: async () => (await queue.store.read(job.id)) ?? job,
    generate: (readContent: ReadContent, timeLimitSeconds = 60) =>
      generateExport(
        {
          queue,
          database,
          readContent,
          progressMs: 1,
          timeLimitSeconds,
          onConnection: () => {},
          stopStatement: (threadId) => killConnection(database.url, threadId),
        },
        job,
      ),
    /** What lies around of the job beside what tells its state. */
    left: async () => (await readdir(queue.store.path)).filter((name) => /^(part|file|temp)/.test(name)),
    fileOf: (ready: ExportJob) => readFile(exportFilePath(queue, ready)),
  };
}
