import { openDatabase } from '../../shared/database/database.ts';
import { changeExport, ExportLost } from '../../shared/export-queue/change.ts';
import { isOurs } from '../../shared/export-queue/claim.ts';
import { askDatabaseTime, createDatabaseClock } from '../../shared/export-queue/database-clock.ts';
import { attachExportQueue } from '../../shared/export-queue/export-queue.ts';
import { errorFields } from '../../shared/log.ts';
import { failureOf } from '../export-worker/failure.ts';
import { ExportCanceled, generateExport } from '../export-worker/generate.ts';
import type { GeneratorMessage, GeneratorOrder } from '../export-worker/generator-process.ts';
import { killConnection } from '../export-worker/kill-connection.ts';
import { readContent } from '../export-worker/read-content.ts';
import { hostProcess } from './hosted-process.ts';

/**
 * Makes the file of one job, once the supervisor that started it names one; until then it only waits, connected to
 * nothing else. It ends at once when its supervisor says so or is gone. A SIGTERM alone is none of its business: a
 * service manager sends one to the whole group, and its supervisor decides how long the running export may take.
 */
await hostProcess('export-generator', async ({ config, log, closing }) => {
  let threadId: number | undefined;
  const stopStatement = (thread: number) =>
    killConnection(config.DATABASE_URL, thread).catch((error) =>
      log.warn('the statement of this process could not be stopped', errorFields(error)),
    );
  let abandoned = false;
  const abandon = async () => {
    abandoned = true;
    if (threadId !== undefined) await stopStatement(threadId);
    process.exit(1);
  };
  const ordered = Promise.withResolvers<GeneratorOrder>();
  process.once('message', (order: GeneratorOrder) => {
    process.on('message', abandon);
    ordered.resolve(order);
  });
  process.on('disconnect', abandon);
  if (!process.connected) return;
  const { job: id, clockOffset } = await ordered.promise;
  const database = openDatabase(config.DATABASE_URL, 1);
  closing(() => database.close());
  const clock = createDatabaseClock(() => askDatabaseTime(database), clockOffset);
  const queue = attachExportQueue(config, clock);
  const job = await queue.store.read(id);
  if (job?.state !== 'running') return;
  if (!isOurs(job)) throw new Error('The files of this release were replaced under its running worker. Restart it.');
  const worker = job.claim?.worker;
  try {
    await generateExport(
      {
        queue,
        database,
        readContent,
        progressMs: config.EXPORT_PROGRESS_MS,
        timeLimitSeconds: config.EXPORT_TIME_LIMIT,
        stopStatement,
        onConnection(thread) {
          threadId = thread;
          process.send?.({ threadId } satisfies GeneratorMessage);
        },
      },
      job,
    );
  } catch (error) {
    log.warn('export failed', { export: id, ...errorFields(error) });
    // What ends it from outside tells why, not what came of it here.
    if (abandoned || error instanceof ExportLost || error instanceof ExportCanceled) return;
    await changeExport(queue, id, { type: 'fail', worker, ...failureOf(error) });
  }
});
