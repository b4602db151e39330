import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { IMPORT_DEAD_LETTER_QUEUE, IMPORT_MAX_RECEIVES, IMPORT_QUEUE } from '../shared/names.ts';
import { createAccessLogsBucket } from './access-logs-bucket.ts';
import { AlarmMaker } from './alarm-maker.ts';
import { Database } from './database.ts';
import { Doors } from './doors.ts';
import { createEncryptionKey } from './encryption-key.ts';
import { ExportFiles } from './export-files.ts';
import { createFilesBucket, tellQueueOfFiles } from './files-bucket.ts';
import { Network } from './network.ts';
import { QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/** What holds data and what it stands on: deployed seldom, kept when everything else goes. */
export class FoundationStack extends Stack {
  readonly key: Key;
  readonly network: Network;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly accessLogs: Bucket;
  readonly files: Bucket;
  readonly imports: QueueWithDeadLetters;
  readonly exports: ExportFiles;
  readonly doors: Doors;
  readonly alarms: AlarmMaker;

  constructor(scope: Construct, id: string, { settings, ...props }: StackProps & { settings: Settings }) {
    super(scope, id, props);
    this.key = createEncryptionKey(this, 'Key', settings);
    const { key } = this;
    this.alarms = new AlarmMaker(this, 'Alarms', { key, settings });
    this.network = new Network(this, 'Network', { key, settings });
    this.database = new Database(this, 'Database', { network: this.network, key, settings });
    this.secrets = new Secrets(this, 'Secrets', { key, settings });

    this.accessLogs = createAccessLogsBucket(this, 'AccessLogs', settings);
    this.files = createFilesBucket(this, 'Files', { settings, accessLogs: this.accessLogs });
    this.imports = new QueueWithDeadLetters(this, 'Imports', {
      queueName: IMPORT_QUEUE,
      deadLetterQueueName: IMPORT_DEAD_LETTER_QUEUE,
      consumerTimeout: Duration.seconds(settings.ingestTimeoutSeconds),
      maxReceives: IMPORT_MAX_RECEIVES,
      deadLettersAlarm: 'imports-dead-letters',
      waitingAlarm: 'imports-waiting',
      longestWait: Duration.minutes(15),
      alarms: this.alarms,
    });
    if (settings.s3Events) tellQueueOfFiles(this.files, this.imports.queue);

    const { vpc, privateSubnets: subnets } = this.network;
    this.exports = new ExportFiles(this, 'Exports', { vpc, subnets, key, settings });
    this.doors = new Doors(this, 'Doors', {
      ...{ network: this.network, database: this.database, exports: this.exports, settings },
    });
  }
}
