import { once } from 'node:events';
import type { ServerOptions } from 'node:http';
import type { ServerType } from '@hono/node-server';
import type { Config } from '../../shared/config/config.ts';

/** Node looks this often by itself. */
const CHECK_MS = 30_000;
/** Longer than a load balancer keeps a connection (60 s), or it sends a request into one that is just closing. */
const KEEP_ALIVE_MS = 65_000;

/**
 * How long a request may come in: as long as an upload may take by either door, where Node would cut it after five
 * minutes. Its headers still have one minute.
 */
export function requestLimits({
  IMPORT_RECEIVING_GRACE,
  IMPORT_AWAITING_GRACE,
}: Pick<Config, 'IMPORT_RECEIVING_GRACE' | 'IMPORT_AWAITING_GRACE'>): ServerOptions {
  const requestTimeout = Math.max(IMPORT_RECEIVING_GRACE, IMPORT_AWAITING_GRACE) * 1000;
  const connectionsCheckingInterval = Math.min(CHECK_MS, requestTimeout);
  return { requestTimeout, connectionsCheckingInterval, keepAliveTimeout: KEEP_ALIVE_MS };
}

/** Resolves when the server listens. @throws the error that kept it from doing so */
export async function listening(server: ServerType): Promise<void> {
  if (!server.listening) await once(server, 'listening');
}

/** Takes no more requests, lets the running ones end, and cuts those that have not after `graceMs`. */
export async function stopServing(server: ServerType, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  if ('closeIdleConnections' in server) server.closeIdleConnections();
  const timer = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
