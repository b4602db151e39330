import { type Config, ConfigError } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { IMPORT_MAX_RECEIVES, IMPORT_QUEUE } from '../names.ts';
import type { Queue } from './queue.ts';

type QueueConfig = Pick<Config, 'QUEUE' | 'QUEUE_DEAD_LETTER' | 'QUEUE_WAKE_FILE' | 'AWS_ENDPOINT_URL'>;

/**
 * The queue of imports that the settings choose; nothing else knows which one it is. Only the chosen driver is loaded.
 * Closing it leaves the database open.
 * @param traceHeader tells the trace that a message belongs to, where there are traces
 * @throws ConfigError when an SQS queue has no dead-letter queue
 */
export async function openQueue(
  config: QueueConfig,
  database: Database,
  traceHeader?: () => string | undefined,
): Promise<Queue> {
  if (config.QUEUE === 'table:') {
    const [{ createTableQueue }, { createWake }] = await Promise.all([import('./table.ts'), import('./wake.ts')]);
    const wake = createWake(config.QUEUE_WAKE_FILE);
    return createTableQueue({ database, name: IMPORT_QUEUE, maxReceives: IMPORT_MAX_RECEIVES, wake });
  }
  if (config.QUEUE_DEAD_LETTER === '') {
    throw new ConfigError(
      'These settings cannot be used:\n  QUEUE_DEAD_LETTER: must be the URL of the dead-letter queue when QUEUE is an SQS queue',
    );
  }
  const [{ createSqsQueue }, { createSqsClient }] = await Promise.all([import('./sqs.ts'), import('./sqs-client.ts')]);
  return createSqsQueue({
    client: createSqsClient(config.AWS_ENDPOINT_URL),
    queueUrl: config.QUEUE,
    deadLetterUrl: config.QUEUE_DEAD_LETTER,
    traceHeader,
  });
}
