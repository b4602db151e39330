import { CreateQueueCommand, GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { Queue } from '../../shared/queue/queue.ts';
import { createSqsQueue } from '../../shared/queue/sqs.ts';
import { createSqsClient } from '../../shared/queue/sqs-client.ts';

/** A new queue with its dead-letter queue, after 5 receives, on any service that speaks SQS. */
export async function openSqsQueue(endpoint: string, name: string): Promise<Queue> {
  const client = createSqsClient(endpoint);
  const { QueueUrl: deadLetterUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: `${name}-dead` }));
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLetterUrl, AttributeNames: ['QueueArn'] }),
  );
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: Attributes?.QueueArn, maxReceiveCount: 5 });
  const { QueueUrl: queueUrl = '' } = await client.send(
    new CreateQueueCommand({ QueueName: name, Attributes: { RedrivePolicy } }),
  );
  return createSqsQueue({ client, queueUrl, deadLetterUrl });
}
