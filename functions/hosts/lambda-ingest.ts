import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { ingestBatch } from '../ingest/ingest-batch.ts';
import { openOnce } from './lambda-process.ts';
import { wireIngest } from './wire-ingest.ts';

const ingestion = openOnce('ingest', async (host) => ({ ...(await wireIngest(host)), log: host.log }));

/** The Lambda function behind the queue. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const { ingest, log } = await ingestion();
  return ingestBatch(event, ingest, log);
}
