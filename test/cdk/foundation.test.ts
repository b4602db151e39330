import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { synthesise } from '../harness/cloud.ts';
import { properties } from '../harness/template.ts';

const { foundation: template, application } = synthesise();
const rds = synthesise({ database: 'rds', egress: 'endpoints', s3Events: true, keepData: false }).foundation;

const denyWithoutTls = Match.objectLike({
  Effect: 'Deny',
  Principal: { AWS: '*' },
  Condition: { Bool: { 'aws:SecureTransport': 'false' } },
});

describe('buckets', () => {
  test('are private, encrypted, TLS only, logged, and survive their stack', () => {
    for (const { PublicAccessBlockConfiguration, BucketEncryption } of properties(template, 'AWS::S3::Bucket')) {
      expect(PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
      expect(BucketEncryption.ServerSideEncryptionConfiguration).toEqual([
        { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
      ]);
    }
    template.allResources('AWS::S3::Bucket', { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    template.allResourcesProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          denyWithoutTls,
          Match.objectLike({ Effect: 'Deny', Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } }),
        ]),
      },
    });
  });

  test('of files: browsers may put, incomplete uploads go, originals go only after the application had its time', () => {
    template.hasResourceProperties('AWS::S3::Bucket', {
      LoggingConfiguration: Match.objectLike({ LogFilePrefix: 'files/' }),
      CorsConfiguration: {
        CorsRules: [
          {
            AllowedMethods: ['PUT'],
            AllowedOrigins: ['https://*.cloudfront.net'],
            AllowedHeaders: ['content-type', 'content-length', 'x-amz-checksum-sha256'],
            MaxAge: 3600,
          },
        ],
      },
      LifecycleConfiguration: {
        Rules: Match.arrayWith([
          Match.objectLike({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' }),
          Match.objectLike({ ExpirationInDays: 120, Prefix: 'imports/', Status: 'Enabled' }),
        ]),
      },
    });
  });

  test('of files: tell the queue of originals alone, where that is wanted', () => {
    expect(JSON.stringify(template.findResources('AWS::S3::Bucket'))).not.toContain('QueueConfigurations');
    rds.hasResource('AWS::S3::Bucket', {
      DependsOn: Match.arrayWith([Match.stringLikeRegexp('^ImportsQueuePolicy')]),
      Properties: {
        NotificationConfiguration: {
          QueueConfigurations: [
            Match.objectLike({
              Event: 's3:ObjectCreated:*',
              Filter: {
                S3Key: {
                  Rules: [
                    { Name: 'prefix', Value: 'imports/' },
                    { Name: 'suffix', Value: '/original' },
                  ],
                },
              },
            }),
          ],
        },
      },
    });
    rds.hasResourceProperties('AWS::SQS::QueuePolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Principal: { Service: 's3.amazonaws.com' },
            Action: 'sqs:SendMessage',
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          }),
        ]),
      },
    });
  });
});

describe('the import queue', () => {
  const [deadLettersId = ''] = Object.keys(
    template.findResources('AWS::SQS::Queue', { Properties: { QueueName: 'tallyport-imports-dead' } }),
  );

  test('hides a message for at least six times the timeout of its function, and gives up after five receives', () => {
    template.hasResourceProperties('AWS::SQS::Queue', {
      QueueName: 'tallyport-imports',
      VisibilityTimeout: 1800,
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': [deadLettersId, 'Arn'] }, maxReceiveCount: 5 },
    });
    application.hasResourceProperties('AWS::Lambda::Function', {
      Description: Match.stringLikeRegexp('takes imports off the queue'),
      Timeout: 300,
    });
    const slow = synthesise({ ingestTimeoutSeconds: '600' });
    slow.foundation.hasResourceProperties('AWS::SQS::Queue', { VisibilityTimeout: 3600 });
    slow.application.hasResourceProperties('AWS::Lambda::Function', { Timeout: 600 });
  });

  test('keeps dead letters longer than messages, which keep their age', () => {
    const retention = (name: string) =>
      properties(template, 'AWS::SQS::Queue').find(({ QueueName }) => QueueName === name)?.MessageRetentionPeriod;
    expect(retention('tallyport-imports-dead')).toBeGreaterThan(retention('tallyport-imports'));
  });

  test('is encrypted and answers to TLS only, dead letters too', () => {
    const queues = Object.keys(template.findResources('AWS::SQS::Queue'));
    expect(queues).toHaveLength(2);
    template.allResourcesProperties('AWS::SQS::Queue', { SqsManagedSseEnabled: true });
    for (const queue of queues)
      template.hasResourceProperties('AWS::SQS::QueuePolicy', {
        Queues: [{ Ref: queue }],
        PolicyDocument: { Statement: [denyWithoutTls] },
      });
  });

  test('raises an alarm as soon as there is one dead letter', () => {
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmName: 'tallyport-imports-dead-letters',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [deadLettersId, 'QueueName'] } }],
      Statistic: 'Maximum',
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: 0,
      EvaluationPeriods: 1,
    });
  });
});

describe('the database', () => {
  const parameters = { require_secure_transport: 'ON', local_infile: '1', time_zone: 'UTC', max_connections: '300' };

  test('Aurora: encrypted, TLS only, backed up, with a password that RDS changes', () => {
    template.hasResource('AWS::RDS::DBCluster', {
      DeletionPolicy: 'Retain',
      Properties: {
        Engine: 'aurora-mysql',
        StorageEncrypted: true,
        KmsKeyId: Match.anyValue(),
        ManageMasterUserPassword: true,
        MasterUserPassword: Match.absent(),
        DeletionProtection: true,
        BackupRetentionPeriod: 14,
        ServerlessV2ScalingConfiguration: { MinCapacity: 0.5, MaxCapacity: 8 },
      },
    });
    template.hasResourceProperties('AWS::RDS::DBClusterParameterGroup', { Parameters: Match.objectLike(parameters) });
    template.allResourcesProperties('AWS::RDS::DBInstance', { PubliclyAccessible: false });
  });

  test('RDS: the same', () => {
    rds.hasResource('AWS::RDS::DBInstance', {
      DeletionPolicy: 'Delete',
      Properties: {
        Engine: 'mysql',
        StorageEncrypted: true,
        ManageMasterUserPassword: true,
        PubliclyAccessible: false,
        DeletionProtection: false,
        BackupRetentionPeriod: 14,
      },
    });
    rds.hasResourceProperties('AWS::RDS::DBParameterGroup', { Parameters: Match.objectLike(parameters) });
  });

  test('lets in functions and containers, nobody else', () => {
    const rules = properties(template, 'AWS::EC2::SecurityGroupIngress').filter(({ FromPort }) =>
      JSON.stringify(FromPort).includes('Endpoint.Port'),
    );
    expect(rules.map(({ SourceSecurityGroupId }) => SourceSecurityGroupId['Fn::GetAtt'][0]).sort()).toEqual([
      expect.stringMatching(/^DoorsContainers/),
      expect.stringMatching(/^DoorsFunctions/),
    ]);
  });
});

describe('the network', () => {
  test('has no private subnet that others reach, and nothing gets an address of the internet', () => {
    template.allResourcesProperties('AWS::EC2::Subnet', { MapPublicIpOnLaunch: false });
    for (const group of properties(template, 'AWS::EC2::SecurityGroup'))
      expect(JSON.stringify(group.SecurityGroupIngress ?? [])).not.toMatch(/0\.0\.0\.0|::\/0/);
    template.hasResourceProperties('AWS::EC2::SecurityGroupIngress', {
      GroupId: { 'Fn::GetAtt': [Match.stringLikeRegexp('^DoorsBalancer'), 'GroupId'] },
      ...{ SourcePrefixListId: 'pl-58a04531', FromPort: 80, ToPort: 80 },
    });
  });

  test('without NAT: endpoints, no way out, and the gateway that VPC origins ask for', () => {
    rds.resourceCountIs('AWS::EC2::NatGateway', 0);
    rds.resourceCountIs('AWS::EC2::VPCGatewayAttachment', 1);
    expect(JSON.stringify(rds.findResources('AWS::EC2::Route'))).not.toContain('0.0.0.0/0');
    const services = properties(rds, 'AWS::EC2::VPCEndpoint').map(({ ServiceName }) => JSON.stringify(ServiceName));
    for (const service of ['sqs', 'secretsmanager', 'logs', 'ecr.api', 'ecr.dkr', 's3'])
      expect(services.some((name) => name.includes(`.${service}"`))).toBe(true);
  });
});

test('exports: one user, one directory, encrypted, by access point and TLS alone', () => {
  template.hasResourceProperties('AWS::EFS::FileSystem', {
    Encrypted: true,
    BackupPolicy: Match.absent(),
    // Nobody is let in here; roles of ours are by what they themselves may do.
    FileSystemPolicy: { Statement: [denyWithoutTls] },
  });
  template.hasResourceProperties('AWS::EFS::AccessPoint', {
    PosixUser: { Uid: '1000', Gid: '1000' },
    RootDirectory: { Path: '/exports', CreationInfo: { OwnerUid: '1000', OwnerGid: '1000', Permissions: '0700' } },
  });
});

test('secrets are encrypted with our key, which turns every year', () => {
  template.allResourcesProperties('AWS::SecretsManager::Secret', { KmsKeyId: Match.anyValue() });
  template.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true });
  const made = properties(template, 'AWS::SecretsManager::Secret').map(({ GenerateSecretString }) => [
    GenerateSecretString.GenerateStringKey,
    GenerateSecretString.SecretStringTemplate,
  ]);
  expect(made).toEqual([
    ['SECRET', '{"SECRET_PREVIOUS":""}'],
    ['ORIGIN_SECRET_A', '{"ORIGIN_SECRET_B":""}'],
  ]);
});
