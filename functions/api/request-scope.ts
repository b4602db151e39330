import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Log } from '../../shared/log.ts';
import type { ApiEnvironment } from './environment.ts';

/** Gets how long a request took until its answer began. */
export type ObserveRequest = (method: string, route: string, status: number, seconds: number) => void;

/** Gives each request an id that also stands in its answer and in every line of the log, and logs how it ended. */
export function requestScope(log: Log, observe: ObserveRequest = () => {}): MiddlewareHandler<ApiEnvironment> {
  return async (c, next) => {
    const requestId = randomUUID();
    const scoped = log.with({ request_id: requestId });
    c.set('requestId', requestId);
    c.set('log', scoped);
    const started = performance.now();
    await next();
    c.res.headers.set('X-Request-Id', requestId);
    const took = performance.now() - started;
    const milliseconds = Math.round(took);
    observe(c.req.method, routeOf(c), c.res.status, took / 1000);
    scoped.info('request', { method: c.req.method, path: loggedPath(c.req.path), status: c.res.status, milliseconds });
  };
}

/** The pattern that answered; what nothing of ours answered has one name, however many there are. */
function routeOf(c: Context): string {
  const pattern = matchedRoutes(c).at(-1)?.path ?? '';
  return pattern.includes('*') ? 'other' : pattern;
}

/** No query, and no token whole: whoever reads the log must not be able to use it. */
function loggedPath(path: string): string {
  return path.replace(/[^/]{41,}/g, (token) => `${token.slice(0, 8)}…`);
}
