import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encode } from '../harness/encode.ts';
import { openImportLine } from '../harness/import-line.ts';

const line = await openImportLine('directory and table');

/** What every encoding of these can hold; and what only Unicode can. */
const JAPANESE = ['結束バンド', '①㈱～髙', 'ﾊﾝｶｸ 全角', '"引用", 改行\nあり'];
const UNICODE = [...JAPANESE, '𠮷野家 🌸', 'é ß 한글'];

const HEADER = ['tag_id', 'version_no', 'event_type', 'created_at', 'created_by', 'name', 'category'];
const records = (names: readonly string[], first: number) =>
  names.map((name, index) => [String(first + index), '1', 'create', '2025-01-01T00:00:00Z', '三日', name, '曲']);
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const text = (rows: readonly (readonly string[])[], delimiter: string, end: string) =>
  rows.map((row) => `${row.map(quoted).join(delimiter)}${end}`).join('');
const jsonLines = (rows: readonly (readonly string[])[]) =>
  rows
    .map((row) => `${JSON.stringify(Object.fromEntries(HEADER.map((name, index) => [name, row[index]])))}\n`)
    .join('');

const FILES: [name: string, names: string[], file: (rows: string[][]) => Uint8Array, detected: object][] = [
  [
    'Shift_JIS, as a Japanese Excel saves it',
    JAPANESE,
    (rows) => encode(text([HEADER, ...rows], ',', '\r\n'), 'shift_jis'),
    { encoding: 'shift_jis', delimiter: ',' },
  ],
  [
    'EUC-JP',
    JAPANESE.slice(0, 1),
    (rows) => encode(text([HEADER, ...rows], ',', '\n'), 'euc-jp'),
    { encoding: 'euc-jp' },
  ],
  [
    'UTF-16, as an Excel saves "Unicode text"',
    UNICODE,
    (rows) => encode(`\uFEFF${text([HEADER, ...rows], '\t', '\r\n')}`, 'utf-16le'),
    { encoding: 'utf-16le', delimiter: '\t' },
  ],
  [
    'TSV in UTF-8',
    UNICODE,
    (rows) => encode(text([HEADER, ...rows], '\t', '\n'), 'utf-8'),
    { encoding: 'utf-8', delimiter: '\t' },
  ],
  ['JSON Lines', UNICODE, (rows) => encode(jsonLines(rows), 'utf-8'), { format: 'jsonl' }],
  [
    'CSV, gzipped',
    UNICODE,
    (rows) => gzipSync(encode(text([HEADER, ...rows], ',', '\n'), 'utf-8')),
    { compression: 'gzip' },
  ],
];

test.each(FILES)('%s arrives cell by cell', async (_, names, file, detected) => {
  const rows = records(names, 1 + FILES.findIndex(([, , make]) => make === file) * 100);
  async function* body() {
    yield file(rows);
  }
  const received = await line.receive('', { body: body(), contentType: 'application/octet-stream' });
  await line.consumeAll();
  if (received.kind !== 'accepted') throw new Error(received.kind);
  const [row] = await line.database.query('SELECT state, detected, problem_message FROM imports WHERE id = ?', [
    received.importId,
  ]);
  expect(row).toMatchObject({ state: 'done', problem_message: null });
  expect(JSON.parse(String(row?.detected))).toMatchObject(detected);
  const stored = await line.database.query(
    'SELECT tag_id, created_by, name, category FROM tags WHERE import_id = ? ORDER BY tag_id',
    [received.importId],
  );
  expect(stored.map((one) => Object.values(one))).toEqual(
    rows.map(([id, , , , by, name, category]) => [id, by, name, category]),
  );
});

test('what could be two encodings is refused with a sentence, and nothing is stored', async () => {
  // Windows-1252: é as one byte, which is the first half of a character in every encoding we read.
  async function* body() {
    yield Buffer.from(`${HEADER.join(',')}\n900,1,create,2025-01-01T00:00:00Z,,caf\u00e9,\n`, 'latin1');
  }
  const received = await line.receive('', { body: body() });
  await line.consumeAll();
  if (received.kind !== 'accepted') throw new Error(received.kind);
  const [row] = await line.database.query('SELECT state, problem_code, problem_message FROM imports WHERE id = ?', [
    received.importId,
  ]);
  expect(row?.state).toBe('rejected');
  expect(String(row?.problem_message)).toMatch(/encoding|UTF-8/);
  expect(await line.database.query('SELECT tag_id FROM tags WHERE tag_id = 900')).toEqual([]);
});
