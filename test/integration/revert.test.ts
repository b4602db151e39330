import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { MergeOptions } from '../../shared/imports/merge.ts';
import { countRevertible, revertImport } from '../../shared/imports/revert.ts';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { importColumns, type Ledger } from '../../shared/ledgers/ledger.ts';
import { lockLedger } from '../../shared/ledgers/lock-ledger.ts';
import { nicoTags } from '../../shared/ledgers/nico-tags.ts';
import { tags } from '../../shared/ledgers/tags.ts';
import { openTestDatabase } from '../harness/database.ts';
import { emptyLedgers, everythingIn } from '../harness/ledger-content.ts';
import { anyVersion, importVersions, type Values } from '../harness/staged-rows.ts';

const database = await openTestDatabase();
const SKIP: MergeOptions = { onError: 'skip', onConflict: 'error' };
const REPLACE: MergeOptions = { onError: 'reject', onConflict: 'replace' };

beforeEach(() => emptyLedgers(database));

function revert(ledger: Ledger, importId: string) {
  return database.transaction(async (tx) => {
    await lockLedger(tx, ledger);
    return revertImport(tx, ledger, importId);
  });
}

const tag = (version: number, name: string, event = 'update'): Values => [
  ...['1', String(version), event, '2025-01-01 00:00:00.000000', null],
  ...[name, null],
];

test.each([...LEDGERS.values()])('$name: reverted and imported again is as never reverted', async (ledger) => {
  const file = fc.array(anyVersion(ledger), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(file, file, file, async (...files) => {
      await emptyLedgers(database);
      for (const [index, rows] of files.entries()) await importVersions(database, ledger, String(index), rows, SKIP);
      const place = importColumns(ledger).length;
      const content = async () => {
        const all = await everythingIn(database, ledger);
        return { ...all, rows: all.rows.map((row) => row.toSpliced(place, 1)) };
      };
      const before = await content();
      const { removed } = await revert(ledger, '0');
      expect(removed).toBeGreaterThan(0);
      await importVersions(database, ledger, '9', files[0], SKIP);
      expect(await content()).toEqual(before);
    }),
    { numRuns: 6 },
  );
});

test('a version belongs to the import whose content stands; what was replaced stays through both reverts', async () => {
  await importVersions(database, tags, '1', [tag(1, 'a'), tag(2, 'b')]);
  await importVersions(database, tags, '2', [tag(2, 'c'), tag(3, 'd')], REPLACE);
  expect(await countRevertible(database, tags, '1')).toBe(1);
  expect(await countRevertible(database, tags, '2')).toBe(1);
  expect(await revert(tags, '1')).toEqual({ removed: 1 });
  expect(await revert(tags, '2')).toEqual({ removed: 1 });
  expect(await database.query('SELECT version_no, name, import_id, replaced, previous_version_no FROM tags')).toEqual([
    { version_no: '2', name: 'c', import_id: '2', replaced: 1, previous_version_no: null },
  ]);
  expect(await revert(tags, '2')).toEqual({ removed: 0 });
});

test('an import that only found what was there owns nothing', async () => {
  await importVersions(database, tags, '1', [tag(1, 'a')]);
  await importVersions(database, tags, '2', [tag(1, 'a')]);
  expect(await revert(tags, '2')).toEqual({ removed: 0 });
  expect((await everythingIn(database, tags)).rows).toHaveLength(1);
});

test('names and words of the greatest length are kept and go again', async () => {
  const name = `${'長'.repeat(249)}\u3000${'名'.repeat(250)}`;
  const linked = Array.from({ length: 2000 }, (_, index) => `語${index % 1000}`)
    .join('\u3000')
    .slice(0, 10_000);
  await importVersions(database, tags, '1', [tag(1, `\u00a0${name.slice(2)} `, 'discard')]);
  await importVersions(database, nicoTags, '2', [tag(1, 'n').with(6, linked), tag(2, 'n').with(6, 'x'.repeat(10_000))]);
  expect((await everythingIn(database, tags)).names).toEqual([[['1', name.slice(2), '長'.repeat(247)]]]);
  const words = new Set(linked.split('\u3000'));
  expect((await everythingIn(database, nicoTags)).expandedRows).toEqual([words.size]);
  await revert(tags, '1');
  await revert(nicoTags, '2');
  expect((await everythingIn(database, tags)).names).toEqual([[]]);
  expect((await everythingIn(database, nicoTags)).expandedRows).toEqual([0]);
});
