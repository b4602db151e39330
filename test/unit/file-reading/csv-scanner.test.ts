import { describe, expect, test } from 'vitest';
import { csvScanner } from '../../../shared/file-reading/csv-scanner.ts';
import type { Dialect } from '../../../shared/file-reading/dialect.ts';
import { CELL_MAX, RECORD_MAX } from '../../../shared/file-reading/file-record.ts';
import { readCells } from '../../harness/read-cells.ts';

const USUAL: Dialect = { delimiter: ',', quote: '"', escape: 'doubled', spaced: false };

/** `[line, ...cells]` or `[line, 'fault', code]`, with the text in pieces of this size. */
function scan(text: string, dialect: Partial<Dialect> = {}, size = 1_000_000) {
  const scanner = csvScanner({ ...USUAL, ...dialect });
  const found = [];
  for (let at = 0; at < text.length; at += size) found.push(...scanner.push(text.slice(at, at + size), false));
  found.push(...scanner.push('', true));
  return found.map(({ line, cells, fault }) => (fault ? [line, 'fault', fault.code] : [line, ...cells]));
}

test.each(['\n', '\r\n', '\r'])('a record bears the physical line on which it starts, with %j', (end) => {
  const text = ['a', '"1', '2', '3"', 'b', '', '', 'c', ''].join(end);
  for (const size of [1, 2, 3, 1000])
    expect(scan(text, {}, size)).toEqual([
      [1, 'a'],
      [2, `1${end}2${end}3`],
      [5, 'b'],
      [8, 'c'],
    ]);
});

test('line ends may be mixed; a last line needs none', () => {
  expect(scan('a,b\r\nc,d\ne,f\rg,h')).toEqual([
    [1, 'a', 'b'],
    [2, 'c', 'd'],
    [3, 'e', 'f'],
    [4, 'g', 'h'],
  ]);
});

test('an empty line is none of the records, an empty cell is', () => {
  expect(scan('\r\na,\n\n""\n,\n')).toEqual([
    [2, 'a', ''],
    [4, ''],
    [5, '', ''],
  ]);
});

test('quotes are doubled inside quoted cells and text inside others', () => {
  expect(scan('"a ""b"" c","""",x 5" y\n')).toEqual([[1, 'a "b" c', '"', 'x 5" y']]);
});

test('quotes in cells that do not begin with one are told, once', () => {
  const scanner = csvScanner(USUAL);
  scanner.push('a,b\n5",c\n"quoted",6"\n', true);
  expect(scanner.warnings()).toEqual([
    'A " inside a cell that does not begin with one was read as text, in rows: 2, first on line 2.',
  ]);
});

describe('a quote out of place', () => {
  test('costs its own line and no other', () => {
    expect(scan('a,b\n1,"x"y\n2,z\n')).toEqual([
      [1, 'a', 'b'],
      [2, 'fault', 'quote'],
      [3, '2', 'z'],
    ]);
    // Opened at the end of line 2, it seems to close in the middle of line 3.
    for (const size of [1, 2, 3, 1000])
      expect(scan('a,b\n1,"\n2,"z"\n3,c\n', {}, size)).toEqual([
        [1, 'a', 'b'],
        [2, 'fault', 'quote'],
        [3, '2', 'z'],
        [4, '3', 'c'],
      ]);
  });

  test('in two cells of a row leaves open where cells end', () => {
    expect(scan('a,b,c\n1,Kit"Light, compact",3\n')).toEqual([
      [1, 'a', 'b', 'c'],
      [2, 'fault', 'quote'],
    ]);
  });

  test('that nothing closes is a fault of the file', () => {
    expect(() => scan('a,b\n1,"x\n2,y\n')).toThrow(/begins on line 2 is not closed to the end of the file/);
    expect(() => scan(`a\n"${'x\n'.repeat(RECORD_MAX)}`, {}, 65_536)).toThrow(/line 2 is not closed within 4194304/);
  });

  test('on every line takes linear time, or the file is refused', () => {
    const text = `${'x","\n'.repeat(400_000)}y"z\n`;
    expect(() => scan(text, {}, 65_536)).toThrow(/Too many quotes are out of place, the last one on line \d/);
  });
});

describe('limits', () => {
  test('a cell that is too long is a fault of its row', () => {
    const text = `a,b\n1,${'x'.repeat(CELL_MAX + 1)}\n2,"${'y'.repeat(CELL_MAX - 2)}"\n`;
    const found = scan(text, {}, 65_536);
    expect(found[1]).toEqual([2, 'fault', 'too_long']);
    expect(found[2]?.[2]).toHaveLength(CELL_MAX - 2);
  });

  test('a cell of 10 MB is a fault of the file', () => {
    expect(() => scan(`a\n${'x'.repeat(10_485_760)}\n`, {}, 65_536)).toThrow(/record on line 2 is longer than 4194304/);
    expect(() => scan(`a\n"${'x'.repeat(10_485_760)}"\n`, {}, 65_536)).toThrow(/line 2/);
  });

  test('a NUL is a fault of its row, quoted or not', () => {
    expect(scan('a\n\0\n"\0"\nb\n')).toEqual([
      [1, 'a'],
      [2, 'fault', 'nul'],
      [3, 'fault', 'nul'],
      [4, 'b'],
    ]);
  });
});

describe('dialects', () => {
  test('a backslash escapes quotes and itself, and nothing else', () => {
    expect(scan('"a\\"b","c\\\\","\\n","d""e"\n', { escape: 'backslash' })).toEqual([[1, 'a"b', 'c\\', '\\n', 'd"e']]);
  });

  test('one space behind a delimiter belongs to it', () => {
    expect(scan('a, "b, c",  d,e\n', { spaced: true })).toEqual([[1, 'a', 'b, c', ' d', 'e']]);
  });

  test('any sign may separate, single quotes may enclose', () => {
    expect(scan("a~'b~c'~d'e\n", { delimiter: '~', quote: "'" })).toEqual([[1, 'a', 'b~c', "d'e"]]);
    expect(scan('a\uFF0Cb\n', { delimiter: '\uFF0C' })).toEqual([[1, 'a', 'b']]);
  });
});

test('a body that breaks off is no shorter file', async () => {
  const { readFile } = await import('../../../shared/file-reading/read-file.ts');
  async function* broken() {
    yield Buffer.from('a\n1\n');
    throw new Error('connection reset');
  }
  await expect(readFile(broken())).rejects.toThrow('connection reset');
});

test('a reader that stops early lets the body go', async () => {
  const { readFile } = await import('../../../shared/file-reading/read-file.ts');
  let released = false;
  async function* endless() {
    try {
      for (;;) yield Buffer.from('1,2\n'.repeat(10_000));
    } finally {
      released = true;
    }
  }
  for await (const _ of (await readFile(endless())).records) break;
  expect(released).toBe(true);
});

test('an empty file has no records', async () => expect(await readCells('')).toEqual([]));
