import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { cdkContext } from '../harness/cloud.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the app as the CDK's command line runs it, with no account, credentials or home. */
function runApp(context: unknown): string {
  const directory = mkdtempSync(join(tmpdir(), 'tallyport-cdk-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  execFileSync(process.execPath, ['cdk/app.ts'], {
    cwd: root,
    env: { CDK_OUTDIR: directory, CDK_CONTEXT_JSON: JSON.stringify(context), HOME: directory },
    stdio: 'pipe',
  });
  return directory;
}

test('the app synthesises without credentials, and finds no fault in its templates', { timeout: 120_000 }, () => {
  const directory = runApp(cdkContext());
  expect(readdirSync(directory).filter((name) => name.endsWith('.template.json'))).toEqual(
    ['Application', 'Edge', 'Firewall', 'Foundation', 'Watch'].map((name) => `Tallyport${name}.template.json`),
  );
  const report = JSON.parse(readFileSync(join(directory, 'validation-report.json'), 'utf8'));
  expect(report.pluginReports).toEqual([]);
  // Nothing was looked up: an account would have been asked.
  const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
  expect(manifest.missing).toBeUndefined();
});
