import { SQSClient } from '@aws-sdk/client-sqs';

/** Longer than the longest wait for a message (20 s). */
const REQUEST_TIMEOUT_MS = 40_000;
const CONNECTION_TIMEOUT_MS = 5_000;

/** @param endpoint of a compatible service; empty: SQS itself. Region and keys as the SDK finds them. */
export function createSqsClient(endpoint: string): SQSClient {
  return new SQSClient({
    // Without the second, requests would go to the host that the queue's URL names.
    ...(endpoint === '' ? {} : { endpoint, useQueueUrlAsEndpoint: false }),
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
}
