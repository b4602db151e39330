import { Peer, Port, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import { CONTAINER_PORT } from './container-port.ts';
import type { Database } from './database.ts';
import type { ExportFiles } from './export-files.ts';
import type { Network } from './network.ts';
import type { Settings } from './settings.ts';

export interface DoorsProps {
  network: Network;
  database: Database;
  exports: ExportFiles;
  settings: Pick<Settings, 'cloudFrontPrefixList' | 'originCertificateArn'>;
}

/** Who may talk to whom inside the network. Nothing that is not written here is possible. */
export class Doors extends Construct {
  readonly functions: SecurityGroup;
  readonly containers: SecurityGroup;
  readonly balancer: SecurityGroup;

  constructor(scope: Construct, id: string, { network, database, exports, settings }: DoorsProps) {
    super(scope, id);
    const { vpc, endpoints } = network;
    const group = (name: string, description: string) =>
      new SecurityGroup(this, name, { vpc, description, allowAllOutbound: false });
    this.functions = group('Functions', 'Lambda functions of Tallyport');
    this.containers = group('Containers', 'Containers of Tallyport');
    this.balancer = group('Balancer', 'Load balancer of Tallyport');

    for (const process of [this.functions, this.containers]) {
      process.addEgressRule(Peer.anyIpv4(), Port.tcp(443), 'AWS itself');
      database.connections.allowDefaultPortFrom(process);
      endpoints?.addIngressRule(process, Port.tcp(443), 'AWS without the internet');
    }
    exports.fileSystem.connections.allowDefaultPortFrom(this.containers);
    this.containers.connections.allowFrom(this.balancer, Port.tcp(CONTAINER_PORT), 'requests');
    this.balancer.addIngressRule(
      Peer.prefixList(settings.cloudFrontPrefixList),
      Port.tcp(settings.originCertificateArn ? 443 : 80),
      'CloudFront, through its VPC origin',
    );
  }
}
