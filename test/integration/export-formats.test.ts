import { expect, test } from 'vitest';
import { failureOf } from '../../functions/export-worker/failure.ts';
import { readContent } from '../../functions/export-worker/read-content.ts';
import type { ExportOptions, ExportOrder } from '../../shared/export-queue/job.ts';
import { openTestDatabase } from '../harness/database.ts';
import { openRunning } from '../harness/running-export.ts';

const database = await openTestDatabase();
const BIG = '9007199254740993';

const insert = (values: readonly (readonly (string | number | null)[])[]) =>
  database.execute(
    `INSERT INTO posts (post_id, version_no, event_type, created_at, created_by, title, url, tag_ids, parent_post_ids,
       recorded_at, import_id, content_hash) VALUES ?`,
    [values.map((row) => [...row, '2026-01-02 03:04:05.000006', 7, Buffer.alloc(32)])],
  );
const T = (second: number) => `2026-01-01 00:00:${String(second).padStart(2, '0')}.500000`;
await insert([
  [BIG, 1, 'create', T(1), 'mika', '=1+1', null, `[1, ${BIG}]`, '[]'],
  [2, 1, 'create', T(1), null, 'a "b",\r\nc 🎸', 'https://example.org/', '[]', `[${BIG}]`],
  [2, 2, 'update', T(2), '-cmd', '桜\tソ', null, '[3]', '[]'],
]);

/** What an export of posts in this form holds. */
async function exported(order: Partial<ExportOrder>): Promise<Buffer> {
  const { generate, fileOf } = await openRunning(database, {}, order);
  return fileOf(await generate(readContent));
}
const OPTIONS: ExportOptions = { bom: true, encoding: 'utf-8', delimiter: ',', raw: false };
const details = (more: object = {}) => ({ request: { ledger: 'posts', mode: 'details', ...more } });

test('details as CSV have exactly the columns of an import, text guarded, ids exact, times with their zone', async () => {
  const head = 'post_id,version_no,event_type,created_at,created_by,title,url,tag_ids,parent_post_ids\r\n';
  expect((await exported(details())).toString()).toBe(
    `\uFEFF${head}${BIG},1,create,2026-01-01T00:00:01.500000Z,mika,'=1+1,,"[1,${BIG}]",[]\r\n` +
      `2,1,create,2026-01-01T00:00:01.500000Z,,"a ""b"",\r\nc 🎸",https://example.org/,[],[${BIG}]\r\n` +
      `2,2,update,2026-01-01T00:00:02.500000Z,'-cmd,"桜\tソ",,[3],[]\r\n`.replace('"桜\tソ"', '桜\tソ'),
  );
  const raw = await exported({ ...details(), options: { ...OPTIONS, raw: true, bom: false, delimiter: '\t' } });
  expect(raw.toString().split('\r\n')[1]).toBe(
    `${BIG}\t1\tcreate\t2026-01-01T00:00:01.500000Z\tmika\t=1+1\t\t[1,${BIG}]\t[]`,
  );
  expect((await exported(details({ fields: ['title', 'import_id', 'post_id'] }))).toString().slice(1, 16)).toBe(
    'title,post_id\r\n',
  );
});

test('details as JSON tell what an answer tells, as JSON Lines a row each; neither has a mark', async () => {
  const rows = [
    {
      id: expect.any(Number),
      post_id: BIG,
      version_no: 1,
      event_type: 'create',
      created_at: '2026-01-01T00:00:01.500000Z',
      created_by: 'mika',
      title: '=1+1',
      url: null,
      tag_ids: [1, BIG],
      parent_post_ids: [],
      recorded_at: '2026-01-02T03:04:05.000006Z',
      import_id: 7,
    },
    expect.objectContaining({ post_id: 2, title: 'a "b",\r\nc 🎸', parent_post_ids: [BIG] }),
    expect.objectContaining({ post_id: 2, version_no: 2, title: '桜\tソ' }),
  ];
  const json = (await exported({ ...details(), format: 'json' })).toString();
  expect(JSON.parse(json)).toEqual({
    mode: 'details',
    as_of: '2026-11-30T00:00:00.000000Z',
    time_zone: 'UTC',
    fields: expect.arrayContaining(['id', 'title']),
    next_cursor: null,
    output_count: 3,
    visible_output_count: 3,
    population_count: null,
    population_count_computed: false,
    logical_count_unit: 'detail_rows',
    rows,
  });
  const lines = (await exported({ ...details(), format: 'jsonl' })).toString();
  expect(lines.endsWith('\n')).toBe(true);
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(rows);
});

test('nothing selected is an empty file of its kind', async () => {
  const none = details({ filters: [{ axis: 'post_id', in: [404] }] });
  expect((await exported({ ...none, format: 'jsonl' })).toString()).toBe('');
  expect(JSON.parse((await exported({ ...none, format: 'json' })).toString()).rows).toEqual([]);
  expect((await exported(none)).toString()).toMatch(/^\uFEFFpost_id,[\w,]*\r\n$/);
});

test('a summary as JSON is its head and its cells that something contributes to', async () => {
  const request = { ledger: 'posts', rows: [{ axis: 'post_id' }], columns: [{ axis: 'event_type' }], subtotals: true };
  const json = JSON.parse((await exported({ request, format: 'json' })).toString());
  const [create, update] = ['create', 'update'].map((value) => ({ value, label: value }));
  const [two, big] = [
    { value: 2, label: '2' },
    { value: BIG, label: BIG },
  ];
  const cell = (level: number, row: object[], column: object[] | null, count: number) => ({
    level,
    row,
    column,
    values: [count],
  });
  expect(json).toEqual({
    mode: 'summary',
    as_of: '2026-11-30T00:00:00.000000Z',
    time_zone: 'UTC',
    measures: ['count'],
    column_keys: [[create], [update]],
    output_count: 2,
    visible_output_count: 2,
    population_count: null,
    population_count_computed: false,
    logical_count_unit: 'regular_result_rows',
    column_values_editable: true,
    pivot_cells: [
      cell(1, [two], [create as object], 1),
      cell(1, [two], [update as object], 1),
      cell(1, [two], null, 2),
      cell(1, [big], [create as object], 1),
      cell(1, [big], null, 1),
      cell(0, [], [create as object], 2),
      cell(0, [], [update as object], 1),
      cell(0, [], null, 3),
    ],
  });
});

test('processed counts what the format counts: rows of a table, cells of a cross table', async () => {
  const request = { ledger: 'posts', rows: [{ axis: 'post_id' }], columns: [{ axis: 'event_type' }], subtotals: true };
  for (const [order, processed] of [
    [{ request, format: 'csv' }, 3],
    [{ request, format: 'json' }, 8],
    [{ ...details(), format: 'jsonl' }, 3],
  ] as const) {
    const { generate } = await openRunning(database, {}, order);
    expect((await generate(readContent)).processed).toBe(processed);
  }
});

test('CP932 has no mark, and a character that it lacks ends the export and names the row', async () => {
  const options: ExportOptions = { ...OPTIONS, encoding: 'cp932' };
  const good = await exported({ ...details({ filters: [{ axis: 'created_by', in: ['-cmd'] }] }), options });
  expect(new TextDecoder('shift_jis').decode(good)).toContain(",'-cmd,桜\tソ,");
  expect(good.subarray(0, 8).toString()).toBe('post_id,');
  const { generate, left } = await openRunning(database, {}, { ...details(), options });
  const error = await generate(readContent).catch((thrown) => thrown);
  expect(failureOf(error)).toEqual({
    code: 'unencodable',
    message: 'Row 2 has the character 🎸 (U+1F3B8), which CP932 lacks. Export as UTF-8 instead.',
  });
  expect(await left()).toEqual([]);
});

test('10,000 versions of one moment are exported once each; the total is told before they are written', async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => [
    ...[index + 1000, 1, 'create', '2020-01-01 00:00:00.000000', null, `t${index}`, null, '[]', '[]'],
  ]);
  for (let start = 0; start < rows.length; start += 1000) await insert(rows.slice(start, start + 1000));
  const only = details({ to: '2021-01-01T00:00:00Z' });
  const { generate, current, fileOf } = await openRunning(database, {}, only);
  const totals: (number | null)[] = [];
  const ready = await generate(async (connection, job) => {
    const content = await readContent(connection, job);
    async function* observed() {
      for await (const batch of content.records) {
        totals.push((await current()).total);
        yield batch;
      }
    }
    return { ...content, records: observed() };
  });
  expect(new Set(totals)).toEqual(new Set([10_000]));
  expect(ready).toMatchObject({ processed: 10_000, total: 10_000 });
  const ids = (await fileOf(ready)).toString().trimEnd().split('\r\n').slice(1);
  expect(new Set(ids.map((line) => line.split(',')[0])).size).toBe(10_000);
  expect(ids).toHaveLength(10_000);
});
