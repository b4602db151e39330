import type { MiddlewareHandler } from 'hono';
import type { ApiEnvironment } from './environment.ts';
import { Problem } from './problem.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** https://www.w3.org/TR/fetch-metadata/: `none` is the person's own doing, such as a bookmark. */
const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * Refuses a browser's request from another site, of whatever media type. Browsers name the origin of every unsafe
 * request, and the newer ones its site in `Sec-Fetch-Site` too, so what names neither comes from a program.
 * @param origins ours, beside the one that our edge tells
 */
export function originCheck(origins: readonly string[]): MiddlewareHandler<ApiEnvironment> {
  return async (c, next) => {
    const viewer = c.get('viewer')?.origin;
    const allowed = viewer ? [viewer, ...origins] : origins;
    if (!SAFE_METHODS.has(c.req.method)) refuseForeign(c.req.raw.headers, allowed);
    await next();
  };
}

/** @throws Problem 403 */
function refuseForeign(headers: Headers, origins: readonly string[]): void {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  if (origin === null ? site === null || OWN_SITES.has(site) : origins.includes(origin)) return;
  throw new Problem(403, 'foreign-origin', `Requests from ${origin ?? 'another site'} are not accepted.`);
}
