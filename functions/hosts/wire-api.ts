import type { Hono } from 'hono';
import type { Database } from '../../shared/database/database.ts';
import { importJobs } from '../../shared/imports/background.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { uploadOriginOf } from '../../shared/object-store/upload-origin.ts';
import { openQueue } from '../../shared/queue/open.ts';
import { createAuditRoutes } from '../api/audit-routes.ts';
import type { ApiEnvironment } from '../api/environment.ts';
import { createImportRoutes } from '../api/import-routes.ts';
import { createJobsRoutes } from '../api/jobs-routes.ts';
import { createLedgerRoutes } from '../api/ledger-routes.ts';
import { createScheduleRoutes } from '../api/schedule-routes.ts';
import { uploadRoutes } from '../api/upload-routes.ts';
import type { WiredProcess } from './hosted-process.ts';
import { type AppHost, wireApp } from './wire-app.ts';

/** What differs between those who serve the API. */
export interface ApiHost extends AppHost {
  /** Whether the page is served from here too: its policy must name the store that takes its files. */
  readonly servesPage?: boolean;
  /** Routes below `/api` that only this host has. */
  readonly routes?: (database: Database) => Promise<Readonly<Record<string, Hono<ApiEnvironment>>>>;
}

/** Opens what the API stands on, as the settings say, and makes the app of it. */
export async function wireApi(process: WiredProcess, host: ApiHost): Promise<Hono<ApiEnvironment>> {
  const { config, log, closing, tracing } = process;
  return wireApp(process, host, async (database) => {
    const store = await openObjectStore(config);
    const queue = await openQueue(config, database, tracing?.header);
    closing(() => queue.close());
    const { dispatch } = importJobs(database, queue, config, log, store);
    const imports = { ...dispatch, store, settings: config, log };
    const secrets = [config.SECRET, config.SECRET_PREVIOUS].filter(Boolean);
    return {
      uploadOrigin: host.servesPage ? await uploadOriginOf(store) : undefined,
      open: { uploads: uploadRoutes({ store, secrets }) },
      routes: {
        imports: createImportRoutes(imports),
        ledgers: createLedgerRoutes({ importMaxBytes: config.IMPORT_MAX_BYTES }),
        audit: createAuditRoutes(database),
        jobs: createJobsRoutes(database),
        schedule: createScheduleRoutes(database),
        ...(await host.routes?.(database)),
      },
    };
  });
}
