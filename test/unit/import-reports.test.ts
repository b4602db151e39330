import { expect, test } from 'vitest';
import { type ReadRowsOptions, readRows } from '../../shared/imports/read-rows.ts';
import { stagedColumns } from '../../shared/imports/row.ts';
import { posts } from '../../shared/ledgers/posts.ts';
import { inChunks } from '../harness/chunks.ts';

/*
 * What people reported of other programs that read such files, each with its source; here with our own bytes.
 */

const HEADER = 'post_id,version_no,event_type,created_at,title';

async function read(text: string, size = 65_536, options: Partial<ReadRowsOptions> = {}) {
  const { batches } = await readRows(inChunks(Buffer.from(text), size), posts, { timeZone: 'UTC', ...options });
  const all = await Array.fromAsync(batches);
  const at = (name: string) => stagedColumns(posts).indexOf(name);
  const rows = all.flatMap((batch) => batch.rows);
  return {
    column: (name: string) => rows.map(({ values }) => values[at(name)]),
    lines: rows.map(({ line }) => line),
    errors: all.flatMap((batch) => batch.errors),
    read: all.reduce((sum, batch) => sum + batch.read, 0),
  };
}

// mholt/PapaParse#751, LinusU/node-jsonlines#7
test.each([1, 2, 3, 4, 5])('a character cut between two pieces of %i bytes stays whole', async (size) => {
  const csv = await read(`${HEADER}\n1,1,create,2026-11-30,中文🌸\n`, size);
  expect(csv.column('title')).toEqual(['中文🌸']);
  const json = await read(
    '{"post_id":1,"version_no":1,"event_type":"create","created_at":"2026-11-30","title":"中𠮷"}\n',
    size,
  );
  expect(json.column('title')).toEqual(['中𠮷']);
});

// pbogre/jetlog#34
test.each(['\uFEFFpost_id', '\uFEFF"post_id"', '"\uFEFFpost_id"', '\uFEFF\uFEFFpost_id'])(
  'the byte order mark in %j is no part of the first name',
  async (first) => {
    const found = await read(`${HEADER.replace('post_id', first)}\n7,1,create,2026-11-30,x\n`);
    expect(found.column('post_id')).toEqual(['7']);
  },
);

// proompteng/bilig#28
test.each(['0010', '"0010"', '007', '00'])('the leading zero of %s is never dropped: it is no id', async (id) => {
  const { errors, lines } = await read(`${HEADER}\n${id},1,create,2026-11-30,021000021\n5,1,create,2026-11-30,0010\n`);
  expect(errors).toMatchObject([{ line: 2, column: 'post_id', code: 'not_an_id', text: id.replaceAll('"', '') }]);
  expect(lines).toEqual([3]);
  expect((await read(`${HEADER}\n5,1,create,2026-11-30,0010\n`)).column('title')).toEqual(['0010']);
});

// wireservice/csvkit#280, strangerstudios/pmpro-import-users-from-csv#76
test('a day that may be a month is refused, and nothing becomes 1970', async () => {
  const times = ['02/01/2014', '31/12/2012', '25/01/2026', '0', '', 'never', '00/00/0000'];
  const rows = times.map((time, index) => `${index},1,create,${time},x`);
  const { errors, lines } = await read([HEADER, ...rows].join('\n'));
  expect(errors.map(({ line, code }) => [line, code])).toEqual(times.map((_, index) => [index + 2, 'not_a_time']));
  expect(lines).toEqual([]);
});

// oroinc/platform#315, openimages/dataset#4: what comes before the database
test('emoji, joined ones and kanji beyond the first plane come through', async () => {
  const titles = ['🚀 launch', '👨‍👩‍👧🏳️‍🌈', '𠮷野家', '𩸽', 'بسبوسة 😋', 'Morgengruß', 'Morgengruss'];
  const rows = titles.map((title, index) => `${index},1,create,2026-11-30,${title}`);
  expect((await read([HEADER, ...rows].join('\n'), 3)).column('title')).toEqual(titles);
});

// keeps/dbptk-developer#251
test('what is read is staged or refused, always', async () => {
  const rows = Array.from(
    { length: 5_000 },
    (_, index) => `${index % 7 === 0 ? '0' : ''}${index},1,create,2026-11-30,x`,
  );
  const { read: count, lines, errors } = await read([HEADER, ...rows].join('\n'), 1_000);
  expect(count).toBe(5_000);
  expect(lines.length + errors.length).toBe(5_000);
});

// wardi/jsonlines#100, wardi/jsonlines#65
test('blank lines of JSON Lines count, and a bad line spoils no other', async () => {
  const row = (version: number) =>
    `{"post_id":1,"version_no":${version},"event_type":"create","created_at":"2026-11-30","title":"v${version}"}`;
  const text = `\uFEFF${row(1)}\r\n\r\n# not a row\r\n   \r\n{ "post_id": "not closed ->\r\n    ${row(2)}`;
  const { lines, errors } = await read(text);
  expect(lines).toEqual([1, 6]);
  expect(errors.map(({ line, code }) => [line, code])).toEqual([
    [3, 'json'],
    [5, 'json'],
  ]);
});
