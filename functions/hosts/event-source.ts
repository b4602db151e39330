import { createSqsClient } from '../../shared/queue/sqs-client.ts';
import { pollEventSource } from '../ingest/event-source.ts';
import { hostProcess } from './hosted-process.ts';
import { handler } from './lambda-ingest.ts';

/** Stands where Lambda's event source mapping stands in the cloud: hands the queue's messages to the very handler. */
await hostProcess('ingest', async ({ config, log, stopping, closing, ready }) => {
  const sqs = createSqsClient(config.AWS_ENDPOINT_URL);
  closing(() => sqs.destroy());
  ready();
  await pollEventSource({ sqs, queueUrl: config.QUEUE, handler, log }, stopping);
});
