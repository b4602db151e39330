import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { HttpCodeTarget } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import type { Construct } from 'constructs';
import { METRIC_NAMESPACE, METRICS } from '../shared/names.ts';
import type { AlarmMaker } from './alarm-maker.ts';
import { ALARMS, type AlarmName } from './alarms.ts';
import type { ApplicationStack } from './application-stack.ts';
import type { FoundationStack } from './foundation-stack.ts';
import type { Settings } from './settings.ts';

export interface WatchStackProps extends StackProps {
  foundation: FoundationStack;
  application: ApplicationStack;
  settings: Settings;
}

const FIVE_MINUTES = { period: Duration.minutes(5) };
const SUM = { ...FIVE_MINUTES, statistic: Stats.SUM };
const GIGABYTE = 2 ** 30;

/** Alarms on what no queue is born with, and one page of graphs. */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, { foundation, application, settings, ...props }: WatchStackProps) {
    super(scope, id, props);
    const numbers = this.numbers(application);
    const { alarms, database } = foundation;
    const { databaseMaxConnections } = settings;
    alarms.raise(this, 'imports-dispatch-failed', { metric: numbers.notDispatched, above: 0 });
    alarms.raise(this, 'ingest-failing', { metric: numbers.ingestErrors, above: 0, periods: 2 });
    alarms.raise(this, 'tick-failing', { metric: numbers.ticks, below: 1, periods: 2, orSilent: true });
    alarms.raise(this, 'export-worker-silent', { metric: numbers.beats, below: 1, orSilent: true });
    alarms.raise(this, 'api-errors', { metric: numbers.apiErrorRate, above: 1, periods: 2 });
    alarms.raise(this, 'counts-errors', { metric: numbers.countsFailures, above: 0, periods: 2 });
    alarms.raise(this, 'throttled', { metric: numbers.throttles, above: 0, periods: 2 });
    alarms.raise(this, 'database-connections', {
      metric: database.metrics.connections,
      above: Math.floor(databaseMaxConnections * 0.8),
      periods: 3,
    });
    alarms.raise(this, 'database-busy', { metric: database.metrics.busy, above: 90, periods: 3 });
    const { freeStorage } = database.metrics;
    if (freeStorage) alarms.raise(this, 'database-storage', { metric: freeStorage, below: 10 * GIGABYTE });

    const graph = (title: string, ...left: IMetric[]) => new GraphWidget({ title, left, width: 8, height: 6 });
    const { queue, deadLetterQueue } = foundation.imports;
    new Dashboard(this, 'Dashboard', {
      dashboardName: 'tallyport',
      widgets: [
        [
          new AlarmStatusWidget({ title: 'Alarms', alarms: alarms.raised, width: 12, height: 8 }),
          new TextWidget({ markdown: articles(alarms), width: 12, height: 8 }),
        ],
        [
          graph('Imports waiting', queue.metricApproximateNumberOfMessagesVisible(), numbers.unfinished),
          graph('Oldest message, seconds', queue.metricApproximateAgeOfOldestMessage()),
          graph(
            'Dead letters, not dispatched',
            deadLetterQueue.metricApproximateNumberOfMessagesVisible(),
            numbers.notDispatched,
          ),
        ],
        [
          graph('Messages carried and retried', numbers.carried, numbers.retried),
          graph('Ingest: longest batch, ms', numbers.batchMs),
          graph('Errors and throttles of functions', numbers.ingestErrors, numbers.tickErrors, numbers.throttles),
        ],
        [
          graph('API: requests and errors', numbers.apiRequests, numbers.apiErrors),
          graph('API: latency, ms', numbers.apiLatency),
          graph('Counts: requests, errors, time', numbers.countsRequests, numbers.countsFailures, numbers.countsTime),
        ],
        [
          graph('Export workers: signs of life', numbers.beats),
          graph('Database: connections', database.metrics.connections),
          graph('Database: busy, %', database.metrics.busy),
        ],
      ],
    });
  }

  private numbers({ functions, api, containers }: ApplicationStack) {
    const ours = (metricName: string, statistic: string) =>
      new Metric({ namespace: METRIC_NAMESPACE, metricName, statistic, ...FIVE_MINUTES });
    const { api: http, ingest, tick } = functions;
    const apiRequests = api.stage.metricCount(SUM);
    const apiErrors = api.stage.metricServerError(SUM);
    const healthy = containers.targets.metrics.healthyHostCount({ ...FIVE_MINUTES, statistic: Stats.MINIMUM });
    const countsErrors = containers.targets.metrics.httpCodeTarget(HttpCodeTarget.TARGET_5XX_COUNT, SUM);
    return {
      notDispatched: ours(METRICS.importsNotDispatched, Stats.MAXIMUM),
      unfinished: ours(METRICS.importsUnfinished, Stats.MAXIMUM),
      carried: ours(METRICS.messagesCarried, Stats.SUM),
      retried: ours(METRICS.messagesRetried, Stats.SUM),
      batchMs: ours(METRICS.batchMilliseconds, Stats.MAXIMUM),
      beats: ours(METRICS.exportWorkerBeats, Stats.SUM),
      ingestErrors: ingest.function.metricErrors(SUM),
      tickErrors: tick.function.metricErrors(SUM),
      ticks: new MathExpression({
        expression: 'called - failed',
        label: 'Ticks that succeeded',
        usingMetrics: { called: tick.function.metricInvocations(SUM), failed: tick.function.metricErrors(SUM) },
        ...FIVE_MINUTES,
      }),
      throttles: http.function.metricThrottles(SUM),
      apiRequests,
      apiErrors,
      apiLatency: api.stage.metricLatency({ ...FIVE_MINUTES, statistic: 'p95' }),
      apiErrorRate: new MathExpression({
        // A single failure among a handful of requests at night wakes nobody.
        expression: 'IF(requests > 50, 100 * errors / requests, 0)',
        label: 'Errors, %',
        usingMetrics: { requests: apiRequests, errors: apiErrors },
        ...FIVE_MINUTES,
      }),
      countsRequests: containers.targets.metrics.requestCount(SUM),
      countsTime: containers.targets.metrics.targetResponseTime({ ...FIVE_MINUTES, statistic: 'p95' }),
      countsFailures: new MathExpression({
        expression: 'FILL(errors, 0) + IF(FILL(healthy, 0) < 1, 1, 0)',
        label: 'Errors, or nobody healthy',
        usingMetrics: { errors: countsErrors, healthy },
        ...FIVE_MINUTES,
      }),
    };
  }
}

/** What each alarm means, and a link to what to do about it. */
function articles(alarms: AlarmMaker): string {
  const names = Object.keys(ALARMS) as AlarmName[];
  return ['## What to do', ...names.map((name) => `- [${name}](${alarms.article(name)}): ${ALARMS[name]}`)].join('\n');
}
