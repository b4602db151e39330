import { expect, test } from 'vitest';
import { importRequestOf } from '../../../functions/api/import-query.ts';
import { canBeMapped, firstOptions, type ImportOptions, importQuery } from '../../../web/src/imports/import-options.ts';
import { firstPart } from '../../../web/src/imports/use-preview.ts';

/** What the server understands of the page's query. */
const understood = (options: ImportOptions, purpose = {}) =>
  importRequestOf(
    Object.fromEntries([...importQuery(options, purpose)].map(([name, value]) => [name, [value]] as const)),
  );

test('what is left to the server is left out', () => {
  expect(String(importQuery(firstOptions('posts', 'Asia/Tokyo')))).toBe('ledger=posts&time_zone=Asia%2FTokyo');
});

test('every option arrives as it was picked', () => {
  const options: ImportOptions = {
    ledger: 'posts',
    encoding: 'shift_jis',
    delimiter: '\t',
    time_zone: 'Asia/Tokyo',
    map: { 題名: 'title', 'a:b': 'url' },
    on_error: 'skip',
    on_conflict: 'replace',
  };
  expect(understood(options, { dryRun: true, force: true })).toEqual({
    ledger: 'posts',
    force: true,
    options: {
      encoding: 'shift_jis',
      delimiter: '\t',
      timeZone: 'Asia/Tokyo',
      map: { 題名: 'title', 'a:b': 'url' },
      onError: 'skip',
      onConflict: 'replace',
      dryRun: true,
    },
  });
});

test('a name that would break the pairs of the map apart is not offered for it', () => {
  expect(['title', 'a:b', '', 'a,b'].map(canBeMapped)).toEqual([true, true, false, false]);
});

test('a preview gets whole lines: all of a small file, of a large one no cut record', async () => {
  const small = new Blob(['post_id\n1']);
  expect(await firstPart(small)).toBe(small);
  const line = `${'x'.repeat(99)}\n`;
  const cut = await (await firstPart(new Blob([line.repeat(20_000)]))).text();
  expect([cut.length, cut.endsWith('\n')]).toEqual([1_048_500, true]);
  const wide = Buffer.from(`\uFEFF${line.repeat(20_000)}`, 'utf16le');
  expect((await (await firstPart(new Blob([wide]))).arrayBuffer()).byteLength % 2).toBe(0);
});
