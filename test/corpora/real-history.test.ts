import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { Client } from '../harness/client.ts';
import { cellsOf, sortedCells } from '../harness/counts.ts';
import { expectedAnswers } from '../harness/expected-answers.ts';
import { sharedData } from '../harness/shared-data.ts';
import { ADMIN, startStack } from '../harness/stack.ts';

const folder = sharedData('real-history');
const LEDGERS = [
  { ledger: 'posts', rows: 1502, lists: ['tag_ids', 'parent_post_ids'] },
  { ledger: 'tags', rows: 178, lists: [] },
] as const;

const read = (file: string) => readFileSync(join(folder as string, file), 'utf8');

describe.runIf(folder).each([
  ['directory and table', []],
  ['S3 and SQS', ['--aws-local']],
])('a real history, with %s', (_, args) => {
  let stack: Awaited<ReturnType<typeof startStack>>;
  let client: Client;
  let viewer: Client;
  let database: Database;
  beforeAll(async () => {
    stack = await startStack({}, args);
    client = new Client(stack.url);
    await client.signIn(ADMIN);
    viewer = await client.signedInAs('viewer');
    const socket = encodeURIComponent(join(stack.dataDirectory, 'mysql/server.sock'));
    database = openDatabase(`mysql://root@localhost/tallyport?socket=${socket}`, 1);
    for (const { ledger } of LEDGERS) await client.finished((await client.upload(ledger, read(`${ledger}.csv`))).id);
  });
  afterAll(async () => {
    await database?.close();
    await stack?.stop();
  });

  test.each(LEDGERS)('the rows of $ledger are exactly the rows of the file', async ({ ledger, rows, lists }) => {
    const records = parse(read(`${ledger}.csv`), { columns: true, bom: true }) as Record<string, string>[];
    const columns = Object.keys(records[0] as object);
    const stored = await database.query(`SELECT ${columns.join(', ')} FROM ${ledger} ORDER BY id`);
    expect(stored).toHaveLength(rows);
    const listColumns = new Set<string>(lists);
    const wanted = records.map((record) =>
      columns.map((column) => wantedCell(column, record[column] ?? '', listColumns)),
    );
    const found = stored.map((row) => columns.map((column) => foundCell(column, row[column] ?? null, listColumns)));
    expect(found).toEqual(wanted);
  });

  test.each(LEDGERS)('$ledger again changes nothing', async ({ ledger, rows }) => {
    const again = await client.finished((await client.upload(ledger, read(`${ledger}.csv`), '&force=true')).id);
    expect(again).toMatchObject({ state: 'done', rows_read: rows, rows_unchanged: rows, rows_inserted: 0 });
    const [count] = await database.query(`SELECT COUNT(*) AS rows_there FROM ${ledger}`);
    expect(Number(count?.rows_there)).toBe(rows);
  });

  test('every cell of every answer is right, to an administrator and to a viewer', async () => {
    const wanted = expectedAnswers(folder as string);
    expect(wanted).toHaveLength(40);
    for (const { role, request, cells } of wanted) {
      const answer = await (role === 'admin' ? client : viewer).count(request);
      expect(cellsOf(answer, (request.columns ?? []).length > 0), `${role} ${JSON.stringify(request)}`).toEqual(
        sortedCells(cells),
      );
    }
  });
});

/** Times as moments, lists as sets, an empty cell as null. */
function wantedCell(column: string, text: string, lists: ReadonlySet<string>): unknown {
  if (column === 'created_at') return new Date(text).toISOString();
  if (lists.has(column)) return new Set(JSON.parse(text || '[]') as number[]);
  return text === '' ? null : text;
}

function foundCell(column: string, value: string | number | null, lists: ReadonlySet<string>): unknown {
  if (column === 'created_at') return new Date(`${String(value).replace(' ', 'T')}Z`).toISOString();
  if (lists.has(column)) return new Set(JSON.parse(String(value)) as number[]);
  return value === null ? null : String(value);
}
