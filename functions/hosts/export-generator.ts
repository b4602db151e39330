import { openDatabase } from '../../shared/database/database.ts';
import { changeExport, ExportLost } from '../../shared/export-queue/change.ts';
import { askDatabaseTime, createDatabaseClock } from '../../shared/export-queue/database-clock.ts';
import { attachExportQueue } from '../../shared/export-queue/export-queue.ts';
import { errorFields } from '../../shared/log.ts';
import { failureOf } from '../export-worker/failure.ts';
import { ExportCanceled, generateExport } from '../export-worker/generate.ts';
import type { GeneratorMessage, GeneratorOrder } from '../export-worker/generator-process.ts';
import { killConnection } from '../export-worker/kill-connection.ts';
import { readContent } from '../export-worker/read-content.ts';
import { aborted, hostProcess } from './hosted-process.ts';

/**
 * Makes the file of one job, which the supervisor that started it names when there is one. It ends at once when its supervisor says so or is gone.
 * A SIGTERM alone is none of its business: a service manager sends one to the whole group, and its supervisor decides
 * how long the running export may take to finish.
 */
await hostProcess('export-generator', async ({ config, log, stopping, closing }) => {
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
  const order = Promise.withResolvers<GeneratorOrder | undefined>();
  let ordered = false;
  process.on('message', (message: GeneratorOrder) => {
    if (ordered) return abandon();
    ordered = true;
    order.resolve(message);
  });
  process.on('disconnect', abandon);
  aborted(stopping).then(() => order.resolve(undefined));
  const given = await order.promise;
  if (!given) return;
  const { job: id, clockOffset } = given;
  const database = openDatabase(config.DATABASE_URL, 1);
  closing(() => database.close());
  const clock = createDatabaseClock(() => askDatabaseTime(database), clockOffset);
  const queue = attachExportQueue(config, clock);
  const job = await queue.store.read(id);
  if (job?.state !== 'running') return;
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
