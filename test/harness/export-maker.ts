import { generateExport } from '../../functions/export-worker/generate.ts';
import { killConnection } from '../../functions/export-worker/kill-connection.ts';
import { readContent } from '../../functions/export-worker/read-content.ts';
import type { Config } from '../../shared/config/config.ts';
import { claimExport } from '../../shared/export-queue/claim.ts';
import { askDatabaseTime } from '../../shared/export-queue/database-clock.ts';
import { openExportQueue } from '../../shared/export-queue/export-queue.ts';
import type { ExportJob } from '../../shared/export-queue/job.ts';
import { appear } from '../../shared/export-queue/workers.ts';
import type { TestDatabase } from './database.ts';

/** An export worker in this process, on the directory of an API: it makes what was registered when it is told to. */
export async function openExportMaker(database: TestDatabase, config: Config) {
  const queue = await openExportQueue(config, () => askDatabaseTime(database));
  const { worker, beat } = await appear(queue);
  return {
    beat,
    /** Makes the oldest export that waits. */
    async make(): Promise<ExportJob> {
      const claim = await claimExport(queue, worker);
      if (!claim) throw new Error('No export waits.');
      try {
        return await generateExport(
          {
            queue,
            database,
            readContent,
            progressMs: 20,
            timeLimitSeconds: 60,
            onConnection: () => {},
            stopStatement: (threadId) => killConnection(database.url, threadId),
          },
          claim.job,
        );
      } finally {
        await claim.slot.release();
      }
    },
  };
}
