import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { HIPAASecurityChecks, NIST80053R5Checks, ServerlessChecks } from 'cdk-nag';
import { readSettings } from './settings.ts';
import { createTallyport } from './tallyport.ts';

/**
 * What packs of rules that are no gate find: `npm run compliance`. Whoever has to keep to one of them begins here; the
 * gate (AwsSolutions and the CDK's own rules) is test/cdk/rules.test.ts.
 */
const PACKS = { Serverless: ServerlessChecks, HIPAA: HIPAASecurityChecks, 'NIST 800-53 rev. 5': NIST80053R5Checks };

interface Report {
  pluginReports: { violations: { ruleName: string; description: string; violatingConstructs?: unknown[] }[] }[];
}

const { context } = JSON.parse(readFileSync(new URL('../cdk.json', import.meta.url), 'utf8'));
for (const [name, Pack] of Object.entries(PACKS)) {
  const outdir = mkdtempSync(join(tmpdir(), 'tallyport-compliance-'));
  try {
    const app = new App({ context, outdir, analyticsReporting: false });
    createTallyport(app, readSettings(app.node));
    Validations.of(app).addPlugins(new Pack(app));
    silently(() => app.synth());
    const { pluginReports }: Report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8'));
    const found = new Map<string, number>();
    for (const { violations } of pluginReports)
      for (const { ruleName, violatingConstructs = [] } of violations) {
        const rule = ruleName.replace(/\[.*/, '');
        found.set(rule, (found.get(rule) ?? 0) + violatingConstructs.length);
      }
    const total = [...found.values()].reduce((sum, count) => sum + count, 0);
    process.stdout.write(`${name}: ${total} findings of ${found.size} rules\n`);
    for (const [rule, count] of [...found].sort()) process.stdout.write(`  ${String(count).padStart(3)}  ${rule}\n`);
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

/** The CDK writes each finding to stderr, and throws. */
function silently(synthesise: () => void): void {
  const { write } = process.stderr;
  process.stderr.write = () => true;
  try {
    synthesise();
  } catch (error) {
    if (!/Validation failed/.test(String(error))) throw error;
  } finally {
    process.stderr.write = write;
  }
}
