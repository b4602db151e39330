import { expect, test } from 'vitest';
import { migrateDatabase } from '../../shared/database/migrate.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();

test('a second run finds nothing to do', async () => {
  expect(await migrateDatabase(database.url)).toEqual([]);
});

test('texts of a ledger are equal only when every character is', async () => {
  const [row] = await database.query(
    `SELECT COUNT(DISTINCT title) AS titles FROM (
       SELECT title FROM posts UNION ALL SELECT 'a' UNION ALL SELECT 'a ' UNION ALL SELECT 'A' UNION ALL SELECT 'ß' UNION ALL SELECT 'ss') AS t`,
  );
  expect(row?.titles).toBe('5');
});
