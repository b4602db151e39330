import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { errorFields, type Log } from '../../shared/log.ts';

/**
 * Carries a batch of queue messages through, one after the other. Those that failed are named in the answer, so that
 * one bad message never takes its batch along (ReportBatchItemFailures must be on).
 */
export async function ingestBatch(
  event: SQSEvent,
  ingest: (body: string) => Promise<void>,
  log: Log,
): Promise<SQSBatchResponse> {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const record of event.Records) {
    try {
      await ingest(record.body);
    } catch (error) {
      log.warn('a message will come again', { message_id: record.messageId, ...errorFields(error) });
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures };
}
