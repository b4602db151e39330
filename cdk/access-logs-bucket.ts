import { Duration } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { removalPolicy } from './removal.ts';
import type { Settings } from './settings.ts';

/** Who asked for what: the logs of the other buckets, of CloudFront and of the load balancer. */
export function createAccessLogsBucket(
  scope: Construct,
  id: string,
  settings: Pick<Settings, 'logDays' | 'keepData'>,
): Bucket {
  const bucket = new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    // CloudFront writes its logs by an access control list.
    objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
    removalPolicy: removalPolicy(settings),
    lifecycleRules: [
      { id: 'old-logs', expiration: Duration.days(settings.logDays) },
      { id: 'incomplete-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
  });
  acknowledge(bucket, {
    'AwsSolutions-S1':
      'It holds the access logs of the others; logging it into itself would write a line for each line.',
  });
  return bucket;
}
