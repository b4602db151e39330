import { type Database, openDatabase } from '../../shared/database/database.ts';
import { askDatabaseTime } from '../../shared/export-queue/database-clock.ts';
import { type ExportQueue, openExportQueue } from '../../shared/export-queue/export-queue.ts';
import { keepMeasuring } from '../../shared/export-queue/keep-measuring.ts';
import { errorFields } from '../../shared/log.ts';
import { recordWiring, wiringOf } from '../../shared/operations/wiring.ts';
import { codeCacheIn } from '../export-worker/code-cache.ts';
import { generatorStarter } from '../export-worker/generator-process.ts';
import { killConnection } from '../export-worker/kill-connection.ts';
import type { SupervisorDependencies } from '../export-worker/supervise.ts';
import { ecsTaskProtection, noTaskProtection } from '../export-worker/task-protection.ts';
import type { HostedProcess } from './hosted-process.ts';

/**
 * Opens the export directory, and tells the database that a worker is on it. Its worker keeps no database connection:
 * its generators have their own.
 */
export async function openWorkersQueue({ config, log }: Pick<HostedProcess, 'config' | 'log'>): Promise<ExportQueue> {
  const briefly = async <T>(work: (database: Database) => Promise<T>) => {
    const database = openDatabase(config.DATABASE_URL, 1);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const queue = await openExportQueue(config, () => briefly(askDatabaseTime));
  const wiring = await wiringOf(config);
  await briefly((database) => recordWiring(database, 'export', wiring)).catch((error) =>
    log.warn('what this worker stands on could not be stored', errorFields(error)),
  );
  return queue;
}

/** What a supervisor of exports stands on, as the settings say. */
export function wireExportWorker(
  { config, log, closing, ready }: HostedProcess,
  queue: ExportQueue,
): SupervisorDependencies {
  closing(keepMeasuring(queue.clock, log));
  const generators = generatorStarter(new URL('./export-generator.ts', import.meta.url), codeCacheIn(config.DATA_DIR));
  return {
    queue,
    log,
    startGenerator: generators.start,
    killConnection: (threadId: number) =>
      killConnection(config.DATABASE_URL, threadId).catch((error) =>
        log.warn('the statement of a generator could not be stopped', errorFields(error)),
      ),
    timeLimitSeconds: config.EXPORT_TIME_LIMIT,
    killGraceSeconds: config.EXPORT_KILL_GRACE,
    heartbeatSeconds: config.EXPORT_HEARTBEAT,
    hangSeconds: config.EXPORT_DIRECTORY_HANG,
    stopGraceSeconds: config.STOP_GRACE,
    protection: config.ECS_AGENT_URI ? ecsTaskProtection(config.ECS_AGENT_URI, log) : noTaskProtection,
    onReady: ready,
    onBeat() {},
    onEnd() {},
    giveUp(why: string) {
      log.error('the export worker gives up', { why });
      generators.kill();
      process.exit(1);
    },
  };
}
