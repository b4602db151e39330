import { expect, test } from 'vitest';
import {
  CellFault,
  keyTextReader,
  readEvent,
  readId,
  readIds,
  readVersion,
  textReader,
} from '../../shared/imports/cell.ts';

const fault = (code: string) => expect.objectContaining({ code }) as CellFault;

test.each(['0', '7', '9223372036854775807'])('%s is an id', (text) => expect(readId(text)).toBe(text));

test.each(['0010', '-1', '+1', '1.0', '1e3', ' 1', '', '9223372036854775808', '99999999999999999999', '１'])(
  '%j is no id',
  (text) => expect(readId(text)).toBeInstanceOf(CellFault),
);

test('versions begin at 1', () => {
  expect(readVersion('0')).toEqual(fault('not_a_version'));
  expect(readVersion('1')).toBe('1');
});

test('events are told as they are written', () => {
  expect(readEvent('discard')).toBe('discard');
  expect(readEvent('Discard')).toEqual(fault('not_an_event'));
});

test.each([
  ['', '[]'],
  ['[]', '[]'],
  ['[3, 1,2]', '[1, 2, 3]'],
  ['["9007199254740993", 2]', '[2, 9007199254740993]'],
  ['3|1|3', '[1, 3]'],
  ['3;1', '[1, 3]'],
  ['3, 1', '[1, 3]'],
  ['10 9', '[9, 10]'],
  ['7', '[7]'],
  ['9007199254740993 9007199254740992', '[9007199254740992, 9007199254740993]'],
])('the set %j is kept as %s', (text, stored) => expect(readIds(text)).toBe(stored));

test.each(['[1', '1]', '[1 2]', 'a', '[01]', '[1,]', '1,,2', '{"1":2}', '["a"]', '[[1]]', '"1"'])(
  '%j is no set of ids',
  (text) => expect(readIds(text)).toEqual(fault('not_ids')),
);

test('the longest cell of nothing but spaces between two ids is refused at once', () => {
  expect(readIds(`[1${' '.repeat(1_000_000)}2]`)).toBe(readIds('[1 2]'));
  expect(readIds(`1${' '.repeat(1_000_000)}x`)).toBe(readIds('a'));
});

test('a text keeps its spaces; an empty one is null; its length counts characters', () => {
  const read = textReader(3);
  expect(read(' a ')).toBe(' a ');
  expect(read('')).toBeNull();
  expect(read('𠮷𠮷𠮷')).toBe('𠮷𠮷𠮷');
  expect(read('𠮷𠮷𠮷𠮷')).toEqual(fault('too_long'));
  expect(read('abcdefgh')).toEqual(fault('too_long'));
});

test('a key that is a text is never empty', () => {
  expect(keyTextReader(8)('ja')).toBe('ja');
  expect(keyTextReader(8)('')).toEqual(fault('empty'));
});
