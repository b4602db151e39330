import { expect, test } from 'vitest';
import type { Key, ResultRow } from '../../../web/src/counts/count-answer.ts';
import { layoutHeads } from '../../../web/src/counts/pivot-layout.ts';

/** Head cells written as `label rows x columns`, so that a whole table can be read at once. */
function drawn(depth: number, keys: (string | null)[][]): string[][] {
  const rows = keys.map(
    (labels): ResultRow => ({ level: labels.length, key: labels.map(keyOf), cells: [], total: null }),
  );
  return layoutHeads(rows, depth).map((heads) =>
    heads.map(({ key, rowSpan, colSpan }) => `${key ? key.label : 'all'} ${rowSpan}x${colSpan}`),
  );
}

function keyOf(label: string | null): Key {
  return label === '*' ? { masked: true, label: '*' } : { value: label, label };
}

test('a shared key stands once and covers its children; a subtotal reaches over the axes it sums up', () => {
  expect(
    drawn(3, [
      ['a', 'x', '1'],
      ['a', 'x', '2'],
      ['a', 'x'],
      ['a', 'y', '1'],
      ['a', 'y'],
      ['a'],
      ['b', 'y', '1'],
      ['b', 'y'],
      ['b'],
      [],
    ]),
  ).toEqual([
    ['a 5x1', 'x 2x1', '1 1x1'],
    ['2 1x1'],
    ['x 1x2'],
    ['y 1x1', '1 1x1'],
    ['y 1x2'],
    ['a 1x3'],
    ['b 2x1', 'y 1x1', '1 1x1'],
    ['y 1x2'],
    ['b 1x3'],
    ['all 1x3'],
  ]);
});

test('without subtotals, an inner key that happens to repeat under another parent stands again', () => {
  expect(
    drawn(3, [
      ['a', 'x', '1'],
      ['b', 'x', '1'],
      ['b', 'x', '2'],
    ]),
  ).toEqual([['a 1x1', 'x 1x1', '1 1x1'], ['b 2x1', 'x 2x1', '1 1x1'], ['2 1x1']]);
});

test('what is masked is never one group with a text that spells the same, nor with no value', () => {
  const masked: Key = { masked: true, label: '非公開' };
  const spelled: Key = { value: '非公開', label: '非公開' };
  const none: Key = { value: null, label: null };
  const rows = [spelled, masked, spelled, none].map(
    (key): ResultRow => ({ level: 2, key: [key, keyOf('1')], cells: [], total: null }),
  );
  expect(layoutHeads(rows, 2).map((heads) => heads[0])).toEqual(
    [spelled, masked, spelled, none].map((key) => ({ key, kind: 'group', axis: 0, rowSpan: 1, colSpan: 1 })),
  );
});

test('every row covers the same number of head columns', () => {
  const keys = [['a', 'x'], ['a', 'y'], ['a'], ['*', 'x'], ['*'], []];
  const covered = new Array<number>(keys.length).fill(0);
  const rows = keys.map(
    (labels): ResultRow => ({ level: labels.length, key: labels.map(keyOf), cells: [], total: null }),
  );
  layoutHeads(rows, 2).forEach((heads, index) => {
    for (const { rowSpan, colSpan } of heads) {
      for (let row = index; row < index + rowSpan; row += 1) covered[row] = (covered[row] ?? 0) + colSpan;
    }
  });
  expect(covered).toEqual(keys.map(() => 2));
});
