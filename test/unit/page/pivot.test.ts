import { expect, test } from 'vitest';
import { chartModel, MOST_SERIES, stepAfter } from '../../../web/src/counts/chart-model.ts';
import type { CountResult, Key } from '../../../web/src/counts/count-answer.ts';
import type { CountRequest } from '../../../web/src/counts/count-request.ts';
import { pivotTsv } from '../../../web/src/counts/pivot-tsv.ts';
import { sum, windowOf, windowOfEqual } from '../../../web/src/counts/pivot-window.ts';
import { nextSort } from '../../../web/src/counts/sorting.ts';
import { english } from '../../../web/src/language/english.ts';

const key = (value: string | number | null, label: string | null = value === null ? null : String(value)): Key => ({
  value,
  label,
});
const masked: Key = { masked: true, label: '非公開' };
type Rows = CountResult['answer']['result_rows'];

function result(request: Partial<CountRequest>, column_keys: Key[][], result_rows: Rows): CountResult {
  return {
    request: {
      rows: [{ axis: 'tag' }],
      columns: [],
      measures: ['count'],
      subtotals: false,
      ...request,
    } as CountRequest,
    answer: { column_keys, result_rows, time_zone: 'UTC' } as CountResult['answer'],
  };
}

test('a copy has all lines with plain numbers; a text can neither break a line nor run as a formula', () => {
  const copied = pivotTsv(
    result(
      {
        rows: [{ axis: 'title' }, { axis: 'event_type' }],
        columns: [{ axis: 'created_by' }],
        measures: ['count', 'last'],
        subtotals: true,
      },
      [[key('mi\tka')], [masked]],
      [
        {
          level: 2,
          key: [key('=1+1'), key('create')],
          cells: [[1234567, '2025-01-31T00:00:00.000000Z'], null],
          total: [1234567, 'x'],
        },
        {
          level: 1,
          key: [key('=1+1')],
          cells: [
            [2, null],
            [0, null],
          ],
          total: [2, null],
        },
        { level: 2, key: [masked, key('update')], cells: [null, [1, null]], total: [1, null] },
        { level: 2, key: [key(null), key('update')], cells: [null, [1, null]], total: [1, null] },
        {
          level: 0,
          key: [],
          cells: [
            [3, null],
            [4, null],
          ],
          total: [7, null],
        },
      ],
    ),
    english,
  );
  expect(copied.split('\n').map((line) => line.split('\t'))).toEqual([
    [
      'Title',
      'Kind of change',
      'mi ka / Count',
      'mi ka / Last change',
      'not public / Count',
      'not public / Last change',
      'Total / Count',
      'Total / Last change',
    ],
    ["'=1+1", 'create', '1234567', '2025-01-31T00:00:00.000000Z', '', '', '1234567', 'x'],
    ["'=1+1", 'Total', '2', '', '0', '', '2', ''],
    ['not public', 'update', '', '', '1', '', '1', ''],
    ['no value', 'update', '', '', '1', '', '1', ''],
    ['Grand total', '', '3', '', '4', '', '7', ''],
  ]);
});

test('what is in sight is drawn, and what is not keeps its room', () => {
  expect(windowOfEqual(10_000, 28, 28_000, 560, 2)).toEqual({ start: 998, end: 1022, before: 27_944, after: 251_384 });
  expect(windowOfEqual(3, 28, 0, 560, 12)).toEqual({ start: 0, end: 3, before: 0, after: 0 });
  expect(windowOfEqual(3, 28, 9_000, 560, 1)).toEqual({ start: 3, end: 3, before: 84, after: 0 });
  const sizes = [50, 100, 50, 200, 30];
  expect(windowOf(sizes, 160, 100)).toEqual({ start: 2, end: 4, before: 150, after: 30 });
  expect(windowOf(sizes, 0, 10_000)).toEqual({ start: 0, end: 5, before: 0, after: 0 });
  for (let scrolled = 0; scrolled < 500; scrolled += 7) {
    const { start, end, before, after } = windowOf(sizes, scrolled, 90);
    expect(before + sum(sizes.slice(start, end)) + after).toBe(sum(sizes));
  }
});

test('sorting by a number goes from the greatest to the least and off, by a key backwards and off', () => {
  const number = { by: 'measure', index: 0, column: ['create'] } as const;
  const first = nextSort(null, number);
  const second = nextSort(first, number);
  expect([first?.dir, second?.dir, nextSort(second, number)]).toEqual(['desc', 'asc', null]);
  expect(nextSort(first, { ...number, column: null })?.dir).toBe('desc');
  const name = { by: 'key', index: 1, column: null } as const;
  expect([nextSort(null, name)?.dir, nextSort(nextSort(null, name), name)]).toEqual(['desc', null]);
});

const month = { axis: 'created_at', unit: 'month' };
const row = (keys: Key[], total: number, cells = [[total]]): Rows[number] => ({
  level: keys.length,
  key: keys,
  cells,
  total: [total],
});

test('a chart of time has every step between the first and the last: none recorded is 0', () => {
  const model = chartModel(
    result(
      { rows: [month], columns: [{ axis: 'event_type' }] },
      [[key('create')], [key('update')]],
      [
        { level: 1, key: [key('2024-11')], cells: [[3], null], total: [3] },
        { level: 1, key: [key('2025-02')], cells: [[1], [5]], total: [6] },
      ],
    ),
    english,
  );
  expect(model).toEqual({
    kind: 'lines',
    labels: ['2024-11', '2024-12', '2025-01', '2025-02'],
    series: [
      { name: 'create', values: [3, 0, 0, 1] },
      { name: 'update', values: [0, 0, 0, 5] },
    ],
    leftOut: 0,
  });
});

test('an inner axis makes the series when there are no subtotals; the smallest are left out and counted', () => {
  const tags = Array.from({ length: MOST_SERIES + 2 }, (_, index) =>
    row([key('2025-01'), key(index, `tag ${index}`)], index + 1),
  );
  const model = chartModel(result({ rows: [month, { axis: 'tag' }] }, [[]], tags), english);
  expect(model?.series.map(({ name }) => name)).toEqual(
    Array.from({ length: MOST_SERIES }, (_, index) => `tag ${index + 2} (${index + 2})`),
  );
  expect(model?.leftOut).toBe(2);
});

test('anything else is bars, with what is masked or missing among them; texts cannot be drawn', () => {
  const rows = [row([key('a')], 4), row([key(null)], 2), row([masked], 9)];
  expect(chartModel(result({}, [[]], rows), english)).toEqual({
    kind: 'bars',
    labels: ['a', 'no value', 'not public'],
    series: [{ name: '', values: [4, 2, 9] }],
    leftOut: 0,
  });
  expect(chartModel(result({ measures: ['first'] }, [[]], rows), english)).toBeNull();
  expect(chartModel(result({ rows: [month, month, month] }, [[]], []), english)).toBeNull();
});

test.each([
  ['2024', '2025'],
  ['2024-Q4', '2025-Q1'],
  ['2024-Q1', '2024-Q2'],
  ['2024-12', '2025-01'],
  ['2020-W53', '2021-W01'],
  ['2024-W52', '2025-W01'],
  ['2020-W52', '2020-W53'],
  ['2024-02-28', '2024-02-29'],
  ['2024-12-31T23', '2025-01-01T00'],
  ['guitar', ''],
])('the step after %s is %s', (step, next) => expect(stepAfter(step)).toBe(next));
