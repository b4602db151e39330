/** One metric: what it tells, and its values by their labels. */
export interface MetricFamily {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: readonly MetricSample[];
}

export interface MetricSample {
  /** Of a histogram: `_bucket`, `_sum`, `_count`. */
  suffix?: string;
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function prometheusText(families: readonly MetricFamily[]): string {
  return families
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(
        ({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelsText(labels)} ${numberText(value)}`,
      );
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
    })
    .join('');
}

export function gauge(name: string, help: string, value: number | undefined): MetricFamily[] {
  return value === undefined ? [] : [{ name, help, type: 'gauge', samples: [{ value }] }];
}

/** @param values by the label's value */
export function byLabel(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  label: string,
  values: Readonly<Record<string, number>>,
): MetricFamily {
  const samples = Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value }));
  return { name, help, type, samples };
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length ? `{${pairs.join(',')}}` : '';
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function numberText(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value);
}
