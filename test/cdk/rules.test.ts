import { expect, test } from 'vitest';
import { findings } from '../harness/cloud.ts';

const domain = {
  domainName: 'counts.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/a',
  originCertificateArn: 'arn:aws:acm:ap-northeast-1:123456789012:certificate/b',
};

// AwsSolutions of cdk-nag, and the CDK's own rules for templates. Every exception is an acknowledge() with its reason.
test.each([
  ['as in cdk.json', {}],
  [
    'RDS, no NAT, S3 tells the queue',
    { database: 'rds', egress: 'endpoints', s3Events: 'true', alarmEmail: 'ops@example.com' },
  ],
  [
    'a domain, a standby, to be thrown away',
    { ...domain, databaseStandby: 'true', keepData: 'false', natGateways: '2' },
  ],
])('no rule finds anything: %s', { timeout: 120_000 }, (_how, settings) => {
  expect(findings(settings)).toEqual([]);
});
