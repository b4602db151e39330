import { Duration, Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { DockerImageAsset, Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { type CfnCluster, Cluster, ContainerInsights } from 'aws-cdk-lib/aws-ecs';
import {
  ApplicationLoadBalancer,
  ApplicationProtocol,
  type ApplicationTargetGroup,
  SslPolicy,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { CONTAINER_PORT } from './container-port.ts';
import { ContainerService } from './container-service.ts';
import type { FoundationStack } from './foundation-stack.ts';
import type { Settings } from './settings.ts';

/** Counts and their exports: web containers behind a load balancer of the private subnets, and export workers. */
export class CountsContainers extends Construct {
  readonly balancer: ApplicationLoadBalancer;
  readonly targets: ApplicationTargetGroup;
  readonly web: ContainerService;
  readonly exportWorker: ContainerService;

  constructor(
    scope: Construct,
    id: string,
    { foundation, settings }: { foundation: FoundationStack; settings: Settings },
  ) {
    super(scope, id);
    const { vpc } = foundation.network;
    const cluster = new Cluster(this, 'Cluster', { vpc, containerInsightsV2: ContainerInsights.ENABLED });
    // One image, so that web and worker are of one release. The .dockerignore says what is in it.
    const image = new DockerImageAsset(this, 'Image', { directory: '.', platform: Platform.LINUX_ARM64 });
    const common = { foundation, settings, cluster, image };
    this.web = new ContainerService(this, 'Web', {
      ...common,
      name: 'web',
      entry: 'container-web',
      tasks: settings.webTasks,
      host: '0.0.0.0',
    });
    this.exportWorker = new ContainerService(this, 'ExportWorker', {
      ...common,
      name: 'export-worker',
      entry: 'container-export-worker',
      tasks: settings.exportTasks,
      // Only the health check of the container itself asks it.
      host: '127.0.0.1',
    });
    this.allowTaskProtection(cluster);
    this.balancer = this.createBalancer(foundation, settings);
    this.targets = this.listen(settings);
  }

  /** A worker asks not to be stopped while it makes an export. */
  private allowTaskProtection(cluster: Cluster): void {
    const { taskRole } = this.exportWorker.taskDefinition;
    const tasks = cluster.arnForTasks('*');
    taskRole.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['ecs:GetTaskProtection', 'ecs:UpdateTaskProtection'], resources: [tasks] }),
    );
    const { region } = Stack.of(this);
    const id = Stack.of(this).getLogicalId(cluster.node.defaultChild as CfnCluster);
    acknowledge(taskRole, {
      [`AwsSolutions-IAM5[Resource::arn:aws:ecs:${region}:<AWS::AccountId>:task/<${id}>/*]`]:
        'A task learns its own id only when it runs; the wildcard stands for the tasks of this one cluster, which are ours, and the two actions protect them from being stopped.',
    });
  }

  private createBalancer(foundation: FoundationStack, settings: Settings): ApplicationLoadBalancer {
    const { network, doors, accessLogs } = foundation;
    const balancer = new ApplicationLoadBalancer(this, 'Balancer', {
      vpc: network.vpc,
      vpcSubnets: network.privateSubnets,
      securityGroup: doors.balancer,
      internetFacing: false,
      dropInvalidHeaderFields: true,
      deletionProtection: settings.keepData,
      // Longer than a count may take, and than CloudFront waits.
      idleTimeout: Duration.seconds(65),
    });
    balancer.logAccessLogs(accessLogs, 'balancer');
    return balancer;
  }

  /** TLS as far as a certificate goes; without a domain of our own none can be had for a load balancer. */
  private listen({ originCertificateArn }: Settings): ApplicationTargetGroup {
    const listener = this.balancer.addListener('Listener', {
      open: false,
      ...(originCertificateArn
        ? {
            protocol: ApplicationProtocol.HTTPS,
            certificates: [Certificate.fromCertificateArn(this, 'Certificate', originCertificateArn)],
            sslPolicy: SslPolicy.RECOMMENDED_TLS,
          }
        : { protocol: ApplicationProtocol.HTTP }),
    });
    return listener.addTargets('Web', {
      port: CONTAINER_PORT,
      protocol: ApplicationProtocol.HTTP,
      targets: [this.web.service.loadBalancerTarget({ containerName: 'web', containerPort: CONTAINER_PORT })],
      // A container lives whether or not its database does: /up would have every one of them replaced at once.
      healthCheck: { path: '/live', interval: Duration.seconds(10), timeout: Duration.seconds(5) },
      // A download that runs is let finish.
      deregistrationDelay: Duration.seconds(90),
    });
  }
}
