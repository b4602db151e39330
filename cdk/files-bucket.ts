import { Aws, Duration } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  HttpMethods,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { IMPORT_OBJECT_NAME, IMPORT_OBJECT_PREFIX } from '../shared/names.ts';
import { removalPolicy } from './removal.ts';
import type { Settings } from './settings.ts';

/**
 * The application deletes what it need not keep. These days later the bucket does, should the application not have:
 * never sooner, or an import would offer an original that is gone.
 */
const KEEP_MARGIN_DAYS = 30;

/** What a browser sends with a file that it puts to a presigned URL. */
const UPLOAD_HEADERS = ['content-type', 'content-length', 'x-amz-checksum-sha256'];

export interface FilesBucketProps {
  settings: Pick<Settings, 'importKeepDays' | 'keepData' | 'domainName'>;
  accessLogs: Bucket;
}

/** The bucket of uploaded files: private, encrypted, TLS only; it outlives its stack. */
export function createFilesBucket(scope: Construct, id: string, { settings, accessLogs }: FilesBucketProps): Bucket {
  return new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    removalPolicy: removalPolicy(settings),
    serverAccessLogsBucket: accessLogs,
    serverAccessLogsPrefix: 'files/',
    cors: [
      {
        // The signature of the URL is the permission, and no cookie goes along. CloudFront's name is not known yet here.
        allowedOrigins: [`https://${settings.domainName || '*.cloudfront.net'}`],
        allowedMethods: [HttpMethods.PUT],
        allowedHeaders: UPLOAD_HEADERS,
        maxAge: 3600,
      },
    ],
    lifecycleRules: [
      { id: 'incomplete-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      {
        id: 'old-imports',
        prefix: IMPORT_OBJECT_PREFIX,
        expiration: Duration.days(settings.importKeepDays + KEEP_MARGIN_DAYS),
      },
    ],
  });
}

/**
 * Has the bucket tell the queue of each original that lands, so that an upload whose sender never completed it arrives
 * too. Without CDK's own way, which brings a function of its own along.
 */
export function tellQueueOfFiles(bucket: Bucket, queue: Queue): void {
  queue.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('s3.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [queue.queueArn],
      // Its name would make a circle: the bucket asks for this permission when it is made.
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  const raw = bucket.node.defaultChild as CfnBucket;
  const rules = [
    { name: 'prefix', value: IMPORT_OBJECT_PREFIX },
    { name: 'suffix', value: `/${IMPORT_OBJECT_NAME}` },
  ];
  raw.notificationConfiguration = {
    queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: queue.queueArn, filter: { s3Key: { rules } } }],
  };
  const policy = queue.node.findChild('Policy');
  raw.node.addDependency(policy);
}
