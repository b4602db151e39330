import type { MiddlewareHandler } from 'hono';
import { bearerKeyOf } from '../../shared/accounts/api-key.ts';
import { cookieOf } from '../../shared/accounts/session-cookie.ts';
import type { ApiEnvironment } from './environment.ts';
import { Problem } from './problem.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a browser's request from another site, of whatever media type. Whoever acts by a session's cookie must say
 * where the request comes from, as browsers do; a key is sent by nobody's browser on its own.
 * @param origins ours, beside the one that our edge tells
 */
export function originCheck(origins: readonly string[], cookieName: string): MiddlewareHandler<ApiEnvironment> {
  return async (c, next) => {
    const viewer = c.get('viewer')?.origin;
    const allowed = viewer ? [viewer, ...origins] : origins;
    if (!SAFE_METHODS.has(c.req.method)) requireOrigin(c.req.raw.headers, allowed, cookieName);
    await next();
  };
}

/** @throws Problem 403 */
function requireOrigin(headers: Headers, origins: readonly string[], cookieName: string): void {
  const origin = headers.get('origin');
  if (origin !== null) {
    if (origins.includes(origin)) return;
    throw new Problem(403, 'foreign-origin', `Requests from ${origin} are not accepted.`);
  }
  if (bearerKeyOf(headers) !== undefined || cookieOf(headers, cookieName) === undefined) return;
  throw new Problem(
    403,
    'missing-origin',
    `A request with a session's cookie must name its origin: send "Origin: ${origins[0]}", or use an API key.`,
  );
}
