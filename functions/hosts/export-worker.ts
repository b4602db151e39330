import { supervise } from '../export-worker/supervise.ts';
import { hostProcess } from './hosted-process.ts';
import { openWorkersQueue, wireExportWorker } from './wire-export-worker.ts';

/** A worker of the export queue. */
await hostProcess('export', async (process) => {
  const queue = await openWorkersQueue(process);
  await supervise(wireExportWorker(process, queue), process.stopping);
});
