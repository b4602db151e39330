import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { HostedProcess } from './hosted-process.ts';
import { listening, requestLimits, stopServing } from './http-server.ts';

type Serve = Hono['fetch'];

/** A server that answers before there is an app: the platform must see that this process lives while it waits. */
export interface ContainerServer {
  /** From now on the app answers. */
  use(app: { fetch: Serve }): void;
  stop(): Promise<void>;
}

/** Listens on HOST and PORT. Until there is an app `/live` says so, and everything else is asked to come later. */
export async function openContainerServer({ config }: Pick<HostedProcess, 'config'>): Promise<ContainerServer> {
  let current: { fetch: Serve } = new Hono()
    .get('/live', (c) => c.text('ok', 200, { 'Cache-Control': 'no-store' }))
    .all('*', (c) => c.text('starting', 503, { 'Retry-After': '5' }));
  const server = serve({
    fetch: (request, env) => current.fetch(request, env),
    hostname: config.HOST,
    port: config.PORT,
    serverOptions: requestLimits(config),
  });
  await listening(server);
  return {
    use(app) {
      current = app;
    },
    stop: () => stopServing(server, config.STOP_GRACE * 1000),
  };
}
