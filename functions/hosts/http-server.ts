import { once } from 'node:events';
import type { ServerType } from '@hono/node-server';

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
