import { expect, test } from 'vitest';
import type { CountsRequestInput } from '../../shared/counts/request.ts';
import { runCounts } from '../../shared/counts/run.ts';
import { summaryHeader, summaryRecords } from '../../shared/counts/summary-table.ts';
import { type CountsRole, countAs, planSummary, valuesOf } from '../harness/counts.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();

/** post, version, event, created_at (UTC), created_by */
const HISTORY = [
  ['1', '1', 'create', '2025-01-31 14:59:59.999999', 'mika'],
  ['1', '2', 'update', '2025-01-31 15:00:00.000000', 'sora'],
  ['1', '3', 'discard', '2025-02-10 00:00:00.000000', 'sora'],
  ['9007199254740993', '1', 'create', '2025-02-01 00:00:00.000000', null],
] as const;
await database.execute(
  `INSERT INTO posts (post_id, version_no, event_type, created_at, created_by, title, tag_ids, parent_post_ids, recorded_at, import_id, content_hash)
   VALUES ${HISTORY.map(() => "(?, ?, ?, ?, ?, 'a', '[]', '[]', UTC_TIMESTAMP(6), 1, REPEAT('x', 32))").join(', ')}`,
  HISTORY.flat(),
);

const count = (request: CountsRequestInput, role: CountsRole = 'admin') => countAs(database, role, request);

/** Key values, cells, total: enough to compare by eye. */
async function table(request: CountsRequestInput) {
  const answer = await count(request);
  return answer.result_rows.map((row) => [valuesOf(row.key), row.cells, row.total]);
}

const byMonth = { axis: 'created_at', unit: 'month' } as const;
const byEvent = { axis: 'event_type' } as const;

test('a month is the month of the zone that was asked for', async () => {
  expect(await table({ ledger: 'posts', rows: [byMonth] })).toEqual([
    [['2025-01'], [[2]], [2]],
    [['2025-02'], [[2]], [2]],
  ]);
  expect(await table({ ledger: 'posts', rows: [byMonth], time_zone: 'Asia/Tokyo' })).toEqual([
    [['2025-01'], [[1]], [1]],
    [['2025-02'], [[3]], [3]],
  ]);
});

test('subtotals follow their children, the grand total is last, and distinct counts are not summed', async () => {
  const rows = [byMonth, byEvent];
  expect(await table({ ledger: 'posts', rows, subtotals: true, measures: ['count', 'entities', 'actors'] })).toEqual([
    [['2025-01', 'create'], [[1, 1, 1]], [1, 1, 1]],
    [['2025-01', 'update'], [[1, 1, 1]], [1, 1, 1]],
    [['2025-01'], [[2, 1, 2]], [2, 1, 2]],
    [['2025-02', 'create'], [[1, 1, 0]], [1, 1, 0]],
    [['2025-02', 'discard'], [[1, 1, 1]], [1, 1, 1]],
    [['2025-02'], [[2, 2, 1]], [2, 2, 1]],
    [[], [[4, 2, 2]], [4, 2, 2]],
  ]);
});

test('a column axis spreads the cells; a cell without contributions is null; the total is over all columns', async () => {
  const answer = await count({ ledger: 'posts', rows: [byMonth], columns: [byEvent], subtotals: true });
  expect(answer.column_keys.flatMap(valuesOf)).toEqual(['create', 'discard', 'update']);
  expect(answer.result_rows.map((row) => [row.cells, row.total])).toEqual([
    [[[1], null, [1]], [2]],
    [[[1], [1], null], [2]],
    [[[2], [1], [1]], [4]],
  ]);
  expect(answer.output_count).toBe(2);
});

test('the flat table has a column per cell, the totals and the kind of each row', async () => {
  const planned = planSummary({ ledger: 'posts', rows: [byMonth], columns: [byEvent], subtotals: true });
  const answer = await database.snapshot((tx) => runCounts(tx, planned));
  expect(summaryHeader(answer, planned)).toEqual([
    'row_type',
    'level',
    'created_at',
    'create / count',
    'discard / count',
    'update / count',
    'total / count',
    'masked',
  ]);
  expect([...summaryRecords(answer, planned)]).toEqual([
    ['regular', 1, '2025-01', 1, null, 1, 2, null],
    ['regular', 1, '2025-02', 1, 1, null, 2, null],
    ['total', 0, null, 2, 1, 1, 4, null],
  ]);
});

test('an id beyond 2^53 comes back exact, behind the smaller ones', async () => {
  expect(await table({ ledger: 'posts', rows: [{ axis: 'post_id' }] })).toEqual([
    [[1], [[3]], [3]],
    [['9007199254740993'], [[1]], [1]],
  ]);
});

test('a null attribute is a key of its own, last', async () => {
  const answer = await count({ ledger: 'posts', rows: [{ axis: 'created_by' }] });
  expect(answer.result_rows.map((row) => row.key[0])).toEqual([
    { value: 'mika', label: 'mika' },
    { value: 'sora', label: 'sora' },
    { value: null, label: null },
  ]);
});

test('from is included, to is not', async () => {
  const from = '2025-01-31T15:00:00Z';
  const to = '2025-02-10T09:00:00+09:00';
  expect(await table({ ledger: 'posts', rows: [byEvent], from, to, measures: ['count', 'first', 'last'] })).toEqual([
    [['create'], [[1, '2025-02-01T00:00:00.000000Z', '2025-02-01T00:00:00.000000Z']], expect.anything()],
    [['update'], [[1, '2025-01-31T15:00:00.000000Z', '2025-01-31T15:00:00.000000Z']], expect.anything()],
  ]);
});

test('nothing selected: no rows at all, not even a grand total', async () => {
  const answer = await count({ ledger: 'tags', rows: [byMonth], subtotals: true, time_zone: 'Asia/Tokyo' });
  expect(answer.result_rows).toEqual([]);
  expect(answer.column_keys).toEqual([[]]);
});

test.each([
  [{ ledger: 'posts', rows: [{ axis: 'colour' }] }, 'rows.0.axis'],
  [{ ledger: 'posts', rows: [{ axis: 'event_type', unit: 'day' }] }, 'rows.0.unit'],
  [{ ledger: 'posts', rows: [byEvent], time_zone: 'Mars/Olympus' }, 'time_zone'],
  [{ ledger: 'posts', rows: [byEvent], from: '2025-02-01T00:00:00Z', to: '2025-01-01T00:00:00Z' }, 'from'],
  [{ ledger: 'posts', rows: [byEvent], columns: [byEvent] }, 'rows'],
] as const)('%j is refused and names the field', (request, field) => {
  expect(() => planSummary(request as unknown as CountsRequestInput)).toThrow(
    expect.objectContaining({ status: 422, errors: [expect.objectContaining({ field })] }),
  );
});
