import { execFileSync } from 'node:child_process';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../shared/config/config.ts';
import { settings } from '../../shared/config/settings.ts';
import { synthesise } from '../harness/cloud.ts';
import { properties } from '../harness/template.ts';

const { application: template, foundation, edge, watch, firewall } = synthesise();

/** Ours, without those that CDK brings for its own deployment. */
const functions = properties(template, 'AWS::Lambda::Function').filter(({ Description = '' }) =>
  /^Tallyport/.test(Description),
);

describe('functions', () => {
  test('are Node 24 on Graviton in the private subnets, traced and logged', () => {
    expect(functions).toHaveLength(4);
    for (const each of functions)
      expect(each).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        TracingConfig: { Mode: 'Active' },
        VpcConfig: { SubnetIds: expect.anything(), SecurityGroupIds: expect.anything() },
        LoggingConfig: { LogGroup: expect.anything() },
      });
  });

  test('the queue is consumed in batches of which parts may fail, by as many as the database carries', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 5,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 5 },
    });
    const reserved = Object.fromEntries(
      functions.map(({ Description, ReservedConcurrentExecutions }) => [Description, ReservedConcurrentExecutions]),
    );
    expect(reserved).toMatchObject({
      'Tallyport: the API, but for counts and exports': 30,
      'Tallyport: due tasks and background jobs, every minute': 2,
    });
  });

  test('ticks come every minute and are not made up for', () => {
    template.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'rate(1 minute)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: Match.objectLike({ RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 } }),
    });
  });

  test('the database is prepared before anything new takes traffic', () => {
    const [preparation = ''] = Object.keys(template.findResources('Custom::Trigger'));
    const waiting = (type: string) =>
      Object.values(template.findResources(type)).filter(({ DependsOn = [] }) => DependsOn.includes(preparation));
    expect(waiting('AWS::ECS::Service')).toHaveLength(2);
    expect(
      waiting('AWS::Lambda::Function')
        .map(({ Properties }) => Properties.Description)
        .sort(),
    ).toEqual(
      functions
        .map(({ Description }) => Description)
        .filter((text) => !/migrations/.test(text))
        .sort(),
    );
    expect(waiting('AWS::Lambda::EventSourceMapping')).toHaveLength(1);
    expect(waiting('AWS::Scheduler::Schedule')).toHaveLength(0);
  });

  test('may do by name what they do; every wildcard is one that AWS gives no name for', () => {
    const wild = properties(template, 'AWS::IAM::Policy').flatMap(({ PolicyDocument }) =>
      PolicyDocument.Statement.filter(({ Resource }: { Resource: unknown }) => [Resource].flat().includes('*')).flatMap(
        ({ Action }: { Action: string | string[] }) => Action,
      ),
    );
    expect([...new Set(wild)].sort()).toEqual([
      'ec2:AssignPrivateIpAddresses',
      'ec2:CreateNetworkInterface',
      'ec2:DeleteNetworkInterface',
      'ec2:DescribeNetworkInterfaces',
      'ec2:DescribeSubnets',
      'ec2:UnassignPrivateIpAddresses',
      'ecr:GetAuthorizationToken',
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ]);
    const actions = properties(template, 'AWS::IAM::Policy').flatMap(({ PolicyDocument }) =>
      PolicyDocument.Statement.flatMap(({ Action }: { Action: string | string[] }) => Action),
    );
    expect(actions.filter((action) => action.includes('*'))).toEqual([]);
  });
});

describe('containers', () => {
  const containers = properties(template, 'AWS::ECS::TaskDefinition').flatMap(
    ({ ContainerDefinitions }) => ContainerDefinitions,
  );

  test('run one image as one user without rights, on a file system that cannot be written to', () => {
    expect(containers.map(({ Command }) => Command)).toEqual([
      ['node', 'functions/hosts/container-web.ts'],
      ['node', 'functions/hosts/container-export-worker.ts'],
    ]);
    for (const each of containers)
      expect(each).toMatchObject({
        User: '1000:1000',
        ReadonlyRootFilesystem: true,
        LinuxParameters: { InitProcessEnabled: true },
        StopTimeout: 120,
        HealthCheck: { Command: ['CMD', 'node', '-e', expect.stringContaining('/live')] },
      });
    expect(containers[0].Image).toEqual(containers[1].Image);
  });

  test('give running work a grace that ends before Fargate kills', () => {
    for (const { Environment } of containers) {
      const grace = Environment.find(({ Name }: { Name: string }) => Name === 'STOP_GRACE').Value;
      expect(Number(grace) + 5).toBeLessThan(120);
    }
  });

  test('are not moved while they work, roll back when they do not start, and have no address of the internet', () => {
    const services = properties(template, 'AWS::ECS::Service');
    expect(services).toHaveLength(2);
    for (const each of services)
      expect(each).toMatchObject({
        AvailabilityZoneRebalancing: 'DISABLED',
        DeploymentConfiguration: { DeploymentCircuitBreaker: { Enable: true, Rollback: true } },
        NetworkConfiguration: { AwsvpcConfiguration: { AssignPublicIp: 'DISABLED' } },
        EnableExecuteCommand: false,
      });
  });

  test('share the exports over TLS and as their role', () => {
    for (const { Volumes } of properties(template, 'AWS::ECS::TaskDefinition'))
      expect(Volumes).toContainEqual({
        Name: 'exports',
        EFSVolumeConfiguration: expect.objectContaining({
          TransitEncryption: 'ENABLED',
          AuthorizationConfig: { AccessPointId: expect.anything(), IAM: 'ENABLED' },
        }),
      });
  });

  test('the load balancer is internal and asks whether they live, not whether the database does', () => {
    template.hasResourceProperties('AWS::ElasticLoadBalancingV2::LoadBalancer', { Scheme: 'internal' });
    template.hasResourceProperties('AWS::ElasticLoadBalancingV2::TargetGroup', { HealthCheckPath: '/live' });
  });
});

test('the command that runs a task comes whole through a shell', () => {
  const parts: unknown[] = template.findOutputs('RunTask').RunTask?.Value?.['Fn::Join'][1] ?? [];
  const command = parts.map((part) => (typeof part === 'string' ? part : 'x')).join('');
  const words = execFileSync('bash', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' }).split('\n');
  expect(words).toContain('awsvpcConfiguration={subnets=[x,x],securityGroups=[x]}');
});

test('every setting that processes are given is one, and can be used', () => {
  const given = [
    ...functions.map(({ Environment }) => Environment.Variables),
    ...properties(template, 'AWS::ECS::TaskDefinition').map(({ ContainerDefinitions: [{ Environment }] }) =>
      Object.fromEntries(Environment.map(({ Name, Value }: { Name: string; Value: unknown }) => [Name, Value])),
    ),
  ];
  for (const environment of given) {
    const unknown = Object.keys(environment).filter((name) => !(name in settings));
    expect(unknown).toEqual(['SECRETS_IN_USE']);
    const plain = Object.entries(environment).filter(([, value]) => typeof value === 'string') as [string, string][];
    expect(readConfig(Object.fromEntries(plain))).toMatchObject({ WORKER: 'external', LOG: 'json' });
  }
});

test('every log is encrypted and ends', () => {
  for (const each of [template, foundation])
    each.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 90, KmsKeyId: Match.anyValue() });
});

test('nothing that holds state lives in the stacks that change with each release', () => {
  for (const each of [template, watch, firewall])
    for (const type of ['AWS::S3::Bucket', 'AWS::RDS::DBCluster', 'AWS::EFS::FileSystem', 'AWS::SQS::Queue'])
      each.resourceCountIs(type, 0);
  edge.resourceCountIs('AWS::S3::Bucket', 1);
});
