import {
  CfnInternetGateway,
  CfnVPCGatewayAttachment,
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  InterfaceVpcEndpointAwsService,
  SecurityGroup,
  type SubnetSelection,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { createLogGroup } from './log-group.ts';
import type { Settings } from './settings.ts';

export interface NetworkProps {
  key: IKey;
  settings: Pick<Settings, 'egress' | 'natGateways' | 'logDays'>;
}

/** What processes in the network ask of AWS, besides S3. */
const ENDPOINTS = {
  Sqs: InterfaceVpcEndpointAwsService.SQS,
  Secrets: InterfaceVpcEndpointAwsService.SECRETS_MANAGER,
  Logs: InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS,
  Images: InterfaceVpcEndpointAwsService.ECR,
  ImageLayers: InterfaceVpcEndpointAwsService.ECR_DOCKER,
};

/** Two zones. Everything of ours lives in private subnets; S3 is reached without leaving AWS's network. */
export class Network extends Construct {
  readonly vpc: Vpc;
  readonly privateSubnets: SubnetSelection;
  /** Of the endpoints of AWS, where there are any. */
  endpoints: SecurityGroup | undefined;

  constructor(scope: Construct, id: string, { key, settings }: NetworkProps) {
    super(scope, id);
    const nat = settings.egress === 'nat';
    const privateType = nat ? SubnetType.PRIVATE_WITH_EGRESS : SubnetType.PRIVATE_ISOLATED;
    this.vpc = new Vpc(this, 'Vpc', {
      maxAzs: 2,
      natGateways: nat ? settings.natGateways : 0,
      subnetConfiguration: [
        ...(nat ? [{ name: 'Public', subnetType: SubnetType.PUBLIC, cidrMask: 24, mapPublicIpOnLaunch: false }] : []),
        { name: 'Private', subnetType: privateType, cidrMask: 20 },
      ],
      gatewayEndpoints: { S3: { service: GatewayVpcEndpointAwsService.S3 } },
    });
    this.privateSubnets = { subnetType: privateType };
    this.vpc.addFlowLog('FlowLog', {
      destination: FlowLogDestination.toCloudWatchLogs(createLogGroup(this, 'FlowLogs', { key, settings })),
      trafficType: FlowLogTrafficType.REJECT,
    });
    if (!nat) this.reachAwsThroughEndpoints();
  }

  private reachAwsThroughEndpoints(): void {
    const group = new SecurityGroup(this, 'Endpoints', {
      vpc: this.vpc,
      description: 'Endpoints of AWS for Tallyport',
      allowAllOutbound: false,
    });
    this.endpoints = group;
    for (const [id, service] of Object.entries(ENDPOINTS))
      this.vpc.addInterfaceEndpoint(id, {
        service,
        subnets: this.privateSubnets,
        securityGroups: [group],
        open: false,
      });
    // No route leads to it; CloudFront's VPC origins ask for one in every network they enter.
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-vpc-origins.html
    const gateway = new CfnInternetGateway(this, 'InternetGateway');
    new CfnVPCGatewayAttachment(this, 'InternetGatewayAttachment', {
      vpcId: this.vpc.vpcId,
      internetGatewayId: gateway.attrInternetGatewayId,
    });
  }
}
