import { Hono } from 'hono';
import type { ApiEnvironment } from '../../functions/api/environment.ts';
import { createExportRoutes } from '../../functions/api/export-routes.ts';
import { problemResponse } from '../../functions/api/problem.ts';
import { problemOf } from '../../functions/api/problem-of.ts';
import type { Caller } from '../../shared/accounts/caller.ts';
import type { Config } from '../../shared/config/config.ts';
import type { ExportQueue } from '../../shared/export-queue/export-queue.ts';
import { createLog } from '../../shared/log.ts';
import type { TokenSigner } from '../../shared/signed-token/signed-token.ts';
import type { TestDatabase } from './database.ts';

export const ADMIN: Caller = { userId: 'u1', email: 'a@example.org', name: 'A', role: 'admin', sessionId: 's1' };

const silent = createLog('json', {}, { write: () => {} });

export interface ExportAppOptions {
  queue: ExportQueue;
  signer: TokenSigner;
  database: TestDatabase;
  config: Config;
  /** What has become of a caller since the request began; by default nothing. */
  findCaller?: (caller: Caller) => Promise<Caller | undefined>;
}

/** The export routes as somebody who is signed in meets them. */
export function exportApp(options: ExportAppOptions, caller: Caller): Hono<ApiEnvironment> {
  const { queue, signer, database, config, findCaller = async () => caller } = options;
  return new Hono<ApiEnvironment>()
    .use(async (c, next) => {
      c.set('caller', caller);
      c.set('findCaller', () => findCaller(caller));
      c.set('requestId', '00000000-0000-4000-8000-000000000000');
      c.set('log', silent);
      await next();
    })
    .route(
      '/',
      createExportRoutes({
        queue,
        signer,
        database,
        timeZone: config.TIME_ZONE,
        recheckMs: config.EXPORT_RECHECK_MS,
        stallSeconds: config.EXPORT_STALL_LIMIT,
      }),
    )
    .onError((error, c) => problemResponse(c, problemOf(error, c), 'test'));
}
