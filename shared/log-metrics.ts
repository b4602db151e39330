import type { Fields } from './log.ts';

/** Where the numbers of Tallyport stand in CloudWatch. */
export const METRIC_NAMESPACE = 'Tallyport';

/**
 * Fields of a line of the log that CloudWatch takes for metrics (embedded metric format): without a call of its API,
 * from Lambda and from a container alike.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 * @param now milliseconds since 1970
 */
export function metricFields(values: Readonly<Record<string, number>>, now = Date.now()): Fields {
  const metrics = Object.keys(values).map((Name) => ({ Name }));
  const directive = { Namespace: METRIC_NAMESPACE, Dimensions: [[]], Metrics: metrics };
  return { _aws: { Timestamp: now, CloudWatchMetrics: [directive] }, ...values };
}
