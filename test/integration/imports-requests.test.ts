import { beforeEach, describe, expect, test } from 'vitest';
import { announcement } from '../harness/announcement.ts';
import { openImportApi } from '../harness/import-api.ts';
import { fileOf, openImportLine } from '../harness/import-line.ts';

const line = await openImportLine('directory and table', { IMPORT_MAX_QUEUED: '3', IMPORT_MAX_BYTES: '10485760' });
const api = openImportApi(line);
beforeEach(() => line.clear());

describe('options', () => {
  test.each([
    ['', ['ledger']],
    ['?ledger=nothing', ['ledger']],
    ['?ledger=tags&dryrun=true', ['dryrun']],
    ['?ledger=tags&dry_run=yes', ['dry_run']],
    ['?ledger=tags&encoding=windows-1252', ['encoding']],
    ['?ledger=tags&delimiter=xx', ['delimiter']],
    ['?ledger=tags&time_zone=Mars/Base', ['time_zone']],
    ['?ledger=tags&on_error=ignore&on_conflict=merge', ['on_error', 'on_conflict']],
    ['?ledger=tags&map=title', ['map']],
    ['?ledger=tags&map=a:title', ['map']],
    ['?ledger=tags&ledger=posts', ['ledger']],
  ])('%s is refused, by field', async (query, fields) => {
    const answer = await api.post(query, fileOf(1));
    expect([answer.status, answer.body.errors.map(({ field }: { field: string }) => field)]).toEqual([422, fields]);
    expect(await line.states()).toEqual([]);
  });

  test('are the same for both doors and told in the answer', async () => {
    const query = `?ledger=tags&encoding=cp932&delimiter=tab&time_zone=asia/tokyo&on_error=skip&dry_run=true&map=${encodeURIComponent('題名: x:name , 分類:category')}`;
    const direct = await api.post(query, fileOf(1));
    const announced = await api.json(query, announcement(fileOf(2)));
    expect(direct.body.options).toEqual({
      ...{ encoding: 'shift_jis', delimiter: '\t', time_zone: 'Asia/Tokyo', on_error: 'skip', on_conflict: 'error' },
      ...{ dry_run: true, map: { '題名: x': 'name', 分類: 'category' } },
    });
    expect(announced.body.options).toEqual(direct.body.options);
  });
});

describe('limits', () => {
  test('at most so many unfinished imports of one user, also when all come at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map((tag) => api.post('?ledger=tags', fileOf(tag))));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429, 429]);
    expect(await api.json('?ledger=tags', announcement(fileOf(6)))).toMatchObject({
      status: 429,
      code: 'too-many-imports',
    });
    const other = openImportApi(line, {}, { userId: 'u2', role: 'importer' });
    expect((await other.post('?ledger=tags', fileOf(7))).status).toBe(202);
    await line.consumeAll();
    expect((await api.post('?ledger=tags', fileOf(8))).status).toBe(202);
  });

  test('a type that is no file is refused, with those that are', async () => {
    const answer = await api.post('?ledger=tags', '<a/>', { 'Content-Type': 'application/xml' });
    expect(answer).toMatchObject({ status: 415, code: 'body-type' });
    expect(answer.body.errors[0].allowed).toContain('text/csv');
  });

  test('viewers may not, and nobody sees what is not theirs', async () => {
    const viewer = openImportApi(line, {}, { userId: 'u9', role: 'viewer' });
    expect((await viewer.post('?ledger=tags', fileOf(1))).status).toBe(403);
    const mine = await api.post('?ledger=tags', fileOf(1));
    const other = openImportApi(line, {}, { userId: 'u2', role: 'importer' });
    for (const path of ['', '/complete', '/cancel', '/redispatch', '/original', '/errors.csv'])
      expect(
        (
          await (path === '' || path.includes('.') || path === '/original' ? other.get : other.json)(
            `/${mine.body.id}${path}`,
          )
        ).status,
        path,
      ).toBe(404);
    expect((await other.get('')).body.imports).toEqual([]);
  });
});

test('the list goes page by page, by state and ledger', async () => {
  for (const tag of [1, 2, 3]) await api.post('?ledger=tags', fileOf(tag));
  const first = await api.get('?limit=2');
  const next = await api.get(`?limit=2&before=${first.body.next}`);
  const ids = [...first.body.imports, ...next.body.imports].map(({ id }: { id: number }) => id);
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect([ids.length, next.body.next]).toEqual([3, null]);
  await line.consumeAll();
  expect((await api.get('?state=queued,stored')).body.imports).toEqual([]);
  expect((await api.get('?state=done&ledger=tags')).body.imports).toHaveLength(3);
  expect((await api.get('?ledger=posts')).body.imports).toEqual([]);
  expect((await api.get('?state=nothing')).status).toBe(422);
  for (const limit of ['0', '201', '1000', '1e2', ''])
    expect((await api.get(`?limit=${limit}`)).status, limit).toBe(422);
  expect((await api.get('?before=x')).status).toBe(422);
});

test('the list leaves out uploads of what was here already, unless asked for', async () => {
  const first = await api.post('?ledger=tags', fileOf(1));
  await api.post('?ledger=tags', fileOf(1));
  const idsOf = async (query: string) => (await api.get(query)).body.imports.map(({ id }: { id: number }) => id);
  expect(await idsOf('')).toEqual([first.body.id]);
  expect(await idsOf('?duplicates=true')).toEqual([first.body.id + 1, first.body.id]);
  expect((await api.get('?duplicates=true&state=canceled')).body.imports[0]).toMatchObject({
    duplicate_of: first.body.id,
  });
});
