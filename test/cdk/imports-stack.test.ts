import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { ImportsStack } from '../../cdk/imports-stack.ts';
import { readSettings } from '../../cdk/settings.ts';

const json = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const { context } = json('cdk.json');

function synthesise(overrides: Record<string, unknown> = {}): Template {
  const app = new App({ context: { ...context, ...overrides }, analyticsReporting: false });
  const settings = readSettings(app.node);
  return Template.fromStack(new ImportsStack(app, 'Imports', { env: { region: settings.region }, settings }));
}

const template = synthesise();
const [bucketId = ''] = Object.keys(template.findResources('AWS::S3::Bucket'));
const [deadLettersId = ''] = Object.keys(
  template.findResources('AWS::SQS::Queue', { Properties: { QueueName: 'tallyport-imports-dead' } }),
);
const denyWithoutTls = Match.objectLike({
  Effect: 'Deny',
  Principal: { AWS: '*' },
  Condition: { Bool: { 'aws:SecureTransport': 'false' } },
});

describe('the files bucket', () => {
  test('is private, encrypted and survives its stack', () => {
    template.resourceCountIs('AWS::S3::Bucket', 1);
    template.hasResource('AWS::S3::Bucket', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
      },
    });
  });

  test('answers to TLS 1.2 and newer only', () => {
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      Bucket: { Ref: bucketId },
      PolicyDocument: {
        Statement: Match.arrayWith([
          denyWithoutTls,
          Match.objectLike({ Effect: 'Deny', Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } }),
        ]),
      },
    });
  });

  test('drops incomplete uploads, and originals only after the application has had its time', () => {
    template.hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: {
        Rules: Match.arrayWith([
          Match.objectLike({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' }),
          Match.objectLike({ ExpirationInDays: 120, Prefix: 'imports/', Status: 'Enabled' }),
        ]),
      },
    });
  });
});

describe('the import queue', () => {
  test('hides a message for six times the timeout of its function and gives up after five receives', () => {
    template.hasResourceProperties('AWS::SQS::Queue', {
      QueueName: 'tallyport-imports',
      VisibilityTimeout: 1800,
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': [deadLettersId, 'Arn'] }, maxReceiveCount: 5 },
    });
    synthesise({ 'tallyport:ingestTimeoutSeconds': '60' }).hasResourceProperties('AWS::SQS::Queue', {
      QueueName: 'tallyport-imports',
      VisibilityTimeout: 360,
    });
  });

  test('keeps dead letters longer than messages', () => {
    const [source, dead] = ['tallyport-imports', 'tallyport-imports-dead'].map((QueueName) => {
      const [queue] = Object.values(template.findResources('AWS::SQS::Queue', { Properties: { QueueName } }));
      return Number(queue?.Properties.MessageRetentionPeriod);
    });
    expect(dead).toBeGreaterThan(Number(source));
  });

  test('is encrypted and answers to TLS only, dead letters too', () => {
    const queues = Object.keys(template.findResources('AWS::SQS::Queue'));
    expect(queues).toHaveLength(2);
    template.allResourcesProperties('AWS::SQS::Queue', { SqsManagedSseEnabled: true });
    for (const queue of queues) {
      template.hasResourceProperties('AWS::SQS::QueuePolicy', {
        Queues: [{ Ref: queue }],
        PolicyDocument: { Statement: [denyWithoutTls] },
      });
    }
  });

  test('raises an alarm as soon as there is one dead letter, and says what to do', () => {
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [deadLettersId, 'QueueName'] } }],
      Statistic: 'Maximum',
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: 0,
      EvaluationPeriods: 1,
      AlarmDescription: Match.stringLikeRegexp('redispatch'),
    });
  });
});

describe('cdk.json', () => {
  test('takes every flag that this version of aws-cdk-lib recommends, but keeps references between stacks strong', () => {
    expect(context).toMatchObject({
      ...json('node_modules/aws-cdk-lib/recommended-feature-flags.json'),
      '@aws-cdk/core:defaultCrossStackReferences': 'strong',
    });
  });

  test('a setting that is missing or cannot be used is named', () => {
    expect(() => synthesise({ 'tallyport:region': undefined, 'tallyport:ingestTimeoutSeconds': 901 })).toThrow(
      /tallyport:region: .*\n\s*tallyport:ingestTimeoutSeconds: /,
    );
  });
});
