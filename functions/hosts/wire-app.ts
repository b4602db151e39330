import type { Context, Hono } from 'hono';
import { originSecrets, publicUrl } from '../../shared/config/config.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { createHealthCheck } from '../../shared/operations/health.ts';
import type { MetricFamily } from '../../shared/operations/metrics/prometheus.ts';
import { type AppDependencies, createApp } from '../api/app.ts';
import type { ApiEnvironment } from '../api/environment.ts';
import type { HostedProcess } from './hosted-process.ts';
import { wireAccounts } from './wire-accounts.ts';

/** What differs between those who serve the app. */
export interface AppHost {
  /** Statements that may run at once, of ours and of the accounts'. */
  readonly connections: { readonly database: number; readonly accounts: number };
  /** Of whoever connected to this host; where an edge stands in front of it, the edge knows better. */
  readonly clientAddress: (c: Context<ApiEnvironment>) => string;
  readonly admit?: (c: Context) => void;
  /** Largest body that reaches the app here. */
  readonly directMaxBytes?: number;
  /** What a Prometheus beside this host is told; absent: there can be none. */
  readonly collectMetrics?: () => Promise<MetricFamily[]>;
}

export type AppParts = Pick<AppDependencies, 'open' | 'routes' | 'uploadOrigin'>;

/** Opens what every host of the app stands on (database, accounts, health), and makes the app with these routes. */
export async function wireApp(
  { config, log, closing }: Pick<HostedProcess, 'config' | 'log' | 'closing'>,
  host: AppHost,
  parts: (database: Database) => Promise<AppParts>,
): Promise<Hono<ApiEnvironment>> {
  const url = publicUrl(config);
  const edgeSecrets = originSecrets(config);
  const database = openDatabase(config.DATABASE_URL, host.connections.database);
  closing(() => database.close());
  const here = config.PUBLIC_URL || edgeSecrets.length > 0 ? [] : [`http://localhost:${config.PORT}`];
  const origins = [url, ...here].map((from) => new URL(from).origin);
  const clientAddress = (c: Context<ApiEnvironment>) => c.get('viewer')?.address ?? host.clientAddress(c);
  const { accounts: connections } = host.connections;
  const accounts = wireAccounts({ config, closing }, { database, connections, origins, clientAddress });
  const { open, routes, uploadOrigin } = await parts(database);
  return createApp({
    findCaller: accounts.findCaller,
    authRoutes: accounts.authRoutes,
    health: { path: config.HEALTH_PATH, check: createHealthCheck(config) },
    metrics: host.collectMetrics && { networkAddress: host.clientAddress, collect: host.collectMetrics },
    edgeSecrets,
    admit: host.admit,
    origins,
    uploadOrigin: origins.includes(uploadOrigin ?? '') ? undefined : uploadOrigin,
    open,
    routes: { ...accounts.routes, ...routes },
    timeZone: config.TIME_ZONE,
    importMaxBytes: config.IMPORT_MAX_BYTES,
    importDirectMaxBytes: Math.min(config.IMPORT_MAX_BYTES, host.directMaxBytes ?? config.IMPORT_MAX_BYTES),
    log,
  });
}
