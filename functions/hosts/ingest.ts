import { CONNECTIONS } from '../../shared/names.ts';
import { consume } from '../ingest/consume.ts';
import { hostProcess } from './hosted-process.ts';
import { showLife } from './show-life.ts';
import { wireIngest } from './wire-ingest.ts';

/** A consumer that died gives its message back after this time; it is renewed while the work goes on. */
const VISIBILITY_SECONDS = 60;

/** The consumer of one machine: takes imports off the queue. */
await hostProcess('ingest', async (host) => {
  // One more than a function's: the message, too, is renewed in the database, and so is the sign of life.
  const { database, queue, ingest } = await wireIngest(host, CONNECTIONS.ingest.database + 1);
  await showLife(host, database, 'ingest');
  host.ready();
  await consume({ queue, ingest, visibilitySeconds: VISIBILITY_SECONDS, log: host.log }, host.stopping);
});
