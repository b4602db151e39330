import { expect, test } from 'vitest';
import { readId, readIds, readText, readTime, readVersion } from '../../shared/imports/cell.ts';

test.each(['0', '7', '9223372036854775807'])('%s is an id', (text) => expect(readId(text)).toBe(text));

test.each(['0010', '-1', '+1', '1.0', '1e3', ' 1', '', '9223372036854775808', '99999999999999999999', '１'])(
  '%j is no id',
  (text) => expect(() => readId(text)).toThrow(),
);

test('versions begin at 1', () => {
  expect(() => readVersion('0')).toThrow();
  expect(readVersion('1')).toBe('1');
});

test.each([
  ['', '[]'],
  ['[]', '[]'],
  ['[3, 1,2]', '[1, 2, 3]'],
  ['3|1|3', '[1, 3]'],
  ['3;1', '[1, 3]'],
  ['3, 1', '[1, 3]'],
  ['10 9', '[9, 10]'],
  ['9007199254740993 9007199254740992', '[9007199254740992, 9007199254740993]'],
])('the set %j is kept as %s', (text, stored) => expect(readIds(text)).toBe(stored));

test.each(['[1', '1]', '[1 2]', 'a', '[01]', '[1,]', '1,,2', '{"1":2}'])('%j is no set of ids', (text) => {
  expect(() => readIds(text)).toThrow();
});

test('a text keeps its spaces; an empty one is null; its length counts characters', () => {
  expect(readText(' a ', 3)).toBe(' a ');
  expect(readText('', 3)).toBeNull();
  expect(readText('𠮷𠮷𠮷', 3)).toBe('𠮷𠮷𠮷');
  expect(() => readText('𠮷𠮷𠮷𠮷', 3)).toThrow(/longer than 3/);
  expect(() => readText('a\0', 3)).toThrow(/NUL/);
});

test('a time is kept in UTC', () => {
  expect(readTime('2026-11-30T09:00:00+09:00')).toBe('2026-11-30 00:00:00.000000');
  expect(() => readTime('30.11.2026')).toThrow();
});
