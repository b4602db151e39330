import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { publicUrl } from '../../shared/config/config.ts';
import { CONNECTIONS } from '../../shared/names.ts';
import { collectMetrics } from '../../shared/operations/metrics/collect.ts';
import { createPageRoutes } from '../api/page-routes.ts';
import { aborted, hostProcess } from './hosted-process.ts';
import { listening, requestLimits, stopServing } from './http-server.ts';
import { showLife } from './show-life.ts';
import { wireApi } from './wire-api.ts';
import { wireCounts } from './wire-counts.ts';

const PAGE = new URL('../../web/dist', import.meta.url).pathname;

/** The API and the page. */
await hostProcess('api', async (process) => {
  const { config, log, stopping, ready } = process;
  const app = await wireApi(process, {
    connections: CONNECTIONS.web,
    servesPage: true,
    clientAddress: (c) => getConnInfo(c).remote.address ?? '',
    collectMetrics: () => collectMetrics(config),
    async routes(database) {
      const routes = await wireCounts(process, database);
      await showLife(process, database, 'api');
      return routes;
    },
  });
  app.route('/', createPageRoutes(PAGE));

  const server = serve({
    ...{ fetch: app.fetch, hostname: config.HOST, port: config.PORT },
    serverOptions: requestLimits(config),
  });
  await listening(server);
  log.info('serving', { url: publicUrl(config), host: config.HOST, port: config.PORT });
  ready();
  await aborted(stopping);
  await stopServing(server, config.STOP_GRACE * 1000);
});
