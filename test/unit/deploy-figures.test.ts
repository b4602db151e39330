import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { poissonArrivals, seeded } from '../../bench/arrivals.ts';
import { costTables } from '../../bench/cost.ts';
import { capacityOf, type LineModel, simulateLine } from '../../bench/import-line.ts';
import { PRICES_AS_OF, UNIT_PRICES, type UnitPrice } from '../../bench/unit-prices.ts';

test('the costs in docs/deploy.md are those that bench/cost.ts computes of cdk.json', () => {
  expect(readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')).toContain(costTables());
});

test('what is there anyway comes first, and every part of it counts; then three volumes; and a way without NAT', () => {
  const lines = costTables().split('\n');
  const at = (part: string) => lines.findIndex((line) => line.startsWith(`| ${part}`));
  const dollars = (part: string) => Number(lines[at(part)]?.split('|')[2]?.replace(/[*,]/g, ''));
  const parts = ['NAT gateway', 'Load balancer', 'Containers', 'Database (Aurora', 'Firewall', 'Ticks', 'Key, secrets'];
  const sum = parts.reduce((total, part) => total + dollars(part), 0);
  // Each line is rounded by itself.
  expect(Math.abs(sum - dollars('**all of it**'))).toBeLessThan(parts.length / 2);
  expect(dollars('without NAT')).toBeGreaterThan(dollars('**all of it**') - dollars('NAT gateway'));
  expect(lines[at('part | 1,000 imports')]).toContain('| 100,000 imports | 10,000,000 imports |');
  expect(at('NAT gateway')).toBeLessThan(at('**all of it**'));
  expect(at('without NAT')).toBeLessThan(at('part | 1,000 imports'));
});

test('each price names its page, none a later day than the list says', () => {
  for (const [name, { dollars, page, foundInListOf = PRICES_AS_OF }] of Object.entries<UnitPrice>(UNIT_PRICES)) {
    expect(dollars, name).toBeGreaterThan(0);
    expect(page, name).toMatch(/^https:\/\/aws\.amazon\.com\/[\w/-]+\/pricing\/$/);
    expect(foundInListOf <= PRICES_AS_OF, name).toBe(true);
  }
});

describe('the model of the line', () => {
  const model: LineModel = {
    ...{ consumers: 2, rowsPerImport: 1_000, overheadSeconds: 0.5 },
    ...{ stageRows: 2_000, mergeRows: 1_000, ledgers: 1_000 },
  };

  test('carries for ever what its consumers do, or what its ledgers take', () => {
    // Half a second, half a second of staging, one of merging: two seconds of one of two consumers.
    expect(capacityOf(model)).toEqual({ perSecond: 1, limit: 'consumers' });
    expect(capacityOf({ ...model, consumers: 10, ledgers: 2 })).toEqual({ perSecond: 2, limit: 'ledgers' });
  });

  test('lets nothing wait below that, and drains what is above it as fast as it can', () => {
    expect(simulateLine(model, 0.01, 10_000).median).toBeCloseTo(2);
    const burst = simulateLine(model, 2, 1_000);
    // Twice as many as it carries: half of them are left, and take as long again.
    expect(burst.drain).toBeGreaterThan(850);
    expect(burst.drain).toBeLessThan(1_200);
    expect(burst.backlog).toBeGreaterThan(800);
    expect(burst.imports).toBeGreaterThan(1_800);
  });

  test('arrivals are as many as asked for, and the same each time', () => {
    const times = [...poissonArrivals(5, 1_000, seeded(7))];
    expect(times.length).toBeGreaterThan(4_700);
    expect(times.length).toBeLessThan(5_300);
    expect(times).toEqual([...poissonArrivals(5, 1_000, seeded(7))]);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});
