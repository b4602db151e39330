import { expect, test } from 'vitest';
import { exportDurationMetrics } from '../../shared/operations/metrics/export-metrics.ts';
import { byLabel, gauge, prometheusText } from '../../shared/operations/metrics/prometheus.ts';
import { createRequestTimes } from '../../shared/operations/metrics/request-times.ts';

test('metrics are written as Prometheus reads them', () => {
  const families = [
    ...gauge('up', 'It is.', 1),
    byLabel('counter', 'rows', 'Of all.', 'what', { 'a "b"\\\n': 2, c: 0.5 }),
  ];
  expect(prometheusText(families)).toBe(
    [
      ...['# HELP up It is.', '# TYPE up gauge', 'up 1'],
      ...['# HELP rows Of all.', '# TYPE rows counter', 'rows{what="a \\"b\\"\\\\\\n"} 2', 'rows{what="c"} 0.5', ''],
    ].join('\n'),
  );
  expect(gauge('absent', 'Nobody knows.', undefined)).toEqual([]);
});

test('requests are counted into buckets that contain the smaller ones', () => {
  const times = createRequestTimes();
  for (const seconds of [0.001, 0.03, 40]) times.observe('GET', '/api/imports/:id', 200, seconds);
  times.observe('GET', '/api/imports/:id', 404, 0.02);
  const text = prometheusText(times.families());
  const bucket = (status: number, le: string) =>
    new RegExp(
      `_bucket\\{method="GET",route="/api/imports/:id",status="${status}",le="${le.replace('+', '\\+')}"\\} (\\d+)\n`,
    ).exec(text)?.[1];
  expect(['0.005', '0.025', '0.05', '30', '+Inf'].map((le) => bucket(200, le))).toEqual(['1', '1', '2', '2', '3']);
  expect(bucket(404, '+Inf')).toBe('1');
  expect(text).toMatch(/_sum\{[^}]*status="200"\} 40\.031\n/);
  expect(text).toMatch(/_count\{[^}]*status="200"\} 3\n/);
});

test('what exports took is told by the longest and the mean, and as nothing while there are none', () => {
  const text = (generated: number[]) => prometheusText(exportDurationMetrics({ waiting: 1.5, generated }));
  expect(text([1, 2, 6])).toMatch(
    /_waiting_seconds 1\.5\n[\s\S]*\ntallyport_export_seconds\{of="longest"\} 6\ntallyport_export_seconds\{of="mean"\} 3\n$/,
  );
  expect(text([])).toMatch(/\{of="longest"\} 0\n.*\{of="mean"\} 0\n$/);
});
