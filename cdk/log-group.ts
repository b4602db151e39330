import { RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/** A log that is encrypted with our key, kept for the time the settings say, and gone with its stack. */
export function createLogGroup(
  scope: Construct,
  id: string,
  { key, settings }: { key: IKey; settings: Pick<Settings, 'logDays'> },
): LogGroup {
  const retention: RetentionDays = settings.logDays;
  return new LogGroup(scope, id, { retention, encryptionKey: key, removalPolicy: RemovalPolicy.DESTROY });
}
