import { type Context, Hono } from 'hono';
import type { Auth } from '../../shared/accounts/auth.ts';
import { findCaller } from '../../shared/accounts/session.ts';
import { CountsRefused } from '../../shared/counts/refused.ts';
import { errorFields, type Log } from '../../shared/log.ts';
import { createAuthRoutes } from './auth-routes.ts';
import type { ApiEnvironment } from './environment.ts';
import { originCheck } from './origin-check.ts';
import { Problem, problemResponse } from './problem.ts';
import { requestScope } from './request-scope.ts';
import { securityHeaders } from './security-headers.ts';

export interface AppDependencies {
  readonly auth: Pick<Auth, 'api' | 'handler'>;
  /** Origins that a browser may send unsafe requests from. */
  readonly origins: readonly string[];
  /** The network address of whoever sent this request. */
  readonly clientAddress: (c: Context) => string;
  /** Routes below `/api` that need no session: what they do is allowed by what the URL itself proves. */
  readonly open: Readonly<Record<string, Hono<ApiEnvironment>>>;
  /** Routes below `/api` for signed-in callers. */
  readonly routes: Readonly<Record<string, Hono<ApiEnvironment>>>;
  readonly timeZone: string;
  readonly importMaxBytes: number;
  readonly log: Log;
}

/** The whole HTTP side as one value; what serves it (a local process, a container, Lambda) is not known here. */
export function createApp(deps: AppDependencies): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>();
  app.use(requestScope(deps.log), securityHeaders);
  app.onError((error, c) => problemResponse(c, problemOf(error, c), c.get('requestId')));
  app.notFound((c) => problemResponse(c, new Problem(404, 'not-found', 'There is nothing here.'), c.get('requestId')));

  // For load balancers: this process answers, whatever its database does.
  app.get('/live', (c) => c.text('ok', 200, { 'Cache-Control': 'no-store' }));

  app.use('/api/*', originCheck(deps.origins));
  app.route('/api/auth', createAuthRoutes(deps));
  for (const [path, routes] of Object.entries(deps.open)) app.route(`/api/${path}`, routes);
  app.use('/api/*', async (c, next) => {
    const caller = await findCaller(deps.auth, c.req.raw.headers);
    if (!caller) throw new Problem(401, 'no-session', 'Sign in first.');
    c.set('caller', caller);
    c.header('Cache-Control', 'no-store');
    await next();
  });
  app.get('/api/me', (c) => {
    const { email, name, role } = c.get('caller');
    const limits = { import_max_bytes: deps.importMaxBytes };
    return c.json({ user: { email, name, role }, time_zone: deps.timeZone, limits });
  });
  for (const [path, routes] of Object.entries(deps.routes)) app.route(`/api/${path}`, routes);
  return app;
}

function problemOf(error: unknown, c: Context<ApiEnvironment>): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof CountsRefused)
    return new Problem(error.status, error.code, error.message, { errors: error.errors });
  c.get('log').error('request failed', errorFields(error));
  return new Problem(500, 'internal', 'Something went wrong here. It was logged under the request id.');
}
