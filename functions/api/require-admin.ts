import type { MiddlewareHandler } from 'hono';
import type { ApiEnvironment } from './environment.ts';
import { Problem } from './problem.ts';

/** Refuses everybody but administrators. @param what for the sentence: `Only administrators may WHAT.` */
export function requireAdmin(what: string): MiddlewareHandler<ApiEnvironment> {
  return async (c, next) => {
    if (c.get('caller').role !== 'admin') throw new Problem(403, 'role', `Only administrators may ${what}.`);
    await next();
  };
}
