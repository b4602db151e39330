import { describe, expect, test } from 'vitest';
import { detectDialect } from '../../../shared/file-reading/detect-dialect.ts';
import { delimiterNamed } from '../../../shared/file-reading/dialect.ts';
import { readFile } from '../../../shared/file-reading/read-file.ts';
import { inChunks } from '../../harness/chunks.ts';
import { readCells } from '../../harness/read-cells.ts';

const delimiterIn = (text: string) => detectDialect(text, true).delimiter;

test.each([
  [',', 'a,b\n1,2\n'],
  ['\t', 'a\tb\n1,5\t2,5\n'],
  [';', 'a;b;c\n1,5;2,5;3,5\n1,5;2,5;3\n'],
  ['|', 'a|b\n1;2|3;4\n'],
  // Lists in cells do not separate cells.
  [',', 'post_id,tag_ids\n1,1;2;3\n2,4;5\n3,6;7\n'],
  [',', 'post_id,tag_ids\n1,1|2\n2,3|4\n3,5|6\n'],
  // Commas in quoted texts do not, however many.
  [';', 'a;b\n"x, y, z";"1, 2, 3"\n"x, y, z";"1, 2, 3"\n'],
  [',', 'a\nb\nc\n'],
  [';', 'a;b;c'],
])('%j separates %j', (delimiter, text) => expect(delimiterIn(text)).toBe(delimiter));

describe('unusual ways are taken when a file plainly uses them', () => {
  test('single quotes', () => {
    const text = "a,b,c\n1,'x, y',it's\n2,'don''t, no','z'\n";
    expect(detectDialect(text, true).quote).toBe("'");
    expect(detectDialect("a,b\n'tis,it's\n'twas,so\n", true).quote).toBe('"');
    expect(detectDialect("'a','b'\n'1','2'\n", true).quote).toBe("'");
    expect(detectDialect("a,b\n'0010,1\n'0011,2\n", true).quote).toBe('"');
  });

  test('backslashes', () => {
    expect(detectDialect('a,b\n1,"5\\" wide, 6\\" long"\n2,x\n', true).escape).toBe('backslash');
    // A Windows folder at the end of a quoted cell.
    expect(detectDialect('a,b\n"C:\\dir\\",2\n"D:\\",4\n', true).escape).toBe('doubled');
  });

  test('a space behind each delimiter', async () => {
    expect(await readCells('a, b\n1, 2\n')).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
    ]);
    expect(await readCells('a, b, c\n1, "x, y", z\n')).toEqual([
      [1, 'a', 'b', 'c'],
      [2, '1', 'x, y', 'z'],
    ]);
    expect(await readCells('a,b,c\n1, x,z\n')).toEqual([
      [1, 'a', 'b', 'c'],
      [2, '1', ' x', 'z'],
    ]);
  });
});

test('a given delimiter is taken as it is', async () => {
  expect(await readCells('a,b;c\n1,2;3\n', { delimiter: 'semicolon' })).toEqual([
    [1, 'a,b', 'c'],
    [2, '1,2', '3'],
  ]);
  expect(await readCells('a b\n1 2\n', { delimiter: ' ' })).toEqual([
    [1, 'a', 'b'],
    [2, '1', '2'],
  ]);
  await expect(readCells('a', { delimiter: '"' })).rejects.toThrow(/cannot separate cells/);
  expect([delimiterNamed('tab'), delimiterNamed('\\t'), delimiterNamed('x'), delimiterNamed(',,')]).toEqual([
    ...['\t', '\t', undefined, undefined],
  ]);
});

test.each([
  ['a,b\n1,2\n', 'lf'],
  ['a,b\r\n1,2\r\n', 'crlf'],
  ['a,b\r1,2\r', 'cr'],
  ['a,b\r\n1,2\n', 'mixed'],
  ['a,b', 'none'],
])('the line ends of %j are %s', async (text, wanted) => {
  const { detected } = await readFile(inChunks(Buffer.from(text), 100));
  expect(detected.line_end).toBe(wanted);
});

test('what was detected is told', async () => {
  const { detected } = await readFile(inChunks(Buffer.from('\uFEFFa\tb\r\n1\t2\r\n'), 100));
  expect(detected).toEqual({
    format: 'tsv',
    compression: null,
    encoding: 'utf-8',
    delimiter: '\t',
    quote: '"',
    line_end: 'crlf',
  });
});
