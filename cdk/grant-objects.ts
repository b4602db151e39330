import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { IMPORT_OBJECT_PREFIX } from '../shared/names.ts';
import { acknowledge } from './acknowledge.ts';

/** As cdk-nag calls the ARN of the bucket: by the export of its stack. */
const FILES_ARN = 'TallyportFoundation:ExportsOutputFnGetAttFiles8E6940B8ArnD8EE6C03';

const ACTIONS = ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'];

/**
 * Lets a role work on the objects of imports. It may also list them: S3 tells only those who may that an object is not
 * there, everybody else is refused.
 */
export function grantImportObjects(role: IRole, bucket: IBucket): void {
  const objects = bucket.arnForObjects(`${IMPORT_OBJECT_PREFIX}*`);
  role.addToPrincipalPolicy(new PolicyStatement({ actions: ACTIONS, resources: [objects] }));
  role.addToPrincipalPolicy(
    new PolicyStatement({
      actions: ['s3:ListBucket'],
      resources: [bucket.bucketArn],
      conditions: { StringLike: { 's3:prefix': `${IMPORT_OBJECT_PREFIX}*` } },
    }),
  );
  acknowledge(role, {
    [`AwsSolutions-IAM5[Resource::${FILES_ARN}/${IMPORT_OBJECT_PREFIX}*]`]:
      'Objects are named by the ids of imports, which are made while the system runs; the wildcard stands for what lies below imports/ of this one bucket.',
  });
}
