import { Fn } from 'aws-cdk-lib';
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { FoundationStack } from './foundation-stack.ts';
import type { Settings } from './settings.ts';

/** What every process is told, by the names of shared/config/settings.ts. @param home folder that its code lies in */
export function processEnvironment(
  { database, files, imports, secrets }: FoundationStack,
  settings: Settings,
  home: string,
): Record<string, string> {
  return {
    DATABASE_URL: database.url(`${home}/rds-ca.pem`),
    SETTINGS_FROM: Fn.join(',', [secrets.application.secretArn, secrets.edge.secretArn]),
    // Read by nobody: its change starts every process anew, which then has read what is in the secrets.
    SECRETS_IN_USE: `${settings.originSecret}-${settings.secretsRound}`,
    OBJECT_STORE: `s3://${files.bucketName}`,
    QUEUE: imports.queue.queueUrl,
    QUEUE_DEAD_LETTER: imports.deadLetterQueue.queueUrl,
    IMPORT_MAX_BYTES: String(settings.importMaxBytes),
    IMPORT_KEEP_DAYS: String(settings.importKeepDays),
    TIME_ZONE: settings.timeZone,
    LOG: 'json',
    WORKER: 'external',
    ...(settings.domainName ? { PUBLIC_URL: `https://${settings.domainName}` } : {}),
  };
}

/** Lets a process read the secrets that its environment names. Said in its role alone, so that stacks stay in order. */
export function grantSecrets(role: IRole, { database, secrets, key, region }: FoundationStack): void {
  const read = [database.secret, secrets.application, secrets.edge].map(({ secretArn }) => secretArn);
  role.addToPrincipalPolicy(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: read }));
  role.addToPrincipalPolicy(
    new PolicyStatement({
      actions: ['kms:Decrypt'],
      resources: [key.keyArn],
      conditions: { StringEquals: { 'kms:ViaService': `secretsmanager.${region}.amazonaws.com` } },
    }),
  );
}
