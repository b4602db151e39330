import { Duration } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Trigger } from 'aws-cdk-lib/triggers';
import { Construct } from 'constructs';
import { BundledFunction } from './bundled-function.ts';
import { TICK_CONCURRENCY } from './connection-budget.ts';
import type { FoundationStack } from './foundation-stack.ts';
import { grantImportObjects } from './grant-objects.ts';
import { processEnvironment } from './process-environment.ts';
import type { Settings } from './settings.ts';

/** What Lambda gives a tick; a minute's own schedule is not held up by a longer one, which the next one overlaps. */
const TICK_TIMEOUT = Duration.minutes(5);
/** API Gateway waits no longer than 30 s. */
const API_TIMEOUT = Duration.seconds(29);
/** Lambda's longest: what takes more is a run-task (docs/deploy.md). */
const PREPARE_TIMEOUT = Duration.minutes(15);

/** The Lambda functions: from the upload to the rows, and what looks after it. */
export class ImportsFunctions extends Construct {
  readonly api: BundledFunction;
  readonly ingest: BundledFunction;
  readonly tick: BundledFunction;
  readonly prepare: BundledFunction;
  /** Runs `prepare` before whatever it is told to come before. */
  readonly preparation: Trigger;

  constructor(
    scope: Construct,
    id: string,
    { foundation, settings }: { foundation: FoundationStack; settings: Settings },
  ) {
    super(scope, id);
    const environment = processEnvironment(foundation, settings, '/var/task');
    const common = { foundation, settings, environment };
    const { imports } = foundation;

    this.prepare = new BundledFunction(this, 'Prepare', {
      ...common,
      bundle: 'prepare',
      description: 'Tallyport: migrations before new code takes traffic, first administrator',
      timeout: PREPARE_TIMEOUT,
      memorySize: 512,
    });
    this.api = new BundledFunction(this, 'Api', {
      ...common,
      bundle: 'api',
      description: 'Tallyport: the API, but for counts and exports',
      timeout: API_TIMEOUT,
      // CPU comes with memory; a cold start is CPU.
      memorySize: 1024,
      concurrency: settings.apiConcurrency,
    });
    this.ingest = new BundledFunction(this, 'Ingest', {
      ...common,
      bundle: 'ingest',
      description: 'Tallyport: takes imports off the queue',
      timeout: Duration.seconds(settings.ingestTimeoutSeconds),
      memorySize: 1769,
    });
    this.tick = new BundledFunction(this, 'Tick', {
      ...common,
      bundle: 'tick',
      description: 'Tallyport: due tasks and background jobs, every minute',
      timeout: TICK_TIMEOUT,
      memorySize: 512,
      concurrency: TICK_CONCURRENCY,
    });

    this.ingest.function.addEventSource(
      new SqsEventSource(imports.queue, {
        batchSize: settings.ingestBatchSize,
        maxConcurrency: settings.ingestConcurrency,
        reportBatchItemFailures: true,
      }),
    );
    this.callEveryMinute(this.tick.function);
    this.preparation = new Trigger(this, 'Preparation', {
      handler: this.prepare.function,
      timeout: PREPARE_TIMEOUT,
      executeBefore: [this.api, this.ingest, this.tick],
    });
    this.grantWhatTheyNeed(foundation);
  }

  private grantWhatTheyNeed({ files, imports }: FoundationStack): void {
    for (const { role } of [this.api, this.ingest, this.tick]) {
      grantImportObjects(role, files);
      imports.queue.grantSendMessages(role);
    }
    imports.queue.grantConsumeMessages(this.ingest.role);
    imports.deadLetterQueue.grantConsumeMessages(this.tick.role);
  }

  /** The next minute comes anyway, so a call that failed is not made again. */
  private callEveryMinute({ functionArn }: LambdaFunction): void {
    const role = new Role(this, 'ScheduleRole', { assumedBy: new ServicePrincipal('scheduler.amazonaws.com') });
    const call = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] });
    role.addToPolicy(call);
    const schedule = new CfnSchedule(this, 'EveryMinute', {
      description: 'Tallyport: due tasks and background jobs',
      scheduleExpression: 'rate(1 minute)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: functionArn,
        roleArn: role.roleArn,
        retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
      },
    });
    schedule.node.addDependency(role);
  }
}
