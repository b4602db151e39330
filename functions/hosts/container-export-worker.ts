import { metricFields } from '../../shared/log-metrics.ts';
import { supervise } from '../export-worker/supervise.ts';
import { openContainerServer } from './container-server.ts';
import { hostProcess } from './hosted-process.ts';
import { patiently } from './patiently.ts';
import { openWorkersQueue, wireExportWorker } from './wire-export-worker.ts';

/** How often a worker that beats says so where an alarm looks. */
const TELL_MS = 60_000;

/**
 * The worker container of the cloud. Its `/live` is for the health check of the container alone: an export directory
 * that hangs ends the process by itself.
 */
await hostProcess('export', async (process) => {
  const { log, stopping } = process;
  const server = await openContainerServer(process);
  try {
    const queue = await patiently(process, () => openWorkersQueue(process));
    let told = Number.NEGATIVE_INFINITY;
    const onBeat = () => {
      if (performance.now() - told < TELL_MS) return;
      told = performance.now();
      log.info('export worker lives', metricFields({ exportWorkerBeats: 1 }));
    };
    const onEnd = (ready: boolean, milliseconds: number) =>
      log.info('export measured', metricFields({ exportMilliseconds: milliseconds, exportsFailed: ready ? 0 : 1 }));
    await supervise({ ...wireExportWorker(process, queue), onBeat, onEnd }, stopping);
  } catch (error) {
    if (!stopping.aborted) throw error;
  } finally {
    await server.stop();
  }
});
