import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { metricFields } from '../../shared/log-metrics.ts';
import { ingestBatch } from '../ingest/ingest-batch.ts';
import { messageAnnotations } from '../ingest/message-annotations.ts';
import { openOnce } from './lambda-process.ts';
import { traced } from './traced.ts';
import { wireIngest } from './wire-ingest.ts';

const ingestion = openOnce('ingest', async (host) => {
  const { ingest } = await wireIngest(host);
  const carry = (body: string) => traced(host.tracing, 'import', messageAnnotations(body), () => ingest(body));
  return { carry, log: host.log };
});

/** The Lambda function behind the queue. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const { carry, log } = await ingestion();
  const started = performance.now();
  const answer = await ingestBatch(event, carry, log);
  const retried = answer.batchItemFailures.length;
  const numbers = {
    messagesCarried: event.Records.length - retried,
    messagesRetried: retried,
    batchMilliseconds: Math.round(performance.now() - started),
  };
  log.info('batch', metricFields(numbers));
  return answer;
}
