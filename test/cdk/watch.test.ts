import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALARMS } from '../../cdk/alarms.ts';
import { metricFields } from '../../shared/log-metrics.ts';
import { METRICS } from '../../shared/names.ts';
import { synthesise } from '../harness/cloud.ts';
import { properties } from '../harness/template.ts';

const RUNBOOK = new URL('../../docs/runbook.md', import.meta.url);
const alarmsOf = ({ foundation, watch }: ReturnType<typeof synthesise>) =>
  [foundation, watch].flatMap((template) => properties(template, 'AWS::CloudWatch::Alarm'));

const aurora = alarmsOf(synthesise());
const elsewhere = synthesise({ database: 'rds', runbookUrl: 'https://wiki.example.com/runbook' });
const rds = alarmsOf(elsewhere);

test('every alarm there is in the list is raised, tells somebody, and leads to its article', () => {
  const names = rds.map(({ AlarmName }) => AlarmName.replace('tallyport-', ''));
  expect(names.sort()).toEqual(Object.keys(ALARMS).sort());
  expect(aurora).toHaveLength(rds.length - 1);
  for (const { AlarmName, AlarmDescription, AlarmActions, OKActions } of rds) {
    expect(AlarmDescription).toContain(`https://wiki.example.com/runbook#${AlarmName.replace('tallyport-', '')}`);
    expect([AlarmActions, OKActions]).toEqual([[expect.anything()], [expect.anything()]]);
  }
});

test.runIf(existsSync(RUNBOOK))('every alarm has its article in the runbook', () => {
  const headings = readFileSync(RUNBOOK, 'utf8').match(/^#+ .*$/gm) ?? [];
  const anchors = headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  expect(Object.keys(ALARMS).filter((name) => !anchors.includes(name))).toEqual([]);
});

test('the dashboard shows every alarm and links its article', () => {
  const [{ DashboardBody } = {}] = properties(elsewhere.watch, 'AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(DashboardBody);
  for (const name of Object.keys(ALARMS)) expect(body).toContain(`[${name}](https://wiki.example.com/runbook#${name})`);
  const [status] = widgets(DashboardBody).filter(({ type }) => type === 'alarm');
  expect(status?.properties.alarms).toHaveLength(rds.length);
});

/** The body is one JSON text with names in it that CloudFormation fills in. */
function widgets(body: { 'Fn::Join': [string, unknown[]] }): { type: string; properties: { alarms?: unknown[] } }[] {
  const text = body['Fn::Join'][1].map((part) => (typeof part === 'string' ? part : 'filled-in')).join('');
  return JSON.parse(text).widgets;
}

test('silence is an alarm where something should beat, and none where nothing happens at night', () => {
  const breaching = aurora.filter(({ TreatMissingData }) => TreatMissingData === 'breaching');
  expect(breaching.map(({ AlarmName }) => AlarmName).sort()).toEqual([
    'tallyport-export-worker-silent',
    'tallyport-tick-failing',
  ]);
});

test('our own numbers are looked for under the names under which the log tells them', () => {
  const told = metricFields({ importsNotDispatched: 3 }, 1_796_083_200_000);
  expect(told).toEqual({
    _aws: {
      Timestamp: 1_796_083_200_000,
      CloudWatchMetrics: [{ Namespace: 'Tallyport', Dimensions: [[]], Metrics: [{ Name: 'ImportsNotDispatched' }] }],
    },
    ImportsNotDispatched: 3,
  });
  const alarm = aurora.find(({ AlarmName }) => AlarmName === 'tallyport-imports-dispatch-failed');
  expect(alarm).toMatchObject({ Namespace: 'Tallyport', MetricName: METRICS.importsNotDispatched, Threshold: 0 });
});
