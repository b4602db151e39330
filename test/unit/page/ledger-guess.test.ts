import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ledgerView } from '../../../functions/api/ledger-view.ts';
import { LEDGERS } from '../../../shared/ledgers/catalogue.ts';
import { importColumns } from '../../../shared/ledgers/ledger.ts';
import type { Ledger } from '../../../web/src/counts/ledgers.ts';
import { headerNames } from '../../../web/src/imports/file-head.ts';
import { guessLedger } from '../../../web/src/imports/ledger-guess.ts';

const ledgers = [...LEDGERS.values()].map(ledgerView) as unknown as Ledger[];
/** 投稿ID,版,異動区分,操作日時,題名 */
const SHIFT_JIS = 'k4qNZUlELJTFLIjZk66L5pWqLJGAjeyT+o6eLJHolrwK';

test.each([...LEDGERS.values()].map((ledger) => [ledger.name, importColumns(ledger)] as const))(
  'a whole header of %s is recognised, in any order, case and width',
  (name, columns) => {
    expect(guessLedger(columns, ledgers)).toBe(name);
    expect(
      guessLedger(
        columns.toReversed().map((column) => ` ${column.toUpperCase()} `),
        ledgers,
      ),
    ).toBe(name);
  },
);

test('Japanese names are recognised as the server would, unknown ones do not disturb', () => {
  expect(guessLedger(['投稿ＩＤ', '版', '異動区分', '操作日時', '題名', 'メモ'], ledgers)).toBe('posts');
  expect(guessLedger(['タググループID', '版', '異動区分', '操作日時'], ledgers)).toBe('tag_groups');
});

test('nothing is guessed where a needed column is missing, or two ledgers fit equally', () => {
  expect(guessLedger(['post_id', 'version_no', 'title'], ledgers)).toBeNull();
  expect(guessLedger(['tag_id', 'version_no', 'event_type', 'created_at', 'name'], ledgers)).toBeNull();
  expect(guessLedger([], ledgers)).toBeNull();
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
