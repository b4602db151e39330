import type { MiddlewareHandler } from 'hono';
import type { ApiEnvironment } from './environment.ts';
import { Problem } from './problem.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a browser's request from another site. Browsers send Origin with every unsafe method; a request without one
 * comes from a program, which has no cookie jar that somebody else could use.
 */
export function originCheck(origins: readonly string[]): MiddlewareHandler<ApiEnvironment> {
  return async (c, next) => {
    const origin = c.req.header('origin');
    if (!SAFE_METHODS.has(c.req.method) && origin !== undefined && !origins.includes(origin))
      throw new Problem(403, 'foreign-origin', `Requests from ${origin} are not accepted.`);
    await next();
  };
}
