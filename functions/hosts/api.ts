import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { createAuth } from '../../shared/accounts/auth.ts';
import { publicUrl } from '../../shared/config/config.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { askDatabaseTime } from '../../shared/export-queue/database-clock.ts';
import { openExportQueue } from '../../shared/export-queue/export-queue.ts';
import { keepMeasuring } from '../../shared/export-queue/keep-measuring.ts';
import { importJobs } from '../../shared/imports/background.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { openQueue } from '../../shared/queue/open.ts';
import { createTokenSigner } from '../../shared/signed-token/signed-token.ts';
import { createApp } from '../api/app.ts';
import { createCountsRoutes } from '../api/counts-routes.ts';
import { createExportRoutes } from '../api/export-routes.ts';
import { createImportRoutes } from '../api/import-routes.ts';
import { createLedgerRoutes } from '../api/ledger-routes.ts';
import { createPageRoutes } from '../api/page-routes.ts';
import { uploadRoutes } from '../api/upload-routes.ts';
import { aborted, hostProcess } from './hosted-process.ts';
import { listening, stopServing } from './http-server.ts';

const CONNECTIONS = 10;
const AUTH_CONNECTIONS = 4;
const PAGE = new URL('../../web/dist', import.meta.url).pathname;

/** The API and the page. */
await hostProcess('api', async ({ config, log, stopping, closing, ready }) => {
  const url = publicUrl(config);
  const database = openDatabase(config.DATABASE_URL, CONNECTIONS);
  closing(() => database.close());
  const origins = [url, ...(config.PUBLIC_URL ? [] : [`http://localhost:${config.PORT}`])].map(
    (from) => new URL(from).origin,
  );
  const auth = createAuth({
    databaseUrl: config.DATABASE_URL,
    connections: AUTH_CONNECTIONS,
    secret: config.SECRET,
    publicUrl: url,
    trustedOrigins: origins,
  });
  closing(() => auth.close());
  const store = await openObjectStore(config);
  const queue = await openQueue(config, database);
  closing(() => queue.close());
  const { dispatch } = importJobs(database, queue, config, log);
  const imports = { ...dispatch, store, maxBytes: config.IMPORT_MAX_BYTES, log };
  const secrets = [config.SECRET, config.SECRET_PREVIOUS].filter(Boolean);
  const exports = await openExportQueue(config, () => askDatabaseTime(database));
  closing(keepMeasuring(exports.clock, log));
  const signer = createTokenSigner({ secret: config.SECRET, previousSecret: config.SECRET_PREVIOUS });

  const app = createApp({
    auth,
    origins,
    clientAddress: (c) => getConnInfo(c).remote.address ?? '',
    open: { uploads: uploadRoutes({ store, secrets }) },
    routes: {
      imports: createImportRoutes(imports),
      ledgers: createLedgerRoutes(),
      counts: createCountsRoutes({ database, timeZone: config.TIME_ZONE }),
      'counts/export': createExportRoutes({ queue: exports, signer, timeZone: config.TIME_ZONE }),
    },
    timeZone: config.TIME_ZONE,
    importMaxBytes: config.IMPORT_MAX_BYTES,
    log,
  });
  app.route('/', createPageRoutes(PAGE));

  const server = serve({ fetch: app.fetch, hostname: config.HOST, port: config.PORT });
  await listening(server);
  log.info('serving', { url });
  ready();
  await aborted(stopping);
  await stopServing(server, config.STOP_GRACE * 1000);
});
