import { CreateQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test } from 'vitest';
import { pollEventSource } from '../../functions/ingest/event-source.ts';
import { succeeded } from '../../functions/ingest/sqs-event.ts';
import { createLog } from '../../shared/log.ts';
import { createSqsQueue } from '../../shared/queue/sqs.ts';
import { createSqsClient } from '../../shared/queue/sqs-client.ts';
import { openTestAws } from '../harness/aws.ts';

const aws = await openTestAws();
const sqs = createSqsClient(aws.url);
let queueUrl: string;
let count = 0;
/** What was logged, as text. */
let logged = '';
const log = createLog('json', {}, { write: (text) => (logged += text) });

beforeEach(async () => {
  logged = '';
  const command = new CreateQueueCommand({ QueueName: `events-${++count}`, Attributes: { VisibilityTimeout: '1' } });
  queueUrl = (await sqs.send(command)).QueueUrl ?? '';
});

async function send(...bodies: string[]): Promise<void> {
  for (const MessageBody of bodies) await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody }));
}

type Handle = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse | undefined>;

/** Polls until the handler's `until` says so; gives back every batch's bodies with their receive counts. */
async function poll(handle: Handle, until: (batches: string[][]) => boolean, url = queueUrl): Promise<string[][]> {
  const stop = new AbortController();
  const batches: string[][] = [];
  await pollEventSource(
    {
      sqs,
      queueUrl: url,
      log,
      handler: async (event, context) => {
        batches.push(event.Records.map(({ body, attributes }) => `${body} ${attributes.ApproximateReceiveCount}`));
        if (until(batches)) stop.abort();
        return handle(event, context);
      },
    },
    stop.signal,
  );
  return batches;
}

async function depth() {
  return createSqsQueue({ client: sqs, queueUrl, deadLetterUrl: queueUrl }).depth();
}

const failures = (event: SQSEvent, ...bodies: string[]): SQSBatchResponse => ({
  batchItemFailures: event.Records.filter(({ body }) => bodies.includes(body)).map(({ messageId }) => ({
    itemIdentifier: messageId,
  })),
});

describe('the event source', () => {
  test('hands over an event as Lambda makes it', async () => {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: '{"a":"é"}',
        MessageAttributes: { kind: { DataType: 'String', StringValue: 'test' } },
      }),
    );
    let seen: { event: SQSEvent; context: Context } | undefined;
    await poll(
      async (event, context) => {
        seen = { event, context };
        return undefined;
      },
      () => true,
    );
    expect(seen?.event).toEqual({
      Records: [
        {
          messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          receiptHandle: expect.any(String),
          body: '{"a":"é"}',
          attributes: expect.objectContaining({
            ApproximateReceiveCount: '1',
            SentTimestamp: expect.stringMatching(/^\d{13}$/),
            SenderId: expect.any(String),
            ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
          }),
          messageAttributes: { kind: { stringValue: 'test', binaryValue: undefined, dataType: 'String' } },
          md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
          eventSource: 'aws:sqs',
          eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:events-${count}`,
          awsRegion: 'us-east-1',
        },
      ],
    });
    expect(seen?.context.getRemainingTimeInMillis()).toBeGreaterThan(0);
    expect(seen?.context.invokedFunctionArn).toMatch(/^arn:aws:lambda:us-east-1:000000000000:function:/);
    expect(await depth()).toMatchObject({ visible: 0, inFlight: 0 });
  });

  test('takes at most ten at a time and deletes what succeeded', async () => {
    await send(...Array.from({ length: 13 }, (_, index) => `m${index}`));
    const batches = await poll(
      async () => ({ batchItemFailures: [] }),
      (so) => so.flat().length === 13,
    );
    expect(Math.max(...batches.map((batch) => batch.length))).toBe(10);
    expect(new Set(batches.flat()).size).toBe(13);
    expect(await depth()).toMatchObject({ visible: 0, inFlight: 0 });
  });

  test('what failed returns, the rest of its batch does not', async () => {
    await send('good', 'bad', 'fine');
    const batches = await poll(
      async (event) => failures(event, ...(event.Records.length > 1 ? ['bad'] : [])),
      (so) => so.length === 2,
    );
    expect([batches[0]?.toSorted(), batches[1]]).toEqual([['bad 1', 'fine 1', 'good 1'], ['bad 2']]);
    expect(await depth()).toMatchObject({ visible: 0, inFlight: 0 });
  });

  test('when the handler throws all of the batch returns', async () => {
    await send('a', 'b');
    const batches = await poll(
      async (event) => {
        if (event.Records[0]?.attributes.ApproximateReceiveCount === '1') throw new Error('no database');
        return undefined;
      },
      (so) => so.flat().filter((message) => message.endsWith('2')).length === 2,
    );
    expect(new Set(batches.flat())).toEqual(new Set(['a 1', 'b 1', 'a 2', 'b 2']));
    expect(logged).toContain('no database');
  });

  test('stops after the running batch, whose successes are deleted', async () => {
    await send('a');
    let done = false;
    await poll(
      async () => {
        await new Promise((soon) => setImmediate(soon));
        done = true;
        return undefined;
      },
      () => true,
    );
    expect(done).toBe(true);
    expect(await depth()).toMatchObject({ visible: 0, inFlight: 0 });
  });

  test('bears a queue that cannot be reached, and stops then too', async () => {
    const stop = new AbortController();
    const lines = { write: () => stop.abort() };
    const missing = `${queueUrl}-missing`;
    const handler = async () => undefined;
    await pollEventSource({ sqs, queueUrl: missing, handler, log: createLog('json', {}, lines) }, stop.signal);
  });
});

describe('which messages succeeded', () => {
  const messages = [{ MessageId: '1' }, { MessageId: '2' }];
  const ids = (answer: unknown) => succeeded(messages, answer as SQSBatchResponse).map(({ MessageId }) => MessageId);

  test.each([
    ['no answer', undefined, ['1', '2']],
    ['null', null, ['1', '2']],
    ['no list', {}, ['1', '2']],
    ['no list but null', { batchItemFailures: null }, ['1', '2']],
    ['an empty list', { batchItemFailures: [] }, ['1', '2']],
    ['one failure', { batchItemFailures: [{ itemIdentifier: '2' }] }, ['1']],
    ['all failed', { batchItemFailures: [{ itemIdentifier: '2' }, { itemIdentifier: '1' }] }, []],
    ['an unknown id', { batchItemFailures: [{ itemIdentifier: '3' }] }, []],
    ['an empty id', { batchItemFailures: [{ itemIdentifier: '' }] }, []],
    ['a null id', { batchItemFailures: [{ itemIdentifier: null }] }, []],
    ['a misspelt key', { batchItemFailures: [{ itemIdentifer: '2' }] }, []],
  ])('%s', (_what, answer, expected) => {
    expect(ids(answer)).toEqual(expected);
  });
});
