import { describe, expect, test } from 'vitest';
import type { DetailsAnswer } from '../../shared/counts/details-page.ts';
import type { CountsRequestInput } from '../../shared/counts/request.ts';
import { type Ask, ORIGIN, openTestApi } from '../harness/api.ts';
import { openTestDatabase } from '../harness/database.ts';
import { importMade } from '../harness/import-made.ts';

const database = await openTestDatabase();
const api = await openTestApi(database.url);
const admin = await api.signIn('admin');
const viewer = await api.signIn('viewer');
const BIG = '9007199254740993';

// Posts 1 and BIG are public; the two versions of post 2 and the one of post 3 (it bears the discarded tag 9) are not.
await importMade(database, 'tags', [{ tag_id: 9, version_no: 2, event_type: 'discard', name: 'secret' }]);
await importMade(database, 'posts', [
  { post_id: BIG, created_at: '2025-03-01 12:00:00.000001', created_by: 'mika', title: 'z', tag_ids: `[7, ${BIG}]` },
  { post_id: 1, created_by: 'mika', title: 'a', tag_ids: '[7]' },
  { post_id: 1, version_no: 2, event_type: 'update', created_at: '2025-02-01 00:00:00.000000', title: 'a' },
  { post_id: 2, title: 'b', tag_ids: '[7]' },
  { post_id: 2, version_no: 2, event_type: 'discard', created_at: '2025-02-01 00:00:00.000000' },
  { post_id: 3, title: 'c', tag_ids: '[9]' },
]);

interface Answered {
  status: number;
  body: DetailsAnswer & { errors: { field: string; allowed?: string[] }[] };
}

async function ask(who: Ask, request: object): Promise<Answered> {
  const headers = { 'content-type': 'application/json', origin: ORIGIN };
  const body = JSON.stringify({ ledger: 'posts', mode: 'details', ...request });
  const response = await who('/api/counts', { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Answered['body'] };
}

const titles = ({ body }: Answered) => body.rows.map((row) => row.title);

test('a row has all columns but content_hash, ids and lists exact, in the order of created_at and id', async () => {
  const { status, body } = await ask(admin, {});
  expect(status).toBe(200);
  expect(body).toMatchObject({ mode: 'details', next_cursor: null, output_count: 6, visible_output_count: 6 });
  expect(body.rows.map((row) => row.created_at)).toEqual([...body.rows.map((row) => row.created_at)].sort());
  expect(body.rows.at(-1)).toEqual({
    id: expect.any(Number),
    post_id: BIG,
    version_no: 1,
    event_type: 'create',
    created_at: '2025-03-01T12:00:00.000001Z',
    created_by: 'mika',
    title: 'z',
    url: null,
    tag_ids: [7, BIG],
    parent_post_ids: [],
    recorded_at: expect.stringMatching(/^20.*Z$/),
    import_id: expect.any(Number),
  });
  const hashed = await ask(admin, { fields: ['content_hash', 'title'], limit: 1 });
  expect(hashed.body.rows).toEqual([{ content_hash: expect.stringMatching(/^[0-9a-f]{64}$/), title: 'a' }]);
});

test('a viewer gets what is public, and is told how many there are as far as nothing guarded is asked', async () => {
  const all = await ask(viewer, { population_count: true });
  expect(titles(all)).toEqual(['a', 'a', 'z']);
  expect(all.body).toMatchObject({ output_count: 6, visible_output_count: 3, population_count: 6 });
  const open = await ask(viewer, { filters: [{ axis: 'event_type', in: ['create'] }], to: '2025-02-01T00:00:00Z' });
  expect(open.body).toMatchObject({ output_count: 3, visible_output_count: 1, population_count: null });
  for (const guarded of [
    { filters: [{ axis: 'title', in: ['b', 'a', 'c'] }] },
    { tag_search: { any: [7, 9] } },
    { filters: [{ axis: 'post_id', in: [2, 1, 3] }] },
  ]) {
    const { body } = await ask(viewer, { ...guarded, population_count: true });
    expect(body.output_count).toBe(body.visible_output_count);
    expect(body.population_count).toBe(6);
    expect(JSON.stringify(body.rows)).not.toMatch(/"title":"[bc]"/);
  }
  const none = [await ask(viewer, { tag_search: { all: [9] } }), await ask(viewer, { tag_search: { all: [999] } })];
  expect(none[0]?.body).toEqual({ ...none[1]?.body, as_of: none[0]?.body.as_of });
});

test('a state has of each entity its latest version then, unless it is a discard or private', async () => {
  const at = { population: 'state', at: '2025-01-15T00:00:00Z' };
  expect(titles(await ask(admin, at))).toEqual(['a', 'b', 'c']);
  expect(titles(await ask(viewer, at))).toEqual(['a']);
  expect(titles(await ask(admin, { population: 'state' }))).toEqual(['c', 'a', 'z']);
});

describe('a cursor', () => {
  const page = { limit: 2, filters: [{ axis: 'event_type', in: ['create', 'update'] }] };

  test('leads through all pages, which tell the same totals and as_of', async () => {
    const first = await ask(viewer, page);
    const second = await ask(viewer, { ...page, cursor: first.body.next_cursor });
    expect([...titles(first), ...titles(second)]).toEqual(['a', 'a', 'z']);
    const { as_of, output_count, visible_output_count } = first.body;
    expect(second.body).toMatchObject({ as_of, output_count, visible_output_count, next_cursor: null });
  });

  test('belongs to its request and to its user; only the limit may change', async () => {
    const { next_cursor: cursor } = (await ask(viewer, page)).body;
    expect((await ask(viewer, { ...page, cursor, limit: 1 })).status).toBe(200);
    const refusals = [
      await ask(admin, { ...page, cursor }),
      await ask(viewer, { limit: 2, cursor }),
      await ask(viewer, { ...page, cursor: 'nonsense' }),
      await ask(viewer, { ...page, cursor: `${cursor?.slice(0, -2)}xx` }),
    ];
    for (const { status, body } of refusals)
      expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field: 'cursor' })]]);
  });

  test('an import between two pages moves no row to another one', async () => {
    const first = await ask(admin, { limit: 3 });
    await importMade(database, 'posts', [{ post_id: 8, created_at: '2024-01-01 00:00:00.000000', title: 'early' }]);
    const second = await ask(admin, { limit: 3, cursor: first.body.next_cursor });
    const ids = [...first.body.rows, ...second.body.rows].map((row) => row.id);
    expect(new Set(ids).size).toBe(6);
    expect(second.body.output_count).toBe(6);
  });
});

test.each<[object, string]>([
  [{ fields: ['colour'] }, 'fields.0'],
  [{ limit: 1001 }, 'limit'],
  [{ rows: [{ axis: 'event_type' }] }, 'rows'],
  [{ subtotals: true }, 'subtotals'],
  [{ mode: 'summary', rows: [{ axis: 'event_type' }], limit: 5 }, 'limit'],
  [{ mode: 'summary' }, 'rows'],
  [{ mode: 'summary', rows: [{ axis: 'event_type' }], measures: ['sum'] }, 'measures.0'],
  [
    { mode: 'summary', rows: [{ axis: 'event_type' }], measures: [{ count: true, where: { axis: 'x' } }] },
    'measures.0.where.equals',
  ],
  [
    { mode: 'summary', rows: [{ axis: 'event_type' }], measures: [{ count: true, where: { axis: 'tag', equals: 1 } }] },
    'measures.0.where.axis',
  ],
  [{ at: '2025-01-01T00:00:00Z' }, 'at'],
  [{ ledger: 'tags', tag_search: { all: [1] } }, 'tag_search'],
  [{ filters: [{ axis: 'tag', in: [1] }] }, 'filters.0.axis'],
  [{ filters: [{ axis: 'post_id', in: [2 ** 53] }] }, 'filters.0.in.0'],
  [{ filters: [{ axis: 'created_at', unit: 'day', in: ['2025-02-31'] }] }, 'filters.0.in.0'],
  [{ filters: [{ axis: 'event_type', in: ['created'] }] }, 'filters.0.in.0'],
  [{ ledger: 'colours' }, 'ledger'],
])('%j is refused and names the field', async (request, field) => {
  const { status, body } = await ask(admin, request satisfies Partial<Record<keyof CountsRequestInput, unknown>>);
  expect(status).toBe(422);
  expect(body.errors.map((error) => error.field)).toContain(field);
});

test('what is unknown is told with what is known', async () => {
  const known = async (request: object) => (await ask(admin, { mode: 'summary', ...request })).body.errors[0]?.allowed;
  const rows = [{ axis: 'event_type' }];
  expect(await known({ rows: [{ axis: 'x' }] })).toContain('tag');
  expect(await known({ rows, measures: ['x'] })).toContain('actors');
  expect(await known({ rows: [{ axis: 'created_at', unit: 'x' }] })).toContain('weekday');
  expect(await known({ rows, ledger: 'x' })).toContain('posts');
});
