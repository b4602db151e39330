import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { errorFields, type Log } from '../../shared/log.ts';
import { sqsEvent, succeeded } from './sqs-event.ts';

/** After the queue could not be reached. */
const TROUBLE_PAUSE_MS = 1000;

export interface EventSource {
  sqs: SQSClient;
  queueUrl: string;
  /** What is deployed as the Lambda function. */
  handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse | undefined>;
  log: Log;
  /** Messages of one batch, 1 to 10. */
  batchSize?: number;
  /** Seconds one receive waits, 0 to 20. It is also the longest a stop waits when nothing runs. */
  waitSeconds?: number;
  /** What the handler is told about its time; nothing here ends it. */
  timeoutSeconds?: number;
}

/**
 * Does for one queue what Lambda's event source mapping does (with ReportBatchItemFailures): hands batches to the
 * handler and deletes what succeeded. What failed, or all of it when the handler throws, is left alone and returns
 * after the queue's visibility timeout; the queue's redrive policy makes dead letters.
 * @returns when the signal fired and the running batch is done
 */
export async function pollEventSource(source: EventSource, signal: AbortSignal): Promise<void> {
  let arn: string | undefined;
  while (!signal.aborted) {
    try {
      arn ??= await queueArn(source);
      const messages = await receive(source);
      if (messages.length > 0) await runBatch(source, arn, messages);
    } catch (error) {
      source.log.warn('event source: the queue cannot be reached', errorFields(error));
      await delay(TROUBLE_PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }
}

/** Is not aborted by a stop: a message handed out to a broken connection would be hidden for the whole timeout. */
async function receive({ sqs, queueUrl, batchSize = 10, waitSeconds = 1 }: EventSource): Promise<Message[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl: queueUrl,
    MaxNumberOfMessages: batchSize,
    WaitTimeSeconds: waitSeconds,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  });
  const { Messages = [] } = await sqs.send(command);
  return Messages;
}

async function runBatch(source: EventSource, arn: string, messages: Message[]): Promise<void> {
  const { handler, log } = source;
  try {
    const answer = await handler(sqsEvent(arn, messages), invocation(arn, source.timeoutSeconds));
    await deleteMessages(source, succeeded(messages, answer));
  } catch (error) {
    log.error('event source: a batch failed', { ...errorFields(error), messages: messages.length });
  }
}

/** What is not deleted comes back: the handler must bear that anyway. */
async function deleteMessages({ sqs, queueUrl, log }: EventSource, messages: Message[]): Promise<void> {
  if (messages.length === 0) return;
  const entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
  const { Failed = [] } = await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }));
  for (const { Code } of Failed) log.warn('event source: a message could not be deleted', { code: Code });
}

async function queueArn({ sqs, queueUrl }: EventSource): Promise<string> {
  const command = new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['QueueArn'] });
  const { Attributes } = await sqs.send(command);
  return Attributes?.QueueArn ?? '';
}

function invocation(arn: string, timeoutSeconds = 300): Context {
  const end = Date.now() + timeoutSeconds * 1000;
  const name = `${arn.split(':').at(-1)}-consumer`;
  return {
    awsRequestId: randomUUID(),
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `${arn.replace(':sqs:', ':lambda:').split(':').slice(0, 5).join(':')}:function:${name}`,
    memoryLimitInMB: '1024',
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, end - Date.now()),
    done() {},
    fail() {},
    succeed() {},
  };
}
