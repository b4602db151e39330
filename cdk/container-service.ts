import { Duration } from 'aws-cdk-lib';
import type { DockerImageAsset } from 'aws-cdk-lib/aws-ecr-assets';
import {
  AvailabilityZoneRebalancing,
  type Cluster,
  ContainerImage,
  CpuArchitecture,
  FargatePlatformVersion,
  FargateService,
  FargateTaskDefinition,
  LinuxParameters,
  LogDrivers,
  OperatingSystemFamily,
} from 'aws-cdk-lib/aws-ecs';
import { Construct } from 'constructs';
import { CONNECTIONS } from '../shared/names.ts';
import { acknowledge } from './acknowledge.ts';
import { CONTAINER_PORT } from './container-port.ts';
import { CONTAINER_USER } from './export-files.ts';
import type { FoundationStack } from './foundation-stack.ts';
import { createLogGroup } from './log-group.ts';
import { grantSecrets, processEnvironment } from './process-environment.ts';
import type { Settings } from './settings.ts';

export interface ContainerServiceProps {
  foundation: FoundationStack;
  settings: Settings;
  cluster: Cluster;
  image: DockerImageAsset;
  /** Program of the container, in functions/hosts. */
  entry: string;
  name: string;
  tasks: number;
  /** Address to listen on. */
  host: '0.0.0.0' | '127.0.0.1';
}

const HOME = '/app';
const EXPORTS = '/exports';

/** The longest that Fargate waits between SIGTERM and SIGKILL, and the part of it that running work gets. */
const STOP_TIMEOUT = Duration.seconds(120);
const STOP_GRACE_SECONDS = 95;

const ALIVE = `fetch('http://127.0.0.1:${CONTAINER_PORT}/live').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))`;

/** A service of containers on Fargate: one image, one user without rights, a file system that cannot be written to. */
export class ContainerService extends Construct {
  readonly service: FargateService;
  readonly taskDefinition: FargateTaskDefinition;

  constructor(scope: Construct, id: string, props: ContainerServiceProps) {
    super(scope, id);
    const { foundation, cluster, name, tasks } = props;
    this.taskDefinition = this.task(props);
    this.service = new FargateService(this, 'Service', {
      cluster,
      taskDefinition: this.taskDefinition,
      desiredCount: tasks,
      platformVersion: FargatePlatformVersion.VERSION1_4,
      vpcSubnets: foundation.network.privateSubnets,
      securityGroups: [foundation.doors.containers],
      assignPublicIp: false,
      // Old and new run together, so that somebody always serves.
      minHealthyPercent: 100,
      maxHealthyPercent: 200,
      circuitBreaker: { enable: true, rollback: true },
      // It stops tasks to spread them, whatever they are doing.
      availabilityZoneRebalancing: AvailabilityZoneRebalancing.DISABLED,
      enableExecuteCommand: false,
      ...(name === 'web' ? { healthCheckGracePeriod: Duration.minutes(1) } : {}),
    });
  }

  private task({ foundation, settings, image, entry, name, host }: ContainerServiceProps): FargateTaskDefinition {
    const { exports, key } = foundation;
    const task = new FargateTaskDefinition(this, 'Task', {
      family: `tallyport-${name}`,
      cpu: settings.taskCpu,
      memoryLimitMiB: settings.taskMemory,
      runtimePlatform: {
        cpuArchitecture: CpuArchitecture.ARM64,
        operatingSystemFamily: OperatingSystemFamily.LINUX,
      },
      volumes: [
        { name: 'tmp' },
        {
          name: 'exports',
          efsVolumeConfiguration: {
            fileSystemId: exports.fileSystem.fileSystemId,
            transitEncryption: 'ENABLED',
            authorizationConfig: { accessPointId: exports.accessPoint.accessPointId, iam: 'ENABLED' },
          },
        },
      ],
    });
    exports.grantUse(task.taskRole);
    grantSecrets(task.taskRole, foundation);
    const container = task.addContainer(name, {
      image: ContainerImage.fromDockerImageAsset(image),
      command: ['node', `functions/hosts/${entry}.ts`],
      user: `${CONTAINER_USER}:${CONTAINER_USER}`,
      readonlyRootFilesystem: true,
      linuxParameters: new LinuxParameters(this, 'Linux', { initProcessEnabled: true }),
      stopTimeout: STOP_TIMEOUT,
      portMappings: [{ containerPort: CONTAINER_PORT }],
      environment: {
        ...processEnvironment(foundation, settings, HOME),
        HOST: host,
        PORT: String(CONTAINER_PORT),
        COUNTS_AT_ONCE: String(CONNECTIONS.web.counts),
        COUNTS_EXPORT_DIRECTORY: EXPORTS,
        DATA_DIR: '/tmp',
        STOP_GRACE: String(STOP_GRACE_SECONDS),
      },
      healthCheck: {
        command: ['CMD', 'node', '-e', ALIVE],
        interval: Duration.seconds(15),
        timeout: Duration.seconds(5),
        retries: 4,
        startPeriod: Duration.seconds(60),
      },
      logging: LogDrivers.awsLogs({
        streamPrefix: name,
        logGroup: createLogGroup(this, 'Log', { key, settings }),
      }),
    });
    container.addMountPoints(
      { sourceVolume: 'tmp', containerPath: '/tmp', readOnly: false },
      { sourceVolume: 'exports', containerPath: EXPORTS, readOnly: false },
    );
    acknowledge(task.obtainExecutionRole(), {
      'AwsSolutions-IAM5[Resource::*]':
        'ecr:GetAuthorizationToken takes no resource; pulling itself is allowed from the repository of the image alone.',
    });
    acknowledge(task, {
      'AwsSolutions-ECS2':
        'The environment holds names and limits only; what is secret is read from Secrets Manager by the task itself, again when it has changed, which a value injected at its start could not be.',
    });
    return task;
  }
}
