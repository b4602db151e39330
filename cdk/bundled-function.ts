import type { Duration } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { FoundationStack } from './foundation-stack.ts';
import { createLogGroup } from './log-group.ts';
import { grantSecrets } from './process-environment.ts';
import type { Settings } from './settings.ts';

export interface BundledFunctionProps {
  foundation: FoundationStack;
  settings: Settings;
  /** Its folder in dist/lambda, made by bin/bundle.ts from functions/hosts/lambda-NAME.ts. */
  bundle: string;
  description: string;
  timeout: Duration;
  memorySize: number;
  /** How many of it may run at once. Left out: whoever calls it decides. */
  concurrency?: number;
  environment: Record<string, string>;
}

/** In a network a function makes and removes its own network interfaces, and none of these takes a resource's name. */
const INTERFACE_ACTIONS = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

/** A function as each of ours is: built before, traced, logged, in the private subnets, with a role of its own. */
export class BundledFunction extends Construct {
  readonly function: LambdaFunction;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: BundledFunctionProps) {
    super(scope, id);
    const { foundation, settings, bundle, description, timeout, memorySize, concurrency, environment } = props;
    const { network, doors, key } = foundation;
    const logGroup = createLogGroup(this, 'Log', { key, settings });
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com'), description });
    logGroup.grantWrite(this.role);
    this.role.addToPolicy(new PolicyStatement({ actions: INTERFACE_ACTIONS, resources: ['*'] }));
    grantSecrets(this.role, foundation);
    this.function = new LambdaFunction(this, 'Function', {
      ...{ description, timeout, memorySize, environment, logGroup, role: this.role },
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(`dist/lambda/${bundle}`),
      handler: 'index.handler',
      tracing: Tracing.ACTIVE,
      vpc: network.vpc,
      vpcSubnets: network.privateSubnets,
      securityGroups: [doors.functions],
      ...(concurrency === undefined ? {} : { reservedConcurrentExecutions: concurrency }),
    });
    acknowledge(this.role, {
      'AwsSolutions-IAM5[Resource::*]':
        'Network interfaces of a function and segments of a trace have no names that a policy could hold: their actions take no resource. Everything else the role may do names its bucket prefix, queue, secret or key.',
    });
  }
}
