import { type Context, Hono } from 'hono';
import type { Caller } from '../../shared/accounts/caller.ts';
import type { Log } from '../../shared/log.ts';
import type { Health } from '../../shared/operations/health.ts';
import { createRequestTimes } from '../../shared/operations/metrics/request-times.ts';
import { callerCheck } from './caller-check.ts';
import { sendDescription } from './description-route.ts';
import { edgeCheck } from './edge-check.ts';
import type { ApiEnvironment } from './environment.ts';
import { createHealthRoutes } from './health-routes.ts';
import { createMetricsRoutes, type MetricsDependencies } from './metrics-routes.ts';
import { originCheck } from './origin-check.ts';
import { refuseOtherMethods } from './other-methods.ts';
import { Problem, problemResponse } from './problem.ts';
import { problemOf } from './problem-of.ts';
import { requestScope } from './request-scope.ts';
import { securityHeaders } from './security-headers.ts';

export interface AppDependencies {
  /** Who sends a request with these headers; undefined when nobody who may. */
  readonly findCaller: (headers: Headers) => Promise<Caller | undefined>;
  /** Routes below `/api/auth`: how sessions begin and end. */
  readonly authRoutes: Hono<ApiEnvironment>;
  readonly health: { readonly path: string; check(): Promise<Health> };
  /** Tells what is measured; absent: nobody is told. */
  readonly metrics?: MetricsDependencies | undefined;
  /** What our edge proves itself with; empty: there is none. */
  readonly edgeSecrets: readonly string[];
  /** Refuses a request that whatever serves this app cannot carry, before anything else. @throws Problem */
  readonly admit?: ((c: Context) => void) | undefined;
  /** Origins that a browser may send unsafe requests from; the first one is where people reach us. */
  readonly origins: readonly string[];
  /** Where the page sends large files, if that is another origin than ours. */
  readonly uploadOrigin?: string | undefined;
  /** Routes below `/api` that need no session: what they do is allowed by what the URL itself proves. */
  readonly open: Readonly<Record<string, Hono<ApiEnvironment>>>;
  /** Routes below `/api` for signed-in callers. */
  readonly routes: Readonly<Record<string, Hono<ApiEnvironment>>>;
  readonly timeZone: string;
  readonly importMaxBytes: number;
  /** Largest file that may come as the body of a request; larger ones take the presigned door. */
  readonly importDirectMaxBytes: number;
  readonly log: Log;
}

/** The whole HTTP side as one value; what serves it (a local process, a container, Lambda) is not known here. */
export function createApp(deps: AppDependencies): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>();
  const times = createRequestTimes();
  app.use(requestScope(deps.log, times.observe), securityHeaders(deps.origins[0] ?? '', deps.uploadOrigin));
  app.onError((error, c) => problemResponse(c, problemOf(error, c), c.get('requestId')));
  app.notFound((c) => problemResponse(c, new Problem(404, 'not-found', 'There is nothing here.'), c.get('requestId')));

  const { metrics } = deps;
  if (metrics) {
    const collect = async () => [...(await metrics.collect()), ...times.families()];
    app.route('/', createMetricsRoutes({ ...metrics, collect }));
  }
  app.use(edgeCheck(deps.edgeSecrets));
  app.route('/', createHealthRoutes(deps.health.path, deps.health.check));
  const { admit } = deps;
  if (admit)
    app.use(async (c, next) => {
      admit(c);
      await next();
    });
  app.use('/api/*', originCheck(deps.origins));
  app.get('/api/openapi.json', sendDescription);
  app.route('/api/auth', deps.authRoutes);
  for (const [path, routes] of Object.entries(deps.open)) app.route(`/api/${path}`, routes);
  app.use('/api/*', callerCheck(deps.findCaller));
  app.get('/api/me', (c) => {
    const { userId: id, email, name, role } = c.get('caller');
    return c.json({
      user: { id, email, name, role },
      time_zone: deps.timeZone,
      limits: { import_max_bytes: deps.importMaxBytes, import_direct_max_bytes: deps.importDirectMaxBytes },
      doors: ['direct', 'presigned'],
    });
  });
  for (const [path, routes] of Object.entries(deps.routes)) app.route(`/api/${path}`, routes);
  refuseOtherMethods(app);
  return app;
}
