import { Hono } from 'hono';
import { errorFields } from '../../shared/log.ts';
import type { Health } from '../../shared/operations/health.ts';
import type { ApiEnvironment } from './environment.ts';

const HEADERS = { 'Cache-Control': 'no-store' };

/** `GET /live` and the health check, in plain text for load balancers and scripts. @param path empty: no health check */
export function createHealthRoutes(path: string, check: () => Promise<Health>): Hono<ApiEnvironment> {
  const routes = new Hono<ApiEnvironment>();
  // This process answers, whatever its database does.
  routes.get('/live', (c) => c.text('ok', 200, HEADERS));
  if (path === '') return routes;
  return routes.get(path, async (c) => {
    const { verdict, error } = await check();
    if (error) c.get('log').warn('health: the database did not answer', errorFields(error));
    return c.text(verdict, verdict === 'ok' ? 200 : 503, HEADERS);
  });
}
