import { Hono } from 'hono';
import type { Connection } from '../../shared/database/database.ts';
import type { ExportQueue } from '../../shared/export-queue/export-queue.ts';
import { exportOverview } from '../../shared/export-queue/overview.ts';
import { listProcesses } from '../../shared/operations/processes.ts';
import type { ApiEnvironment } from './environment.ts';
import { requireAdmin } from './require-admin.ts';

export interface WorkersDependencies {
  readonly database: Pick<Connection, 'query'>;
  readonly exportQueue: ExportQueue;
  /** Seconds between two signs of life of a process. */
  readonly heartbeatSeconds: number;
}

/** `GET /`: which processes live, and the state of the export directory, for administrators. */
export function createWorkersRoutes(deps: WorkersDependencies): Hono<ApiEnvironment> {
  return new Hono<ApiEnvironment>().get('/', requireAdmin('see the workers'), async (c) => {
    const processes = await listProcesses(deps.database, deps.heartbeatSeconds);
    return c.json({ processes, export: await exportOverview(deps.exportQueue) });
  });
}
