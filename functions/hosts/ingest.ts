import { consume } from '../ingest/consume.ts';
import { hostProcess } from './hosted-process.ts';
import { showLife } from './show-life.ts';
import { wireIngest } from './wire-ingest.ts';

/** A consumer that died gives its message back after this time; it is renewed while the work goes on. */
const VISIBILITY_SECONDS = 60;

/** The consumer of one machine: takes imports off the queue. */
await hostProcess('ingest', async (host) => {
  const { database, queue, ingest } = await wireIngest(host);
  await showLife(host, database, 'ingest');
  host.ready();
  await consume({ queue, ingest, visibilitySeconds: VISIBILITY_SECONDS, log: host.log }, host.stopping);
});
