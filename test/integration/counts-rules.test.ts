import { describe, expect, test } from 'vitest';
import type { CountsRequestInput } from '../../shared/counts/request.ts';
import { runCounts } from '../../shared/counts/run.ts';
import type { Row, Value } from '../../shared/database/database.ts';
import { type CountsRole, countAs, planSummary, valuesOf } from '../harness/counts.ts';
import { openTestDatabase } from '../harness/database.ts';
import { importMade } from '../harness/import-made.ts';

const database = await openTestDatabase();
const BIG = '9007199254740993';
const MASKED = { masked: true };

// Post 1 is public, with a version of each month. Post 2 was discarded and restored: versions 1 and 2 are private.
// Post 3 bears the discarded tag 9, post 4 an answer to the discarded post 5: all of these are private.
await importMade(database, 'tags', [
  { tag_id: 7, name: 'guitar' },
  { tag_id: 8, name: '非公開' },
  { tag_id: 9, name: 'secret' },
  { tag_id: 9, version_no: 2, event_type: 'discard', name: 'secret' },
]);
await importMade(database, 'posts', [
  { post_id: 1, created_by: 'mika', title: '非公開', tag_ids: '[7, 8]' },
  { post_id: 1, version_no: 2, event_type: 'update', created_at: '2025-02-01 00:00:00.000000', created_by: 'sora' },
  { post_id: 2, created_by: 'mika', title: 'b', tag_ids: '[7]' },
  { post_id: 2, version_no: 2, event_type: 'discard', created_by: 'toki', title: 'b', tag_ids: '[7]' },
  { post_id: 2, version_no: 3, event_type: 'restore', created_by: 'mika', title: 'c', tag_ids: '[7]' },
  { post_id: 3, created_by: 'ryo', title: 'd', tag_ids: '[7, 9]' },
  { post_id: 4, created_by: null, title: 'e', parent_post_ids: '[5]' },
  { post_id: 5, version_no: 4, event_type: 'discard', title: 'f' },
  { post_id: BIG, created_by: 'mika', title: 'g', tag_ids: `[${BIG}]` },
]);

const count = (request: CountsRequestInput, role: CountsRole = 'admin') => countAs(database, role, request);
const byEvent = { axis: 'event_type' };
const byMonth = { axis: 'created_at', unit: 'month' } as const;
const posts = { ledger: 'posts', rows: [byEvent] };

async function rowsOf(request: CountsRequestInput, role?: CountsRole) {
  return (await count(request, role)).result_rows.map(({ key, total }) => [...valuesOf(key), total]);
}

describe('a summary', () => {
  test('keeps the subtotal of a group with one child', async () => {
    const rows = await rowsOf({ ...posts, rows: [byMonth, byEvent], subtotals: true });
    expect(rows.filter(([month]) => month === '2025-02')).toEqual([
      ['2025-02', 'update', [1]],
      ['2025-02', [1]],
    ]);
  });

  test.each(['admin', 'viewer'] as const)('changes no measure when another is added (%s)', async (role) => {
    const all = ['count', 'entities', 'actors', 'first', 'last'] as const;
    const request = { ledger: 'posts', rows: [{ axis: 'tag' }, byEvent], columns: [byMonth], subtotals: true };
    const together = (await count({ ...request, measures: [...all] }, role)).result_rows;
    for (const [index, measure] of all.entries()) {
      const alone = (await count({ ...request, measures: [measure] }, role)).result_rows;
      const only = together.map(({ level, key, cells, total }) => ({
        ...{ level, key, cells: cells.map((cell) => cell && [cell[index]]), total: total && [total[index]] },
      }));
      expect(alone).toEqual(only);
    }
  });

  test('of a filtered month is the cell of that month', async () => {
    const whole = await rowsOf({ ...posts, rows: [byMonth] });
    const filtered = await rowsOf({ ...posts, filters: [{ ...byMonth, in: ['2025-01'] }], subtotals: true });
    expect(filtered.at(-1)).toEqual([whole.find(([month]) => month === '2025-01')?.at(-1)]);
    const range = { from: '2025-01-01T00:00:00Z', to: '2025-02-01T00:00:00Z' };
    expect(await rowsOf({ ...posts, ...range, subtotals: true })).toEqual(filtered);
  });

  test('shows ids beyond 2^53 exactly, and takes them as texts', async () => {
    expect(
      await rowsOf({
        ledger: 'posts',
        rows: [{ axis: 'post_id' }, { axis: 'tag' }],
        filters: [{ axis: 'post_id', in: [BIG] }],
      }),
    ).toEqual([[BIG, BIG, [1]]]);
    const neighbour = { axis: 'post_id', in: ['9007199254740992'] };
    expect(await rowsOf({ ...posts, filters: [neighbour] })).toEqual([]);
  });

  test('a text that spells the reserved label stays itself, beside what is masked', async () => {
    const answer = await count({ ledger: 'posts', rows: [{ axis: 'title' }] }, 'viewer');
    expect(answer.result_rows.map(({ key, total }) => [key[0], total])).toEqual([
      [{ value: 'c', label: 'c' }, [1]],
      [{ value: 'g', label: 'g' }, [1]],
      [{ value: '非公開', label: '非公開' }, [1]],
      [{ value: null, label: null }, [1]],
      [{ masked: true, label: '非公開' }, [5]],
    ]);
    const tags = await count({ ledger: 'posts', rows: [{ axis: 'tag' }] }, 'viewer');
    expect(tags.result_rows.map(({ key }) => key[0])).toContainEqual({ value: 8, label: '非公開' });
  });

  test('two private tags of one version are two contributions under one label', async () => {
    expect(await rowsOf({ ledger: 'posts', rows: [{ axis: 'tag' }] }, 'viewer')).toEqual([
      [7, [2]],
      [8, [1]],
      [BIG, [1]],
      [MASKED, [4]],
    ]);
    // As a column it changes no unit: three versions.
    const answer = await count({ ...posts, columns: [{ axis: 'tag' }], subtotals: true }, 'viewer');
    expect(valuesOf(answer.column_keys.at(-1) ?? [])).toEqual([MASKED]);
    expect(answer.result_rows.at(-1)?.cells.at(-1)).toEqual([3]);
  });

  test('to a viewer everything private of a cell is one entity and one actor', async () => {
    const measures = ['count', 'entities', 'actors'] as const;
    expect(
      await rowsOf(
        { ledger: 'posts', rows: [{ axis: 'created_by' }], measures: [...measures], subtotals: true },
        'viewer',
      ),
    ).toEqual([['mika', [3, 3, 1]], ['sora', [1, 1, 1]], [MASKED, [5, 1, 1]], [[9, 4, 3]]]);
    expect((await rowsOf({ ...posts, measures: [...measures], subtotals: true })).at(-1)).toEqual([[9, 6, 4]]);
  });

  test('sorts siblings by a measure, groups by their own; what is masked stays last', async () => {
    const sort = [{ by: 'measure' as const, index: 0, dir: 'desc' as const }];
    const request = { ledger: 'posts', rows: [{ axis: 'created_by' }, byMonth], sort };
    expect((await rowsOf(request, 'viewer')).map(([actor, month]) => [actor, month])).toEqual([
      ['mika', '2025-01'],
      ['sora', '2025-02'],
      [MASKED, '2025-01'],
    ]);
    const byTag = await rowsOf({ ledger: 'posts', rows: [{ axis: 'tag' }], sort });
    expect(byTag.map(([tag]) => tag)).toEqual([7, 8, 9, BIG]);
  });

  test('in the order that was asked for, columns that are not there left out', async () => {
    const order = [['restore'], ['update'], ['create']];
    const answer = await count({ ...posts, rows: [byMonth], columns: [byEvent], column_order: order });
    expect(answer.column_keys.flatMap(valuesOf)).toEqual(['restore', 'update', 'create', 'discard']);
    const narrow = { to: '2025-02-01T00:00:00Z', column_order: order };
    const narrowed = await count({ ...posts, rows: [byMonth], columns: [byEvent], ...narrow });
    expect(narrowed.column_keys.flatMap(valuesOf)).toEqual(['restore', 'create', 'discard']);
  });

  test('the whole population is counted only when it is asked for', async () => {
    expect(await count(posts)).toMatchObject({ population_count: null, population_count_computed: false });
    const asked = { ...posts, rows: [{ axis: 'tag' }], population_count: true };
    expect(await count(asked, 'viewer')).toMatchObject({ population_count: 9, population_count_computed: true });
  });

  test('beyond the limits it is refused, and the export is pointed at', async () => {
    const limits = { rows: 10_000, columnKeys: 1_000, cells: 200_000 };
    const tooLarge = expect.objectContaining({
      status: 422,
      code: 'answer-too-large',
      message: expect.stringMatching(/export/),
    });
    const wide = { ...posts, rows: [{ axis: 'post_id' }], columns: [{ axis: 'title' }], subtotals: true };
    await expect(countAs(database, 'admin', wide, { ...limits, rows: 5 })).rejects.toThrow(tooLarge);
    await expect(countAs(database, 'admin', wide, { ...limits, columnKeys: 5 })).rejects.toThrow(tooLarge);
    await expect(countAs(database, 'admin', wide, { ...limits, cells: 20 })).rejects.toThrow(tooLarge);
    // Six posts, but to a viewer three of them and one row of what is private.
    expect((await countAs(database, 'viewer', wide, { ...limits, rows: 4 })).output_count).toBe(4);
  });

  test('long texts are told apart to their ends, ids and texts in one request', async () => {
    const long = 'あ'.repeat(480);
    await importMade(database, 'materials', [
      { material_id: 1, title: `${long}1`, tag_id: 7 },
      { material_id: 2, title: `${long}2`, tag_id: 7 },
    ]);
    const rows = await rowsOf({ ledger: 'materials', rows: [{ axis: 'title' }, { axis: 'tag_id' }] });
    expect(rows).toEqual([
      [`${long}1`, 7, [1]],
      [`${long}2`, 7, [1]],
    ]);
  });
});

test('a version in the last year that there is costs no years before it, and has a bucket', async () => {
  await importMade(database, 'tag_groups', [
    { tag_group_id: 1, created_at: '2025-06-30 22:30:00.000000' },
    { tag_group_id: 2, created_at: '9999-12-30 23:30:00.000000' },
    { tag_group_id: 3, created_at: '9999-12-31 23:59:59.999999' },
  ]);
  let longest = 0;
  const plan = planSummary({ ledger: 'tag_groups', rows: [{ axis: 'created_at' }], time_zone: 'Europe/Paris' });
  const answer = await database.snapshot((tx) =>
    runCounts(
      {
        query: <R = Row>(text: string, values: readonly Value[] = []) => {
          longest = Math.max(longest, text.length);
          return tx.query<R>(text, values);
        },
      },
      plan,
    ),
  );
  expect(answer.result_rows.map(({ key, total }) => [...valuesOf(key), total])).toEqual([
    ['2025-07-01', [1]],
    ['9999-12-31', [2]],
  ]);
  expect(longest).toBeLessThan(2_000);
});

describe('what a viewer may not ask', () => {
  const refused = (request: CountsRequestInput, role: CountsRole = 'viewer') => {
    try {
      planSummary(request, role);
      return undefined;
    } catch (error) {
      const { status, message, errors } = error as { status: number; message: string; errors: unknown };
      return { status, message, errors };
    }
  };
  const title = (values: CountsRequestInput['filters']) => ({ ...posts, filters: values });

  test.each([
    ['a filter', (id: string) => title([{ axis: 'post_id', in: [id] }])],
    ['a tag search', (id: string) => ({ ...posts, tag_search: { any: [id] } })],
    ['the order of a column', (id: string) => ({ ...posts, columns: [{ axis: 'tag' }], column_order: [[id]] })],
  ])('%s is refused with one reason, whatever it names', (_, ask) => {
    const reasons = ['2', '777', 'nonsense', BIG].map((id) => refused(ask(id)));
    expect(reasons[0]).toMatchObject({ status: 403, message: expect.stringMatching(/administrators/) });
    expect(new Set(reasons.map((reason) => JSON.stringify(reason))).size).toBe(1);
    expect(refused(ask('2'), 'admin')).toBeUndefined();
    expect(refused(ask('nonsense'), 'admin')).toMatchObject({ status: 422 });
  });

  test('open axes may be filtered and ordered by', () => {
    expect(refused(title([{ axis: 'event_type', in: ['create'] }]))).toBeUndefined();
    expect(refused({ ...posts, rows: [byMonth], columns: [byEvent], column_order: [['create']] })).toBeUndefined();
  });

  const where = (equals: string | { masked: true } | null) => [
    { count: true as const, where: { axis: 'title', equals } },
  ];
  const reserved = { masked: true } as const;
  test.each([
    ['filters', { filters: [{ axis: 'title', in: [reserved] }] }],
    ['measures', { measures: where(reserved) }],
    ['column_order', { rows: [byMonth], columns: [byEvent], column_order: [[reserved]] }],
  ])('a condition with the reserved value is none, in %s', (field, part) => {
    for (const role of ['admin', 'viewer'] as const)
      expect(refused({ ...posts, ...part }, role)).toMatchObject({
        status: 422,
        errors: [{ field: expect.stringMatching(`^${field}`) }],
      });
  });

  test('whether columns can be ordered is told, and depends on their axes alone', async () => {
    const editable = async (role: CountsRole, axis: string) =>
      (await count({ ...posts, rows: [byMonth], columns: [{ axis }] }, role)).column_values_editable;
    expect([await editable('viewer', 'event_type'), await editable('viewer', 'tag')]).toEqual([true, false]);
    expect(await editable('admin', 'tag')).toBe(true);
  });

  /** The statements of a request, without the values that are put in. */
  async function statements(request: CountsRequestInput) {
    const texts: string[] = [];
    const values: Value[] = [];
    const answer = await database.snapshot((tx) =>
      runCounts(
        {
          query: <R = Row>(text: string, some: readonly Value[] = []) => {
            texts.push(text);
            values.push(...some);
            return tx.query<R>(text, some);
          },
        },
        planSummary(request, 'viewer'),
      ),
    );
    return { texts, values, answer };
  }

  test('a guessed private value counts as one that does not exist, by the same SQL', async () => {
    const ask = (axis: string, equals: string) =>
      statements({
        ledger: 'posts',
        rows: [{ axis: 'tag' }],
        measures: ['count', 'entities', { count: true, where: { axis, equals } }],
        subtotals: true,
      });
    for (const [axis, secret, none] of [
      ['post_id', '3', '333'],
      ['title', 'd', 'no such title'],
      ['created_by', 'ryo', 'nobody'],
      ['tag', '9', '999'],
    ] as const) {
      const [guessed, missing] = [await ask(axis, secret), await ask(axis, none)];
      expect(guessed.texts).toEqual(missing.texts);
      const told = ({ answer }: typeof guessed) => JSON.stringify(answer.result_rows);
      expect(told(guessed)).toBe(told(missing));
      expect(guessed.answer.result_rows.map(({ total }) => total?.[2])).toEqual([0, 0, 0, 0, 0]);
    }
  });

  test('nothing of what is private is in any answer, sorted or not', async () => {
    const axes = ['title', 'post_id', 'created_by', 'tag', 'changed_field'];
    for (const axis of axes)
      for (const dir of ['asc', 'desc'] as const) {
        const sort = [{ by: 'measure' as const, index: 1, dir }];
        const request = { ledger: 'posts', rows: [{ axis }, byMonth], measures: ['count', 'entities'] as const, sort };
        const text = JSON.stringify(await count({ ...request, measures: ['count', 'entities'] }, 'viewer'));
        expect(text).not.toMatch(/secret|"ryo"|"toki"|"value":(3|4|5|9)\b|"value":"[bdef]"/);
      }
  });
});

test('no statement compares lists id by id or runs a subquery for each row', async () => {
  const request: CountsRequestInput = {
    ledger: 'posts',
    rows: [{ axis: 'tag' }, { axis: 'changed_field' }],
    columns: [byMonth],
    measures: ['count', 'entities', 'first'],
    population: 'state',
    subtotals: true,
  };
  const plan = planSummary(request, 'viewer');
  const plans: Row[] = [];
  await database.snapshot((tx) =>
    runCounts(
      {
        query: async <R = Row>(text: string, values: readonly Value[] = []) => {
          expect(text).not.toMatch(/JSON_CONTAINS|FIND_IN_SET/i);
          plans.push(...(await tx.query(`EXPLAIN FORMAT=TRADITIONAL ${text}`, values)));
          return tx.query<R>(text, values);
        },
      },
      plan,
    ),
  );
  expect(plans.length).toBeGreaterThan(10);
  expect(plans.map(({ select_type }) => String(select_type)).filter((type) => /DEPENDENT/.test(type))).toEqual([]);
});
