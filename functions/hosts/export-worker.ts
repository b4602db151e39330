import { openDatabase } from '../../shared/database/database.ts';
import { askDatabaseTime } from '../../shared/export-queue/database-clock.ts';
import { openExportQueue } from '../../shared/export-queue/export-queue.ts';
import { keepMeasuring } from '../../shared/export-queue/keep-measuring.ts';
import { errorFields } from '../../shared/log.ts';
import { generatorStarter } from '../export-worker/generator-process.ts';
import { killConnection } from '../export-worker/kill-connection.ts';
import { supervise } from '../export-worker/supervise.ts';
import { hostProcess } from './hosted-process.ts';

/** A worker of the export queue. It keeps no database connection: its generators have their own. */
await hostProcess('export', async ({ config, log, stopping, closing, ready }) => {
  const queue = await openExportQueue(config, async () => {
    const database = openDatabase(config.DATABASE_URL, 1);
    try {
      return await askDatabaseTime(database);
    } finally {
      await database.close();
    }
  });
  closing(keepMeasuring(queue.clock, log));
  const deps = {
    queue,
    log,
    startGenerator: generatorStarter(new URL('./export-generator.ts', import.meta.url)),
    killConnection: (threadId: number) =>
      killConnection(config.DATABASE_URL, threadId).catch((error) =>
        log.warn('the statement of a generator could not be stopped', errorFields(error)),
      ),
    timeLimitSeconds: config.EXPORT_TIME_LIMIT,
    killGraceSeconds: config.EXPORT_KILL_GRACE,
    heartbeatSeconds: config.EXPORT_HEARTBEAT,
    hangSeconds: config.EXPORT_DIRECTORY_HANG,
    stopGraceSeconds: config.STOP_GRACE,
    onReady: ready,
    giveUp(why: string) {
      log.error('the export worker gives up', { why });
      process.exit(1);
    },
  };
  await supervise(deps, stopping);
});
