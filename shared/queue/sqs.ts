import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  type QueueAttributeName,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Queue, ReceivedMessage } from './queue.ts';

/** SQS waits no longer. */
const LONGEST_WAIT_SECONDS = 20;

/** What SQS answers to a receipt that is outdated, has expired, or belongs to a deleted message. */
const OUTDATED = new Set([
  'MessageNotInflight',
  'ReceiptHandleIsInvalid',
  'InvalidParameterValue',
  'InvalidParameterValueException',
]);

const WAITING = 'ApproximateNumberOfMessages';
const IN_FLIGHT = 'ApproximateNumberOfMessagesNotVisible';
const DELAYED = 'ApproximateNumberOfMessagesDelayed';

export interface SqsQueueOptions {
  client: SQSClient;
  queueUrl: string;
  /** The queue that the redrive policy of `queueUrl` names. */
  deadLetterUrl: string;
  /** The trace that a message sent now belongs to, in X-Ray's form. */
  traceHeader?: (() => string | undefined) | undefined;
}

/** The queue in the cloud. How many receives make a dead letter is the queue's own setting (its redrive policy). */
export function createSqsQueue({ client, queueUrl, deadLetterUrl, traceHeader }: SqsQueueOptions): Queue {
  return {
    async send(body, { delaySeconds } = {}) {
      const trace = traceHeader?.();
      const command = new SendMessageCommand({
        ...{ QueueUrl: queueUrl, MessageBody: body, DelaySeconds: delaySeconds },
        ...(trace ? { MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: trace } } } : {}),
      });
      const { MessageId } = await client.send(command);
      return MessageId ?? '';
    },
    receive: (options) => receive(client, queueUrl, options),
    delete: (receipt) => deleteMessage(client, queueUrl, receipt),
    async changeVisibility(receipt, seconds) {
      if (!Number.isInteger(seconds) || seconds < 0 || seconds > 43_200) {
        throw new RangeError(`A message can be hidden for 0 to 43200 whole seconds, not ${seconds}.`);
      }
      const change = { QueueUrl: queueUrl, ReceiptHandle: receipt, VisibilityTimeout: seconds };
      await ignoringOutdated(client.send(new ChangeMessageVisibilityCommand(change)));
    },
    async depth() {
      const [live, dead] = await Promise.all([
        counts(client, queueUrl, [WAITING, IN_FLIGHT, DELAYED]),
        counts(client, deadLetterUrl, [WAITING, IN_FLIGHT]),
      ]);
      const [visible = 0, inFlight = 0, delayed = 0] = live;
      return { visible, inFlight, delayed, dead: dead.reduce((sum, count) => sum + count, 0) };
    },
    receiveDead: (options) => receive(client, deadLetterUrl, { ...options, waitSeconds: 0 }),
    deleteDead: (receipt) => deleteMessage(client, deadLetterUrl, receipt),
    close: async () => client.destroy(),
  };
}

/** An aborted wait may leave a message hidden that SQS was just handing out: it returns after its timeout. */
async function receive(
  client: SQSClient,
  queueUrl: string,
  { max, waitSeconds, visibilitySeconds, signal }: Parameters<Queue['receive']>[0],
): Promise<ReceivedMessage[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl: queueUrl,
    MaxNumberOfMessages: max,
    WaitTimeSeconds: Math.min(waitSeconds, LONGEST_WAIT_SECONDS),
    VisibilityTimeout: visibilitySeconds,
    MessageSystemAttributeNames: ['ApproximateReceiveCount', 'SentTimestamp'],
  });
  try {
    const { Messages = [] } = await client.send(command, { abortSignal: signal });
    return Messages.map(received);
  } catch (error) {
    if (signal?.aborted) return [];
    throw error;
  }
}

function received({ MessageId = '', Body = '', ReceiptHandle = '', Attributes = {} }: Message): ReceivedMessage {
  return {
    id: MessageId,
    body: Body,
    receipt: ReceiptHandle,
    receiveCount: Number(Attributes.ApproximateReceiveCount),
    sentAt: new Date(Number(Attributes.SentTimestamp)),
  };
}

async function deleteMessage(client: SQSClient, queueUrl: string, receipt: string): Promise<void> {
  await ignoringOutdated(client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receipt })));
}

async function ignoringOutdated(answer: Promise<unknown>): Promise<void> {
  try {
    await answer;
  } catch (error) {
    if (!OUTDATED.has((error as Error).name)) throw error;
  }
}

async function counts(client: SQSClient, queueUrl: string, names: QueueAttributeName[]): Promise<number[]> {
  const command = new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: names });
  const { Attributes = {} } = await client.send(command);
  return names.map((name) => Number(Attributes[name] ?? 0));
}
