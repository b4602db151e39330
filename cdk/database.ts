import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type Connections, InstanceType, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  AuroraMysqlEngineVersion,
  ClusterInstance,
  Credentials,
  DatabaseCluster,
  DatabaseClusterEngine,
  DatabaseInstance,
  DatabaseInstanceEngine,
  type Endpoint,
  type IEngine,
  MysqlEngineVersion,
  ParameterGroup,
  StorageType,
} from 'aws-cdk-lib/aws-rds';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { Network } from './network.ts';
import { removalPolicy } from './removal.ts';
import type { Settings } from './settings.ts';

export interface DatabaseProps {
  network: Network;
  key: IKey;
  settings: Settings;
}

const NAME = 'tallyport';
const BACKUP_DAYS = 14;
const LOGS = ['error', 'slowquery', 'audit', 'general'];

/** What Aurora MySQL or RDS MySQL is to everything else. */
interface Server {
  readonly endpoint: Endpoint;
  readonly connections: Connections;
  readonly secret: ISecret;
  readonly metrics: Database['metrics'];
}

/**
 * The database, reachable from the private subnets alone, over TLS alone. RDS makes the password, keeps it in a secret
 * and changes it every week; processes read it again when theirs is refused.
 */
export class Database extends Construct {
  readonly connections: Connections;
  /** `username` and `password`. */
  readonly secret: ISecret;
  readonly metrics: {
    readonly connections: Metric;
    /** How much of what it may become it is, in percent. */
    readonly busy: Metric;
    /** Bytes; undefined where storage grows by itself. */
    readonly freeStorage: Metric | undefined;
  };
  private readonly endpoint: Endpoint;

  constructor(scope: Construct, id: string, props: DatabaseProps) {
    super(scope, id);
    const server = props.settings.database === 'aurora' ? this.aurora(props) : this.rds(props);
    acknowledgeLogRetention(Stack.of(this));
    this.endpoint = server.endpoint;
    this.connections = server.connections;
    this.secret = server.secret;
    this.metrics = server.metrics;
  }

  /** DATABASE_URL. @param authorities path of the PEM file where the process runs */
  url(authorities: string): string {
    const { hostname, port } = this.endpoint;
    return `mysql://${hostname}:${port}/${NAME}?tls=1&ca=${authorities}&secret=${this.secret.secretArn}`;
  }

  private aurora({ network, key, settings }: DatabaseProps): Server {
    const engine = DatabaseClusterEngine.auroraMysql({ version: AuroraMysqlEngineVersion.VER_3_10_4 });
    const cluster = new DatabaseCluster(this, 'Cluster', {
      ...this.common({ network, key, settings }),
      engine,
      parameterGroup: this.parameters(engine, settings),
      defaultDatabaseName: NAME,
      backup: { retention: Duration.days(BACKUP_DAYS) },
      serverlessV2MinCapacity: settings.databaseMinCapacity,
      serverlessV2MaxCapacity: settings.databaseMaxCapacity,
      writer: ClusterInstance.serverlessV2('Writer'),
      readers: settings.databaseStandby ? [ClusterInstance.serverlessV2('Standby', { scaleWithWriter: true })] : [],
    });
    acknowledge(cluster, {
      ...commonReasons(settings),
      'AwsSolutions-RDS14':
        'Backtrack rewinds a whole cluster in place and loses what came after; point in time recovery (14 days) restores beside it, which is what docs/deploy.md has people do.',
    });
    new CfnOutput(Stack.of(this), 'ClusterIdentifier', { value: cluster.clusterIdentifier });
    return {
      endpoint: cluster.clusterEndpoint,
      connections: cluster.connections,
      secret: required(cluster.secret),
      metrics: {
        connections: cluster.metricDatabaseConnections({ statistic: 'Maximum', period: Duration.minutes(1) }),
        busy: cluster.metricACUUtilization({ statistic: 'Average', period: Duration.minutes(5) }),
        freeStorage: undefined,
      },
    };
  }

  private rds({ network, key, settings }: DatabaseProps): Server {
    const engine = DatabaseInstanceEngine.mysql({ version: MysqlEngineVersion.VER_8_4_8 });
    const instance = new DatabaseInstance(this, 'Instance', {
      ...this.common({ network, key, settings }),
      engine,
      parameterGroup: this.parameters(engine, settings),
      databaseName: NAME,
      backupRetention: Duration.days(BACKUP_DAYS),
      instanceType: new InstanceType(settings.databaseInstance),
      allocatedStorage: settings.databaseStorageGigabytes,
      storageType: StorageType.GP3,
      multiAz: settings.databaseStandby,
      autoMinorVersionUpgrade: true,
      publiclyAccessible: false,
    });
    acknowledge(instance, {
      ...commonReasons(settings),
      ...(settings.databaseStandby
        ? {}
        : {
            'AwsSolutions-RDS3':
              'tallyport:databaseStandby turns a second zone on; a small installation may choose a restore from backup instead, and half the price.',
          }),
    });
    new CfnOutput(Stack.of(this), 'InstanceIdentifier', { value: instance.instanceIdentifier });
    return {
      endpoint: instance.instanceEndpoint,
      connections: instance.connections,
      secret: required(instance.secret),
      metrics: {
        connections: instance.metricDatabaseConnections({ statistic: 'Maximum', period: Duration.minutes(1) }),
        busy: instance.metricCPUUtilization({ statistic: 'Average', period: Duration.minutes(5) }),
        freeStorage: instance.metricFreeStorageSpace({ statistic: 'Minimum', period: Duration.minutes(5) }),
      },
    };
  }

  private common({ network, key, settings }: DatabaseProps) {
    const { logDays, keepData } = settings;
    const cloudwatchLogsRetention: RetentionDays = logDays;
    return {
      vpc: network.vpc,
      vpcSubnets: network.privateSubnets,
      securityGroups: [
        new SecurityGroup(this, 'SecurityGroup', {
          vpc: network.vpc,
          description: 'Database of Tallyport',
          allowAllOutbound: false,
        }),
      ],
      credentials: Credentials.fromUsername(NAME, { encryptionKey: key }),
      manageMasterUserPassword: true,
      storageEncrypted: true,
      storageEncryptionKey: key,
      iamAuthentication: true,
      copyTagsToSnapshot: true,
      deletionProtection: keepData,
      removalPolicy: removalPolicy(settings),
      cloudwatchLogsExports: LOGS,
      cloudwatchLogsRetention,
    };
  }

  /** Sessions of ours set their own zone and mode; people who connect by hand get the same. */
  private parameters(engine: IEngine, { databaseMaxConnections }: Settings): ParameterGroup {
    return new ParameterGroup(this, 'Parameters', {
      engine,
      description: 'Tallyport',
      parameters: {
        require_secure_transport: 'ON',
        // Imports are loaded by LOAD DATA LOCAL.
        local_infile: '1',
        max_connections: String(databaseMaxConnections),
        time_zone: 'UTC',
        character_set_server: 'utf8mb4',
        collation_server: 'utf8mb4_bin',
        sql_mode:
          'STRICT_ALL_TABLES,ONLY_FULL_GROUP_BY,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
        slow_query_log: '1',
        long_query_time: '2',
      },
    });
  }
}

/** RDS makes the groups of its logs by itself; a function of CDK's own then limits how long they are kept. */
function acknowledgeLogRetention(stack: Stack): void {
  const handler = stack.node.tryFindChild('LogRetentionaae0aa3c5b4d4f87b02d85b201efdd8a');
  if (!handler) return;
  acknowledge(handler, {
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]':
      'CDK gives its function the policy that AWS keeps for writing a log, and nothing lets us give it another one.',
    'AwsSolutions-IAM5[Resource::*]':
      'It may set and remove how long logs are kept, of groups whose names RDS chooses; it can neither read nor write any.',
  });
}

function commonReasons({ keepData }: Settings): Record<string, string> {
  return {
    'AwsSolutions-RDS11':
      'Another port hides nothing from whoever is in the private subnets; security groups let in our own functions and containers alone, over TLS.',
    ...(keepData
      ? {}
      : {
          'AwsSolutions-RDS10':
            'tallyport:keepData=false was chosen for an installation that is thrown away as a whole.',
        }),
  };
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('RDS has no secret for its password.');
  return value;
}
