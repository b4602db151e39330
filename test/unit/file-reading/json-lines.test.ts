import { describe, expect, test } from 'vitest';
import { CELL_MAX } from '../../../shared/file-reading/file-record.ts';
import { readFile } from '../../../shared/file-reading/read-file.ts';
import { inChunks } from '../../harness/chunks.ts';
import { readCells } from '../../harness/read-cells.ts';

test.each([1, 2, 3, 1000])('values keep their text, in pieces of %i bytes', async (size) => {
  const text = '{"id":9007199254740993,"t":"中\\n\\"𠮷\\"","l":[1, "9007199254740993"],"n":null,"f":1.50}\r\n';
  expect(await readCells(text, {}, size)).toEqual([
    [1, '9007199254740993', '中\n"𠮷"', '[1, 9007199254740993]', '', '1.50'],
  ]);
});

test('names may come in any order and later; what a line lacks is empty', async () => {
  expect(await readCells('{"a":1,"b":2}\n{"b":3,"c":4}\n{ }\n {"a" : "x"} \n')).toEqual([
    [1, '1', '2'],
    [2, '', '3', '4'],
    [3, '', '', ''],
    [4, 'x', '', ''],
  ]);
});

test('blank lines are left out and counted, with a mark, CRLF and no last line end', async () => {
  expect(await readCells('\uFEFF{"a":1}\r\n\r\n   \r\n\t\n{"a":2}')).toEqual([
    [1, '1'],
    [5, '2'],
  ]);
});

test.each([
  ['{"a":1', 'json'],
  ['# a note', 'json'],
  ['[1,2]', 'json'],
  ['"text"', 'json'],
  ['{"a":1} {"a":2}', 'json'],
  ['{"a":01}', 'json'],
  ['{"a":NaN}', 'json'],
  ["{'a':1}", 'json'],
  ['{"a":1,}', 'json'],
  ['{"a":true}', 'json'],
  ['{"a":{"b":1}}', 'json'],
  ['{"a":["x"]}', 'json'],
  ['{"a":[[1]]}', 'json'],
  ['{"a":"\\x"}', 'json'],
  ['{"a":"tab\there"}', 'json'],
  ['{"a":1,"a":2}', 'repeated_name'],
  ['{"a":1,"\\u0061":2}', 'repeated_name'],
  ['{"a":"\\ud800"}', 'character'],
  ['{"a":"\\u0000"}', 'character'],
  [`{"a":"${'x'.repeat(CELL_MAX + 1)}"}`, 'too_long'],
])('a bad line is a fault of its own: %#', async (line, code) => {
  expect(await readCells(`{"a":1}\n${line}\n{"a":3}\n`)).toEqual([
    [1, '1'],
    [2, 'fault', code],
    [3, '3'],
  ]);
});

describe('what is JSON Lines', () => {
  const format = async (text: string, contentType?: string) =>
    (await readFile(inChunks(Buffer.from(text), 100), contentType ? { contentType } : {})).detected.format;

  test('is told by its first sign, or by its type', async () => {
    expect(await format('\n {"a":1}\n')).toBe('jsonl');
    expect(await format('# note\n{"a":1}\n', 'application/x-ndjson')).toBe('jsonl');
    expect(await format('a,b\n{1},2\n')).toBe('csv');
  });
});

test('a line without end is refused, and so are endless names', async () => {
  await expect(readCells(`{"a":"${'x'.repeat(5_000_000)}`)).rejects.toThrow(/Line 1 is longer than 4194304/);
  const many = Array.from({ length: 1_100 }, (_, index) => `{"n${index}":1}`).join('\n');
  await expect(readCells(many)).rejects.toThrow(/more than 1000 different names/);
});
