import type { Hono } from 'hono';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { askDatabaseTime } from '../../shared/export-queue/database-clock.ts';
import { openExportQueue } from '../../shared/export-queue/export-queue.ts';
import { keepMeasuring } from '../../shared/export-queue/keep-measuring.ts';
import { createTokenSigner } from '../../shared/signed-token/signed-token.ts';
import { createCountsGate } from '../api/counts-gate.ts';
import { createCountsRoutes } from '../api/counts-routes.ts';
import type { ApiEnvironment } from '../api/environment.ts';
import { createExportRoutes } from '../api/export-routes.ts';
import { createWorkersRoutes } from '../api/workers-routes.ts';
import type { HostedProcess } from './hosted-process.ts';

/** The routes of counts, of their exports and of the workers, for a host that has the export directory. */
export async function wireCounts(
  { config, log, closing }: Pick<HostedProcess, 'config' | 'log' | 'closing'>,
  database: Database,
): Promise<Record<string, Hono<ApiEnvironment>>> {
  const queue = await openExportQueue(config, () => askDatabaseTime(database));
  closing(keepMeasuring(queue.clock, log));
  const signer = createTokenSigner({ secret: config.SECRET, previousSecret: config.SECRET_PREVIOUS });
  const counting = openDatabase(config.DATABASE_URL, config.COUNTS_AT_ONCE);
  closing(() => counting.close());
  return {
    counts: createCountsRoutes({
      gate: createCountsGate({ database: counting, settings: config }),
      signer,
      timeZone: config.TIME_ZONE,
    }),
    workers: createWorkersRoutes({ database, exportQueue: queue, heartbeatSeconds: config.PROCESS_HEARTBEAT }),
    'counts/export': createExportRoutes({
      queue,
      signer,
      database,
      timeZone: config.TIME_ZONE,
      recheckMs: config.EXPORT_RECHECK_MS,
      stallSeconds: config.EXPORT_STALL_LIMIT,
    }),
  };
}
