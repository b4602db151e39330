import { openDatabase } from '../../shared/database/database.ts';
import { createSqsClient } from '../../shared/queue/sqs-client.ts';
import { pollEventSource } from '../ingest/event-source.ts';
import { hostProcess } from './hosted-process.ts';
import { handler } from './lambda-ingest.ts';
import { showLife } from './show-life.ts';

/** Stands where Lambda's event source mapping stands in the cloud: hands the queue's messages to the very handler. */
await hostProcess('ingest', async (host) => {
  const { config, log, stopping, closing } = host;
  const sqs = createSqsClient(config.AWS_ENDPOINT_URL);
  closing(() => sqs.destroy());
  const database = openDatabase(config.DATABASE_URL, 1);
  closing(() => database.close());
  await showLife(host, database, 'ingest');
  host.ready();
  await pollEventSource({ sqs, queueUrl: config.QUEUE, handler, log }, stopping);
});
