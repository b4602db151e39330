import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { CountsContainers } from './counts-containers.ts';
import type { FoundationStack } from './foundation-stack.ts';
import { Api } from './http-api.ts';
import { ImportsFunctions } from './imports-functions.ts';
import type { Settings } from './settings.ts';

export interface ApplicationStackProps extends StackProps {
  foundation: FoundationStack;
  settings: Settings;
}

/** What runs: functions for imports, containers for counts. A new release changes this stack. */
export class ApplicationStack extends Stack {
  readonly functions: ImportsFunctions;
  readonly api: Api;
  readonly containers: CountsContainers;

  constructor(scope: Construct, id: string, { foundation, settings, ...props }: ApplicationStackProps) {
    super(scope, id, props);
    this.functions = new ImportsFunctions(this, 'Imports', { foundation, settings });
    this.api = new Api(this, 'Http', { foundation, settings, handler: this.functions.api.function });
    this.containers = new CountsContainers(this, 'Counts', { foundation, settings });
    this.functions.preparation.executeBefore(this.api, this.containers.web, this.containers.exportWorker);
    new CfnOutput(this, 'PrepareFunction', {
      description: 'Invoke it with {"first_admin": EMAIL} to make the first administrator',
      value: this.functions.prepare.function.functionName,
    });
    new CfnOutput(this, 'RunTask', {
      description: 'Runs a command of the image: append --overrides (docs/deploy.md)',
      value: this.runTask(foundation),
    });
  }

  private runTask({ network, doors }: FoundationStack): string {
    const subnets = network.vpc.selectSubnets(network.privateSubnets).subnetIds.join(',');
    const { cluster, taskDefinition } = this.containers.web.service;
    return [
      `aws ecs run-task --cluster ${cluster.clusterName} --task-definition ${taskDefinition.family} --launch-type FARGATE`,
      // Quoted: a shell expands what stands in braces.
      `--network-configuration 'awsvpcConfiguration={subnets=[${subnets}],securityGroups=[${doors.containers.securityGroupId}]}'`,
    ].join(' ');
  }
}
