import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { IMPORT_DEAD_LETTER_QUEUE, IMPORT_MAX_RECEIVES, IMPORT_QUEUE } from '../shared/names.ts';
import { createFilesBucket } from './files-bucket.ts';
import { QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import type { Settings } from './settings.ts';

export interface ImportsStackProps extends StackProps {
  settings: Pick<Settings, 'ingestTimeoutSeconds' | 'importKeepDays'>;
}

/** Where uploaded files wait: the bucket that holds them and the queue that says where they lie. */
export class ImportsStack extends Stack {
  readonly files: Bucket;
  readonly imports: QueueWithDeadLetters;

  constructor(scope: Construct, id: string, { settings, ...props }: ImportsStackProps) {
    super(scope, id, props);
    this.files = createFilesBucket(this, 'Files', settings.importKeepDays);
    this.imports = new QueueWithDeadLetters(this, 'Imports', {
      queueName: IMPORT_QUEUE,
      deadLetterQueueName: IMPORT_DEAD_LETTER_QUEUE,
      consumerTimeout: Duration.seconds(settings.ingestTimeoutSeconds),
      maxReceives: IMPORT_MAX_RECEIVES,
      alarmDescription:
        `Imports were given up after ${IMPORT_MAX_RECEIVES} tries. Their files are safe in the bucket. ` +
        'Read the error in the log of the ingest function, mend its cause, then redispatch the imports.',
    });
  }
}
