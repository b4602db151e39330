import type { MiddlewareHandler } from 'hono';
import type { Caller } from '../../shared/accounts/caller.ts';
import type { ApiEnvironment } from './environment.ts';
import { Problem } from './problem.ts';

/** What is left of better-auth's paths once its routes have had their turn: unknown to everybody. */
const UNKNOWN = /^\/api\/auth\/(?!admin\/)/;

/** Lets only those on whose session or API key is good now. */
export function callerCheck(
  findCaller: (headers: Headers) => Promise<Caller | undefined>,
): MiddlewareHandler<ApiEnvironment> {
  return async (c, next) => {
    if (UNKNOWN.test(c.req.path)) return next();
    const { headers } = c.req.raw;
    const caller = await findCaller(headers);
    if (!caller)
      throw new Problem(401, 'no-session', 'Sign in first, or send an API key that is good.', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    c.set('caller', caller);
    c.set('findCaller', () => findCaller(headers));
    c.header('Cache-Control', 'no-store');
    await next();
  };
}
