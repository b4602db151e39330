import { describe, expect, test } from 'vitest';
import { type ReadRowsOptions, type RowBatch, readRows } from '../../shared/imports/read-rows.ts';
import { stagedColumns } from '../../shared/imports/row.ts';
import { posts } from '../../shared/ledgers/posts.ts';
import { tagDescriptions } from '../../shared/ledgers/tag-descriptions.ts';
import { inChunks } from '../harness/chunks.ts';

const HEADER = 'post_id,version_no,event_type,created_at,created_by,title,tag_ids';
const ROW = '1,1,create,2026-11-30T00:00:00Z,mika,さくら,2|1';

/** Everything that a file says, its rows as objects by column. */
async function read(text: string | Uint8Array, options: Partial<ReadRowsOptions> = {}, ledger = posts, size = 65_536) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const file = await readRows(inChunks(bytes, size), ledger, { timeZone: 'UTC', ...options });
  const batches: RowBatch[] = await Array.fromAsync(file.batches);
  const columns = stagedColumns(ledger);
  const rows = batches.flatMap((batch) => batch.rows);
  return {
    ...file,
    rows: rows.map(({ line, values }) => ({
      line,
      ...Object.fromEntries(columns.map((name, at) => [name, values[at]])),
    })),
    hashes: rows.map(({ contentHash }) => contentHash),
    errors: batches.flatMap((batch) => batch.errors),
    refused: batches.flatMap((batch) => batch.refused),
    read: batches.reduce((sum, batch) => sum + batch.read, 0),
  };
}

test.each([1, 3, 1000])('a file becomes rows as the database takes them, in pieces of %i bytes', async (size) => {
  const { rows, errors, detected, header, warnings } = await read(`${HEADER}\n${ROW}\n`, {}, posts, size);
  expect(errors).toEqual([]);
  expect(warnings).toEqual([]);
  expect(header).toEqual(HEADER.split(','));
  expect(detected).toMatchObject({ format: 'csv', encoding: 'utf-8', columns: { length: 7 } });
  expect(rows).toEqual([
    {
      line: 2,
      post_id: '1',
      version_no: '1',
      event_type: 'create',
      created_at: '2026-11-30 00:00:00.000000',
      created_by: 'mika',
      title: 'さくら',
      url: null,
      tag_ids: '[1, 2]',
      parent_post_ids: '[]',
    },
  ]);
});

test('the content hash is the same exactly when two rows say the same, whatever their keys', async () => {
  const { hashes } = await read(
    [
      HEADER,
      ROW,
      '2,7,create,2026-11-30T09:00:00+09:00,mika,さくら,"[1, 2]"',
      '3,1,create,2026-11-30T00:00:00Z,mika,さくら,1',
      '4,1,create,2026-11-30T00:00:00Z,,mikaさくら,1|2',
    ].join('\n'),
  );
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(hashes[1]).toBe(hashes[0]);
  expect(new Set(hashes).size).toBe(3);
});

describe('rows with faults', () => {
  test('are told with line, column and text, and given back as they are', async () => {
    const bad = ['0010,1,create,2026-11-30,,x,', '2,1,created,25/01/2026,,"a\nb",1', '3,1,create'];
    const { rows, errors, refused, read: count } = await read([HEADER, ROW, ...bad, ROW.replace('1', '9')].join('\n'));
    expect(count).toBe(5);
    expect(rows.map(({ line }) => line)).toEqual([2, 7]);
    expect(errors).toEqual([
      { line: 3, column: 'post_id', code: 'not_an_id', message: expect.any(String), text: '0010' },
      { line: 4, column: 'event_type', code: 'not_an_event', message: expect.any(String), text: 'created' },
      { line: 4, column: 'created_at', code: 'not_a_time', message: expect.any(String), text: '25/01/2026' },
      { line: 6, column: null, code: 'cell_count', message: expect.stringMatching(/3 cells.*7/), text: null },
    ]);
    expect(refused).toEqual([
      { line: 3, cells: ['0010', '1', 'create', '2026-11-30', '', 'x', ''] },
      { line: 4, cells: ['2', '1', 'created', '25/01/2026', '', 'a\nb', '1'] },
      { line: 6, cells: ['3', '1', 'create'] },
    ]);
  });

  test('of the file’s making are told too', async () => {
    const { rows, errors, refused } = await read(`${HEADER}\n1,1,"cre"ate,x\n${ROW}\n`);
    expect(rows).toHaveLength(1);
    expect(errors).toEqual([
      { line: 2, column: null, code: 'quote', message: expect.any(String), text: '1,1,"cre"ate,x' },
    ]);
    expect(refused).toEqual([{ line: 2, cells: ['1,1,"cre"ate,x'] }]);
  });

  test('have their text cut', async () => {
    const { errors } = await read(`${HEADER}\n${'𠮷'.repeat(100_000)},1,create,2026-11-30,,,\n`);
    expect(errors[0]?.text).toBe(`${'𠮷'.repeat(200)}…`);
  });
});

describe('the header', () => {
  test('may stand below a title', async () => {
    const { rows, warnings } = await read(`Report,,,,,,\n\n2026-11-30\n${HEADER}\n${ROW}\n`);
    expect(rows.map(({ line }) => line)).toEqual([5]);
    expect(warnings).toEqual(['The header was found on line 4; 2 lines above it left out.']);
  });

  test('is missed with the names that are expected', async () => {
    await expect(read(`${ROW}\n${ROW}\n`)).rejects.toThrow(
      /lacks post_id.*must name these columns: post_id, version_no/,
    );
    await expect(read(`"post_id"x,version_no\n`)).rejects.toThrow(/header on line 1 cannot be read/);
    await expect(read('')).rejects.toMatchObject({ name: 'FileRejected', code: 'empty' });
  });

  test('may be mapped, may name what the ledger does not have', async () => {
    const text = `${HEADER},colour\n${ROW},red\n`.replace('title', '見出し');
    const { rows, warnings, detected } = await read(text, { map: { 見出し: 'title' } });
    expect(rows[0]).toMatchObject({ title: 'さくら' });
    expect(warnings).toEqual(['The column colour is none of posts and was left out.']);
    expect(detected.columns[5]).toEqual({ name: '見出し', column: 'title' });
  });
});

test('times without a zone are of the import’s', async () => {
  const text = `${HEADER}\n1,1,create,2026/11/30 09:00,,,\n`;
  expect((await read(text, { timeZone: 'Asia/Tokyo' })).rows[0]).toMatchObject({
    created_at: '2026-11-30 00:00:00.000000',
  });
});

test('a key that is a text is a column like the others', async () => {
  const header = 'tag_id,language_code,version_no,event_type,created_at,body\n';
  const text = `${header}1,ja,1,create,2026-11-30,本文\n1,,1,create,2026-11-30,x\n`;
  const { rows, errors } = await read(text, {}, tagDescriptions);
  expect(rows[0]).toMatchObject({ tag_id: '1', language_code: 'ja', body: '本文' });
  expect(errors).toMatchObject([{ line: 3, column: 'language_code', code: 'empty' }]);
});

describe('JSON Lines', () => {
  const line = (value: object) => `${JSON.stringify(value)}\n`;
  const first = { post_id: 1, version_no: 1, event_type: 'create', created_at: '2026-11-30T00:00:00Z' };

  test('becomes the same rows as CSV', async () => {
    const json = await read(line({ タグ: [2, 1], ...first, created_by: 'mika', title: 'さくら' }));
    const csv = await read(`${HEADER}\n${ROW}\n`);
    expect(json.rows).toEqual([{ ...csv.rows[0], line: 1 }]);
    expect(json.hashes).toEqual(csv.hashes);
    expect(json.detected).toMatchObject({ format: 'jsonl', delimiter: null });
  });

  test('may bring names late, and leave some out', async () => {
    const { rows, errors } = await read(
      line(first) + line({ title: 'late', ...first, post_id: '9007199254740993' }) + line({ ...first, post_id: null }),
    );
    expect(rows.map(({ line: at, ...row }) => [at, row])).toMatchObject([
      [1, { title: null }],
      [2, { title: 'late', post_id: '9007199254740993' }],
    ]);
    expect(errors).toMatchObject([{ line: 3, column: 'post_id', code: 'not_an_id' }]);
  });

  test('with bad lines only, or without the columns, is refused', async () => {
    await expect(read('{"a":1}\n{"b":2}\n')).rejects.toThrow(/lacks post_id/);
    await expect(read('{nonsense\n{"\n')).rejects.toMatchObject({ name: 'FileRejected' });
  });

  test('with one bad line keeps the others', async () => {
    const { rows, errors } = await read(`${line(first)}# note\n${line({ ...first, version_no: 2 })}`);
    expect(rows.map(({ line: at }) => at)).toEqual([1, 3]);
    expect(errors).toMatchObject([{ line: 2, code: 'json', text: '# note' }]);
  });
});

test('faults of the file are rejections; those of the body are not', async () => {
  await expect(read(`${HEADER}\n"1,`)).rejects.toMatchObject({ name: 'FileRejected', code: 'quote' });
  await expect(read(HEADER, { encoding: 'latin-9' })).rejects.toMatchObject({ name: 'FileRejected', code: 'encoding' });
  async function* broken() {
    yield Buffer.from(`${HEADER}\n${ROW}\n`.padEnd(2_000_000, `${ROW}\n`));
    throw new Error('connection reset');
  }
  const { batches } = await readRows(broken(), posts, { timeZone: 'UTC' });
  await expect(Array.fromAsync(batches)).rejects.toThrow('connection reset');
});

test('odd quotes are a warning once all is read', async () => {
  const { warnings } = await read(`${HEADER}\n1,1,create,2026-11-30,,5" disk,\n`);
  expect(warnings).toEqual([expect.stringMatching(/in rows: 1, first on line 2/)]);
});

test('batches are large whatever the pieces, and no row is lost between them', async () => {
  const text = `${HEADER}\n${Array.from({ length: 2_500 }, (_, index) => `${index},1,create,2026-11-30,,,\n`).join('')}`;
  const { batches } = await readRows(inChunks(Buffer.from(text), 100), posts, { timeZone: 'UTC' });
  const sizes = (await Array.fromAsync(batches)).map((batch) => batch.rows.length);
  expect(sizes.every((size, index) => size >= 1_000 || index === sizes.length - 1)).toBe(true);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(2_500);
});
