import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ledgerView } from '../../../functions/api/ledger-view.ts';
import { LEDGERS } from '../../../shared/ledgers/catalogue.ts';
import { importColumns } from '../../../shared/ledgers/ledger.ts';
import type { Ledger } from '../../../web/src/counts/ledgers.ts';
import { missingColumns } from '../../../web/src/imports/column-names.ts';
import { headerNames } from '../../../web/src/imports/file-head.ts';
import { guessLedgers } from '../../../web/src/imports/ledger-guess.ts';

const ledgers = [...LEDGERS.values()].map(ledgerView) as unknown as Ledger[];
/** 投稿ID,版,異動区分,操作日時,題名 */
const SHIFT_JIS = 'k4qNZUlELJTFLIjZk66L5pWqLJGAjeyT+o6eLJHolrwK';

test.each([...LEDGERS.values()].map((ledger) => [ledger.name, importColumns(ledger)] as const))(
  'a whole header of %s is recognised, in any order, case and width',
  (name, columns) => {
    expect(guessLedgers(columns, ledgers)).toEqual([name]);
    expect(
      guessLedgers(
        columns.toReversed().map((column) => ` ${column.toUpperCase()} `),
        ledgers,
      ),
    ).toEqual([name]);
  },
);

test('Japanese names are recognised as the server would, unknown ones do not disturb', () => {
  expect(guessLedgers(['投稿ＩＤ', '版', '異動区分', '操作日時', '題名', 'メモ'], ledgers)).toEqual(['posts']);
  expect(guessLedgers(['タググループID', '版', '異動区分', '操作日時'], ledgers)).toEqual(['tag_groups']);
});

test('nothing is guessed where a needed column is missing; where two ledgers fit equally, both are', () => {
  expect(guessLedgers(['post_id', 'version_no', 'title'], ledgers)).toEqual([]);
  const names = ['tag_id', 'version_no', 'event_type', 'created_at', 'name'];
  expect(guessLedgers(names, ledgers)).toEqual(['tags', 'nico_tags']);
  expect(guessLedgers([...names, 'category'], ledgers)).toEqual(['tags']);
  expect(guessLedgers([...names, '連携タグ', 'remark'], ledgers)).toEqual(['nico_tags']);
  expect(guessLedgers([], ledgers)).toEqual([]);
});

test('what a file lacks is told, until its own names or the person say it', () => {
  const [posts] = ledgers as [Ledger];
  const header = ['番号', '版', 'event_type', '操作日時'];
  expect(missingColumns(posts, header)).toEqual(['post_id']);
  expect(missingColumns(posts, header, { 番号: 'post_id' })).toEqual([]);
  // Said to be something else, its name no longer tells.
  expect(missingColumns(posts, header, { 番号: 'post_id', 版: 'title' })).toEqual(['version_no']);
});

test.each([
  ['UTF-8 with a mark', Buffer.from('\uFEFFpost_id,"version_no"\n1,2\n'), ['post_id', 'version_no']],
  ['UTF-16 LE', Buffer.from('\uFEFFpost_id\t版\r\n1\t2', 'utf16le'), ['post_id', '版']],
  ['Shift_JIS', Buffer.from(SHIFT_JIS, 'base64'), ['投稿ID', '版', '異動区分', '操作日時', '題名']],
  ['JSON Lines', Buffer.from('{"post_id":1,"title":"a,b"}\n{'), ['post_id', 'title']],
  ['gzip', gzipSync('\n\npost_id;title\n'), ['post_id', 'title']],
  [
    'a large gzip, cut',
    gzipSync(Buffer.from(`a|b\n${Array.from({ length: 99_999 }, (_, i) => i * 7919).join('\n')}`)),
    ['a', 'b'],
  ],
  ['nothing', Buffer.alloc(0), ['']],
  ['broken JSON', Buffer.from('{"post_id":'), []],
])('the first line is read from %s', async (_, bytes, names) => {
  expect(await headerNames(new Blob([new Uint8Array(bytes)]))).toEqual(names);
});
