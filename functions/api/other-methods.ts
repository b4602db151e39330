import type { Hono } from 'hono';
import type { ApiEnvironment } from './environment.ts';
import { Problem } from './problem.ts';

/** Answers 405 where a path is known and its method is not. To be called when all routes are there. */
export function refuseOtherMethods(app: Hono<ApiEnvironment>): void {
  const known = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    if (method !== 'ALL') known.set(path, (known.get(path) ?? new Set()).add(method));
  }
  for (const [path, methods] of known) {
    if (methods.has('GET')) methods.add('HEAD');
    const allow = [...methods].sort().join(', ');
    app.all(path, (c) => {
      throw new Problem(405, 'method', `${c.req.method} is not possible here; ${allow} would be.`, {
        headers: { Allow: allow },
      });
    });
  }
}
