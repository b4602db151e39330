import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSMessageAttributes, SQSRecord } from 'aws-lambda';

/** The event that Lambda makes of received messages. @param queueArn `arn:aws:sqs:REGION:ACCOUNT:NAME` */
export function sqsEvent(queueArn: string, messages: readonly Message[]): SQSEvent {
  return { Records: messages.map((message) => record(queueArn, message)) };
}

function record(queueArn: string, message: Message): SQSRecord {
  const {
    MessageId = '',
    ReceiptHandle = '',
    Body = '',
    Attributes = {},
    MessageAttributes = {},
    MD5OfBody = '',
  } = message;
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: {
      ...Attributes,
      ApproximateReceiveCount: Attributes.ApproximateReceiveCount ?? '1',
      SentTimestamp: Attributes.SentTimestamp ?? '0',
      SenderId: Attributes.SenderId ?? '',
      ApproximateFirstReceiveTimestamp: Attributes.ApproximateFirstReceiveTimestamp ?? '0',
    },
    messageAttributes: messageAttributes(MessageAttributes),
    md5OfBody: MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(':')[3] ?? '',
  };
}

function messageAttributes(given: Record<string, MessageAttributeValue>): SQSMessageAttributes {
  const entries = Object.entries(given).map(([name, value]) => {
    const binary = value.BinaryValue && Buffer.from(value.BinaryValue).toString('base64');
    return [name, { stringValue: value.StringValue, binaryValue: binary, dataType: value.DataType ?? 'String' }];
  });
  return Object.fromEntries(entries);
}

/**
 * Which messages of a batch succeeded, by Lambda's rules for ReportBatchItemFailures: no answer and no failures mean
 * all of them; a failure without a usable id, or with an id that is not in the batch, means none.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function succeeded(messages: readonly Message[], answer: SQSBatchResponse | undefined): Message[] {
  const failed = new Set(answer?.batchItemFailures?.map((failure) => failure.itemIdentifier));
  const known = new Set(messages.map((message) => message.MessageId));
  if ([...failed].some((id) => !known.has(id))) return [];
  return messages.filter((message) => !failed.has(message.MessageId ?? ''));
}
