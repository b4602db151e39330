import type { MetricFamily, MetricSample } from './prometheus.ts';

export interface RequestTimes {
  /** @param route the pattern it matched, never what stood in it */
  observe(method: string, route: string, status: number, seconds: number): void;
  families(): MetricFamily[];
}

/** Upper ends of the buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Series {
  labels: Record<string, string>;
  buckets: number[];
  sum: number;
  count: number;
}

/** How long requests took, since this process began. */
export function createRequestTimes(): RequestTimes {
  const all = new Map<string, Series>();
  return {
    observe(method, route, status, seconds) {
      const key = `${method} ${route} ${status}`;
      const labels = { method, route, status: String(status) };
      const series = all.get(key) ?? { labels, buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
      all.set(key, series);
      for (const [index, end] of BUCKETS.entries())
        if (seconds <= end) series.buckets[index] = (series.buckets[index] ?? 0) + 1;
      series.sum += seconds;
      series.count++;
    },
    families: () => [
      {
        name: 'tallyport_http_request_duration_seconds',
        help: 'How long requests took until their answer began, by route.',
        type: 'histogram',
        samples: [...all.values()].flatMap(samplesOf),
      },
    ],
  };
}

function samplesOf({ labels, buckets, sum, count }: Series): MetricSample[] {
  const ends = [...BUCKETS.map(String), '+Inf'];
  return [
    ...[...buckets, count].map((value, index) => ({
      ...{ suffix: '_bucket', labels: { ...labels, le: ends[index] ?? '' }, value },
    })),
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ];
}
