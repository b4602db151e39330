import type { IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import { type AccessPoint, type CfnFileSystem, FileSystem, PerformanceMode, ThroughputMode } from 'aws-cdk-lib/aws-efs';
import { AnyPrincipal, Effect, type IRole, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { removalPolicy } from './removal.ts';
import type { Settings } from './settings.ts';

/** The user of the containers; the Dockerfile names the same. */
export const CONTAINER_USER = '1000';

export interface ExportFilesProps {
  vpc: IVpc;
  subnets: SubnetSelection;
  key: IKey;
  settings: Pick<Settings, 'keepData'>;
}

/**
 * The export directory: a network file system that web and worker containers share. Encrypted, reached over TLS alone,
 * through one access point that makes everybody the one user whose directory it is. Exports live for minutes, so it is
 * not backed up.
 */
export class ExportFiles extends Construct {
  readonly fileSystem: FileSystem;
  readonly accessPoint: AccessPoint;

  constructor(scope: Construct, id: string, { vpc, subnets, key, settings }: ExportFilesProps) {
    super(scope, id);
    this.fileSystem = new FileSystem(this, 'FileSystem', {
      vpc,
      vpcSubnets: subnets,
      encrypted: true,
      kmsKey: key,
      performanceMode: PerformanceMode.GENERAL_PURPOSE,
      throughputMode: ThroughputMode.ELASTIC,
      allowAnonymousAccess: false,
      enableAutomaticBackups: false,
      removalPolicy: removalPolicy(settings),
    });
    // CDK's own policy lets everybody of the network in, as root.
    (this.fileSystem.node.defaultChild as CfnFileSystem).fileSystemPolicy = new PolicyDocument({
      statements: [
        new PolicyStatement({
          effect: Effect.DENY,
          principals: [new AnyPrincipal()],
          actions: ['elasticfilesystem:*'],
          conditions: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      ],
    });
    this.accessPoint = this.fileSystem.addAccessPoint('Exports', {
      path: '/exports',
      posixUser: { uid: CONTAINER_USER, gid: CONTAINER_USER },
      createAcl: { ownerUid: CONTAINER_USER, ownerGid: CONTAINER_USER, permissions: '0700' },
    });
  }

  /** Lets a role use the directory, and only through the access point. */
  grantUse(role: IRole): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['elasticfilesystem:ClientMount', 'elasticfilesystem:ClientWrite'],
        resources: [this.fileSystem.fileSystemArn],
        conditions: { StringEquals: { 'elasticfilesystem:AccessPointArn': this.accessPoint.accessPointArn } },
      }),
    );
  }
}
