import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Stack, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll } from 'vitest';
import { readSettings } from '../../cdk/settings.ts';
import { createTallyport } from '../../cdk/tallyport.ts';

/** The context of cdk.json, which only the CDK's command line reads by itself. */
export function cdkContext(): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')).context;
}

/** @param settings of the deployment without their prefix; the others as in cdk.json */
export function buildCloud(settings: Record<string, unknown> = {}) {
  const outdir = mkdtempSync(join(tmpdir(), 'tallyport-cdk-'));
  afterAll(() => rmSync(outdir, { recursive: true }));
  const own = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`tallyport:${name}`, value]));
  const app = new App({ context: { ...cdkContext(), ...own }, outdir, analyticsReporting: false });
  const stacks = createTallyport(app, readSettings(app.node));
  return { app, outdir, stacks };
}

export type Cloud = Record<keyof ReturnType<typeof createTallyport>, Template>;

/** Each combination is synthesised once: the files of the project `cdk` share one process. */
const synthesised = new Map<string, Cloud>();

export function synthesise(settings: Record<string, unknown> = {}): Cloud {
  const key = JSON.stringify(settings);
  const cloud = synthesised.get(key) ?? templatesOf(settings);
  synthesised.set(key, cloud);
  return cloud;
}

function templatesOf(settings: Record<string, unknown>): Cloud {
  const { stacks } = buildCloud(settings);
  const templates = Object.entries(stacks).map(([name, stack]) => [name, Template.fromStack(stack as Stack)]);
  return Object.fromEntries(templates);
}

/** What the rules of cdk-nag and of the CDK itself find, a line each. Nothing acknowledged is among it. */
export function findings(settings: Record<string, unknown> = {}): string[] {
  const { app, outdir } = buildCloud(settings);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  try {
    app.synth();
  } catch (error) {
    // What was found stands in the report.
    if (!/Validation failed/.test(String(error))) throw error;
  }
  const { pluginReports } = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')) as Report;
  return pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, description, violatingConstructs = [] }) =>
      violatingConstructs.map(({ constructPath }) => `${ruleName} ${constructPath}: ${description}`),
    ),
  );
}

interface Report {
  pluginReports: {
    violations: { ruleName: string; description: string; violatingConstructs?: { constructPath: string }[] }[];
  }[];
}
