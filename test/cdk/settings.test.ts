import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { connectionBudget, requireConnectionBudget } from '../../cdk/connection-budget.ts';
import { readSettings } from '../../cdk/settings.ts';
import { cdkContext } from '../harness/cloud.ts';

const read = (own: Record<string, unknown> = {}) =>
  readSettings(new App({ context: { ...cdkContext(), ...own }, analyticsReporting: false }).node);

describe('cdk.json', () => {
  test('takes every flag that this version of aws-cdk-lib recommends, but keeps references between stacks strong', () => {
    const flags = new URL('../../node_modules/aws-cdk-lib/recommended-feature-flags.json', import.meta.url);
    expect(cdkContext()).toMatchObject({
      ...JSON.parse(readFileSync(flags, 'utf8')),
      '@aws-cdk/core:defaultCrossStackReferences': 'strong',
    });
  });

  test('a setting that is missing or cannot be used is named, all of them at once', () => {
    expect(() => read({ 'tallyport:region': undefined, 'tallyport:ingestTimeoutSeconds': 901 })).toThrow(
      /tallyport:region: .*\n\s*tallyport:ingestTimeoutSeconds: /,
    );
  });

  test.each([
    [{ 'tallyport:domainName': 'counts.example.com' }, /domainName: needs certificateArn/],
    [{ 'tallyport:originCertificateArn': 'arn:aws:acm:ap-northeast-1:1:certificate/b' }, /originCertificateArn: needs/],
    [{ 'tallyport:databaseMinCapacity': 16 }, /databaseMinCapacity: is above/],
    [{ 'tallyport:alarmEmail': 'nobody' }, /alarmEmail/],
    [{ 'tallyport:logDays': 42 }, /logDays/],
  ])('what contradicts itself is refused: %o', (own, message) => {
    expect(() => read(own)).toThrow(message);
  });

  test('what the command line hands over as text is understood', () => {
    expect(read({ 'tallyport:s3Events': 'true', 'tallyport:webTasks': '3' })).toMatchObject({
      s3Events: true,
      webTasks: 3,
    });
  });
});

describe('connections to the database', () => {
  test('what all may hold at once is below what the server allows', () => {
    const settings = read();
    const needed = Object.values(connectionBudget(settings)).reduce((sum, each) => sum + each, 0);
    expect(connectionBudget(settings)).toEqual({ api: 90, ingest: 15, tick: 4, web: 108, export: 12, people: 10 });
    expect(needed).toBeLessThanOrEqual(settings.databaseMaxConnections);
    requireConnectionBudget({ ...settings, databaseMaxConnections: needed });
    expect(() => requireConnectionBudget({ ...settings, databaseMaxConnections: needed - 1 })).toThrow(
      /^239 connections may be needed at once \(api 90, .*\), but tallyport:databaseMaxConnections is 238\./,
    );
  });
});
