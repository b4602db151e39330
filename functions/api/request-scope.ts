import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Log } from '../../shared/log.ts';
import type { ApiEnvironment } from './environment.ts';

/** Gives each request an id that also stands in its answer and in every line of the log, and logs how it ended. */
export function requestScope(log: Log): MiddlewareHandler<ApiEnvironment> {
  return async (c, next) => {
    const requestId = randomUUID();
    const scoped = log.with({ request_id: requestId });
    c.set('requestId', requestId);
    c.set('log', scoped);
    const started = performance.now();
    await next();
    c.res.headers.set('X-Request-Id', requestId);
    const milliseconds = Math.round(performance.now() - started);
    scoped.info('request', { method: c.req.method, path: loggedPath(c.req.path), status: c.res.status, milliseconds });
  };
}

/** No query, and no token whole: whoever reads the log must not be able to use it. */
function loggedPath(path: string): string {
  return path.replace(/[^/]{41,}/g, (token) => `${token.slice(0, 8)}…`);
}
