import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { IMPORT_DEAD_LETTER_QUEUE, IMPORT_MAX_RECEIVES, IMPORT_QUEUE, LOCAL_BUCKET } from '../../shared/names.ts';

/** What the stand-in tells its parent process when it serves. */
export interface StandInReady {
  ready: true;
  /** Endpoint of both S3 and SQS; any keys will do. */
  url: string;
  queueUrl: string;
  deadLetterUrl: string;
}

/** A consumer that died gives its messages back after this time. */
const VISIBILITY_SECONDS = '120';

/**
 * S3 and SQS on this machine, in memory, on the loopback address only: forked by a parent that wants to run the cloud's
 * drivers here. Ends on SIGTERM and when the parent is gone; Ctrl-C is the parent's to handle.
 * It checks no signatures and takes at most 11 MiB in one request.
 */
async function main(): Promise<void> {
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => process.exit(0));
  process.on('disconnect', () => process.exit(0));
  const app = buildApp({ logger: false });
  // Signed uploads come from a page of another origin. fauxqs knows no CORS.
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'ETag' });
    if (request.method !== 'OPTIONS') return;
    const allowed = { 'Access-Control-Allow-Methods': 'PUT', 'Access-Control-Allow-Headers': '*' };
    return reply.code(204).headers(allowed).send();
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.(await furnish(url));
}

/** Makes the bucket and the queues that the cloud's description makes there. */
async function furnish(url: string): Promise<StandInReady> {
  const client = {
    endpoint: url,
    region: process.env.AWS_REGION || 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  const s3 = new S3Client({ ...client, forcePathStyle: true });
  const sqs = new SQSClient({ ...client, useQueueUrlAsEndpoint: false });
  // Its own URLs name a host that needs not resolve.
  const reachable = (queueUrl = '') => `${url}${new URL(queueUrl).pathname}`;
  await s3.send(new CreateBucketCommand({ Bucket: LOCAL_BUCKET }));
  const dead = await sqs.send(new CreateQueueCommand({ QueueName: IMPORT_DEAD_LETTER_QUEUE }));
  const deadLetterUrl = reachable(dead.QueueUrl);
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLetterUrl, AttributeNames: ['QueueArn'] }),
  );
  const RedrivePolicy = JSON.stringify({
    deadLetterTargetArn: Attributes?.QueueArn,
    maxReceiveCount: IMPORT_MAX_RECEIVES,
  });
  const queue = await sqs.send(
    new CreateQueueCommand({
      QueueName: IMPORT_QUEUE,
      Attributes: { VisibilityTimeout: VISIBILITY_SECONDS, RedrivePolicy },
    }),
  );
  s3.destroy();
  sqs.destroy();
  return { ready: true, url, queueUrl: reachable(queue.QueueUrl), deadLetterUrl };
}

if (import.meta.main) await main();
