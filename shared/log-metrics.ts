import type { Fields } from './log.ts';
import { METRIC_NAMESPACE, METRICS } from './names.ts';

/**
 * Fields of a line of the log that CloudWatch takes for metrics (embedded metric format): without a call of its API,
 * from Lambda and from a container alike.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 * @param now milliseconds since 1970
 */
export function metricFields(
  values: Readonly<Partial<Record<keyof typeof METRICS, number>>>,
  now = Date.now(),
): Fields {
  const named = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [METRICS[name as keyof typeof METRICS], value]),
  );
  const metrics = Object.keys(named).map((Name) => ({ Name }));
  const directive = { Namespace: METRIC_NAMESPACE, Dimensions: [[]], Metrics: metrics };
  return { _aws: { Timestamp: now, CloudWatchMetrics: [directive] }, ...named };
}
