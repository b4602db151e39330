import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { removalPolicy } from './removal.ts';
import type { Settings } from './settings.ts';

/** The one key of database, secrets, exports, logs and alarms. It is rotated by AWS every year. */
export function createEncryptionKey(scope: Construct, id: string, settings: Pick<Settings, 'keepData'>): Key {
  const key = new Key(scope, id, {
    description: 'Tallyport: database, secrets, exports, logs, alarms',
    enableKeyRotation: true,
    removalPolicy: removalPolicy(settings),
  });
  const { region, account, partition } = Stack.of(scope);
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
      actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:Describe*'],
      // A key's policy speaks of that key alone.
      resources: ['*'],
      conditions: {
        ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:*` },
      },
    }),
  );
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': account } },
    }),
  );
  return key;
}
