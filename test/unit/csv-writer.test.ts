import { expect, test } from 'vitest';
import { type CsvCell, csvRecord } from '../../shared/csv-writer/csv-writer.ts';

const line = (cells: CsvCell[], options: Partial<{ delimiter: ',' | '\t'; raw: boolean }> = {}) =>
  csvRecord(cells, { delimiter: ',', raw: false, ...options });

test.each<[string, CsvCell, string]>([
  ['text', 'guitar', 'guitar'],
  ['null', null, ''],
  ['a number', -12.5, '-12.5'],
  ['a comma', 'a,b', '"a,b"'],
  ['a quote', 'say "no"', '"say ""no"""'],
  ['a line feed', 'a\nb', '"a\nb"'],
  ['a carriage return within', 'a\rb', '"a\rb"'],
  ['a tab within', 'a\tb', 'a\tb'],
  ['spaces around', ' a ', ' a '],
  ['a formula', '=1+1', "'=1+1"],
  ['a formula that needs quotes', '=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['plus', '+cmd', "'+cmd"],
  ['minus', '-cmd', "'-cmd"],
  ['at', '@sum', "'@sum"],
  ['a leading tab', '\t=1', "'\t=1"],
  ['a leading carriage return', '\r=1', `"'\r=1"`],
  ['a negative number as text', '-12.50', '-12.50'],
  ['a phone number as text', '+8190', '+8190'],
  ['a number with an exponent as text', '-1e9', '-1e9'],
  ['nearly a number', '-1-1', "'-1-1"],
  ['a sign alone', '-', "'-"],
  ['a minus that is not one', '−1', '−1'],
  ['beyond the BMP', '𠮷🎸', '𠮷🎸'],
])('%s', (_, cell, expected) => {
  expect(line(['x', cell])).toBe(`x,${expected}\r\n`);
});

test('raw text is quoted, not guarded', () => {
  expect(line(['=a,b', '@x'], { raw: true })).toBe('"=a,b",@x\r\n');
});

test('only the delimiter in use needs quotes', () => {
  expect(line(['a,b', 'c\td'], { delimiter: '\t' })).toBe('a,b\t"c\td"\r\n');
});

test('a record of one empty cell is not an empty line', () => {
  expect(line([null])).toBe('""\r\n');
  expect(line([''])).toBe('""\r\n');
  expect(line([null, null])).toBe(',\r\n');
});
