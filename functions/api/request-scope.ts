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
    // The path alone: a query can hold what does not belong in a log.
    scoped.info('request', { method: c.req.method, path: c.req.path, status: c.res.status, milliseconds });
  };
}
