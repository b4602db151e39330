import { openDatabase } from '../../shared/database/database.ts';
import { ingestMessage } from '../../shared/imports/ingest.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { openQueue } from '../../shared/queue/open.ts';
import { consume } from '../ingest/consume.ts';
import { hostProcess } from './hosted-process.ts';

const CONNECTIONS = 4;
/** A consumer that died gives its message back after this time; it is renewed while the work goes on. */
const VISIBILITY_SECONDS = 60;

/** The consumer of one machine: takes imports off the queue. */
await hostProcess('ingest', async ({ config, log, stopping, closing, ready }) => {
  const database = openDatabase(config.DATABASE_URL, CONNECTIONS);
  closing(() => database.close());
  const store = await openObjectStore(config);
  const queue = await openQueue(config, database);
  closing(() => queue.close());
  const dependencies = { database, store, leaseSeconds: config.IMPORT_LEASE, log };
  ready();
  const ingest = (body: string) => ingestMessage(dependencies, body);
  await consume({ queue, ingest, visibilitySeconds: VISIBILITY_SECONDS, log }, stopping);
});
