import { getConnInfo } from '@hono/node-server/conninfo';
import { CONNECTIONS } from '../../shared/names.ts';
import { collectMetrics } from '../../shared/operations/metrics/collect.ts';
import { openContainerServer } from './container-server.ts';
import { aborted, hostProcess } from './hosted-process.ts';
import { patiently } from './patiently.ts';
import { showLife } from './show-life.ts';
import { wireApp } from './wire-app.ts';
import { wireCounts } from './wire-counts.ts';

/** The web container of the cloud: counts and their exports, beside the API that Lambda serves. */
await hostProcess('web', async (process) => {
  const { config, log, stopping, ready } = process;
  const server = await openContainerServer(process);
  try {
    const collect = () => collectMetrics(config);
    const host = { connections: CONNECTIONS.web, clientAddress: getAddress, collectMetrics: collect };
    const app = await wireApp(process, host, async (database) => {
      const routes = await patiently(process, () => wireCounts(process, database));
      await showLife(process, database, 'web');
      return { open: {}, routes };
    });
    server.use(app);
    log.info('serving counts');
    ready();
    await aborted(stopping);
  } catch (error) {
    if (!stopping.aborted) throw error;
  } finally {
    await server.stop();
  }
});

function getAddress(...[c]: Parameters<typeof getConnInfo>): string {
  return getConnInfo(c).remote.address ?? '';
}
