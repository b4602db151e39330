import { openDatabase } from '../../shared/database/database.ts';
import { changeExport, ExportLost } from '../../shared/export-queue/change.ts';
import { askDatabaseTime, createDatabaseClock } from '../../shared/export-queue/database-clock.ts';
import { attachExportQueue } from '../../shared/export-queue/export-queue.ts';
import { errorFields } from '../../shared/log.ts';
import { readCountsTable } from '../export-worker/counts-table.ts';
import { failureOf } from '../export-worker/failure.ts';
import { ExportCanceled, generateExport } from '../export-worker/generate.ts';
import type { GeneratorMessage } from '../export-worker/generator-process.ts';
import { hostProcess } from './hosted-process.ts';

/** Makes the file of one job, for the supervisor that started it. It ends at once when it is told to, or alone. */
await hostProcess('export-generator', async ({ config, log, stopping, closing }) => {
  const abandon = () => process.exit(1);
  stopping.addEventListener('abort', abandon);
  closing(() => stopping.removeEventListener('abort', abandon));
  const [id = '', clockOffset = ''] = process.argv.slice(2);
  const database = openDatabase(config.DATABASE_URL, 1);
  closing(() => database.close());
  const clock = createDatabaseClock(() => askDatabaseTime(database), Number(clockOffset));
  const queue = attachExportQueue(config, clock);
  const job = await queue.store.read(id);
  if (job?.state !== 'running') return;
  const worker = job.claim?.worker;
  try {
    await generateExport(
      {
        queue,
        database,
        readTable: readCountsTable,
        progressMs: config.EXPORT_PROGRESS_MS,
        onConnection: (threadId) => process.send?.({ threadId } satisfies GeneratorMessage),
      },
      job,
    );
  } catch (error) {
    log.warn('export failed', { export: id, ...errorFields(error) });
    if (error instanceof ExportLost || error instanceof ExportCanceled) return;
    await changeExport(queue, id, { type: 'fail', worker, ...failureOf(error) });
  }
});
