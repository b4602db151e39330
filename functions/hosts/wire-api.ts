import type { Context, Hono } from 'hono';
import { publicUrl } from '../../shared/config/config.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { importJobs } from '../../shared/imports/background.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { createHealthCheck } from '../../shared/operations/health.ts';
import { openQueue } from '../../shared/queue/open.ts';
import { createApp } from '../api/app.ts';
import { createAuditRoutes } from '../api/audit-routes.ts';
import type { ApiEnvironment } from '../api/environment.ts';
import { createImportRoutes } from '../api/import-routes.ts';
import { createJobsRoutes } from '../api/jobs-routes.ts';
import { createLedgerRoutes } from '../api/ledger-routes.ts';
import { createScheduleRoutes } from '../api/schedule-routes.ts';
import { uploadRoutes } from '../api/upload-routes.ts';
import type { HostedProcess } from './hosted-process.ts';
import { wireAccounts } from './wire-accounts.ts';

/** What differs between those who serve the API. */
export interface ApiHost {
  /** Statements that may run at once, of ours and of the accounts'. */
  readonly connections: { readonly database: number; readonly accounts: number };
  readonly clientAddress: (c: Context) => string;
  readonly admit?: (c: Context) => void;
  /** Largest body that reaches the app here. */
  readonly directMaxBytes?: number;
  /** Routes below `/api` that only this host has. */
  readonly routes?: (database: Database) => Promise<Readonly<Record<string, Hono<ApiEnvironment>>>>;
}

/** Opens what the API stands on, as the settings say, and makes the app of it. */
export async function wireApi(
  { config, log, closing }: Pick<HostedProcess, 'config' | 'log' | 'closing'>,
  host: ApiHost,
): Promise<Hono<ApiEnvironment>> {
  const url = publicUrl(config);
  const database = openDatabase(config.DATABASE_URL, host.connections.database);
  closing(() => database.close());
  const origins = [url, ...(config.PUBLIC_URL ? [] : [`http://localhost:${config.PORT}`])].map(
    (from) => new URL(from).origin,
  );
  const { connections, clientAddress } = host;
  const accounts = wireAccounts(
    { config, closing },
    { database, connections: connections.accounts, origins, clientAddress },
  );
  const store = await openObjectStore(config);
  const queue = await openQueue(config, database);
  closing(() => queue.close());
  const { dispatch } = importJobs(database, queue, config, log, store);
  const imports = { ...dispatch, store, settings: config, log };
  const secrets = [config.SECRET, config.SECRET_PREVIOUS].filter(Boolean);

  return createApp({
    cookieName: accounts.cookieName,
    findCaller: accounts.findCaller,
    authRoutes: accounts.authRoutes,
    health: { path: config.HEALTH_PATH, check: createHealthCheck(config) },
    admit: host.admit,
    origins,
    open: { uploads: uploadRoutes({ store, secrets }) },
    routes: {
      ...accounts.routes,
      imports: createImportRoutes(imports),
      ledgers: createLedgerRoutes({ importMaxBytes: config.IMPORT_MAX_BYTES }),
      audit: createAuditRoutes(database),
      jobs: createJobsRoutes(database),
      schedule: createScheduleRoutes(database),
      ...(await host.routes?.(database)),
    },
    timeZone: config.TIME_ZONE,
    importMaxBytes: config.IMPORT_MAX_BYTES,
    importDirectMaxBytes: Math.min(config.IMPORT_MAX_BYTES, host.directMaxBytes ?? config.IMPORT_MAX_BYTES),
    log,
  });
}
