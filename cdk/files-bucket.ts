import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { IMPORT_OBJECT_PREFIX } from '../shared/names.ts';

/**
 * The application deletes what it need not keep. These days later the bucket does, should the application not have:
 * never sooner, or an import would offer an original that is gone.
 */
const KEEP_MARGIN_DAYS = 30;

/** The bucket of uploaded files: private, encrypted, TLS only; it outlives its stack. */
export function createFilesBucket(scope: Construct, id: string, importKeepDays: number): Bucket {
  return new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [
      { id: 'incomplete-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      {
        id: 'old-imports',
        prefix: IMPORT_OBJECT_PREFIX,
        expiration: Duration.days(importKeepDays + KEEP_MARGIN_DAYS),
      },
    ],
  });
}
