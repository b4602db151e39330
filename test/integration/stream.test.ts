import { expect, test } from 'vitest';
import { openTestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';

const database = await openTestDatabase();

/** So many rows, made by the server. */
const rowsOf = (thousands: number) => {
  const digits =
    '(SELECT 0 AS n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9)';
  const thousand = [1, 2, 3].map((place) => `${digits} AS d${place}`).join(', ');
  return `SELECT ${BIG} AS big, NULL AS nothing, REPEAT('é', 100) AS text FROM ${thousand}, (SELECT * FROM ${digits} AS d LIMIT ${thousands}) AS t`;
};
const BIG = '9007199254740993';

test('rows arrive as texts, all of them, in batches', async () => {
  const batches = await database.snapshot(async (connection) => {
    const all: number[] = [];
    for await (const batch of connection.stream(rowsOf(2))) {
      expect(batch[0]).toEqual([BIG, null, 'é'.repeat(100)]);
      all.push(batch.length);
    }
    return all;
  });
  expect(batches).toEqual([500, 500, 500, 500]);
});

test('values are given apart, and a statement that cannot run says why', async () => {
  const read = (sql: string, values: string[]) =>
    database.snapshot((connection) => Array.fromAsync(connection.stream(sql, values)));
  expect(await read('SELECT ? AS a, ? AS b', ['x', "'"])).toEqual([[['x', "'"]]]);
  expect(await read('SELECT 1 FROM DUAL WHERE ? = ?', ['1', '2'])).toEqual([]);
  await expect(read('SELECT nothing', [])).rejects.toThrow(/nothing/);
});

test.each(['KILL QUERY', 'KILL'])('%s in mid-stream is an error, never an end', async (kill) => {
  const taken = database.snapshot(async (connection) => {
    let rows = 0;
    for await (const batch of connection.stream(`${rowsOf(10)}, (SELECT SLEEP(0.001)) AS s`)) {
      if (rows === 0) await database.execute(`${kill} ${connection.threadId}`);
      rows += batch.length;
    }
    return rows;
  });
  // All may have been sent before the kill came: then all must have come.
  expect(await taken.catch((error: Error) => error)).toSatisfy((end) => end instanceof Error || end === 10_000);
});

test('a consumer that stops early stops the statement', async () => {
  const threadId = await database
    .snapshot(async (connection) => {
      for await (const _ of connection.stream(`SELECT a.* FROM (${rowsOf(10)}) AS a, (${rowsOf(10)}) AS b`)) break;
      return connection.threadId;
    })
    .catch(() => undefined);
  expect(threadId).toBeUndefined();
  await eventually('nothing runs', async () => {
    const running = await database.query(`SELECT id FROM information_schema.processlist WHERE info LIKE 'SELECT a.*%'`);
    return running.length === 0;
  });
  expect(await database.query("SELECT 'one' AS one")).toEqual([{ one: 'one' }]);
});
