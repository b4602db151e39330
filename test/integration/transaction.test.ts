import { beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();

beforeEach(async () => {
  await database.execute('DROP TABLE IF EXISTS accounts_of_test');
  await database.execute('CREATE TABLE accounts_of_test (id INT PRIMARY KEY, balance INT NOT NULL)');
  await database.execute('INSERT INTO accounts_of_test VALUES (1, 0), (2, 0)');
});

const balances = async () =>
  (await database.query('SELECT balance FROM accounts_of_test ORDER BY id')).map((row) => Number(row.balance));

test('a deadlock is tried again from the start: both transactions take effect, once', async () => {
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let attempts = 0;
  const transfer = (first: number, second: number, me: 0 | 1) =>
    database.transaction(async (tx) => {
      attempts++;
      await tx.execute('UPDATE accounts_of_test SET balance = balance + 1 WHERE id = ?', [first]);
      both[me].resolve();
      // Each waits until the other holds its first row, so that the second rows cross.
      await both[me === 0 ? 1 : 0].promise;
      await tx.execute('UPDATE accounts_of_test SET balance = balance + 1 WHERE id = ?', [second]);
    });
  await Promise.all([transfer(1, 2, 0), transfer(2, 1, 1)]);
  expect(attempts).toBe(3);
  expect(await balances()).toEqual([2, 2]);
});

test('an error of the work rolls everything back and is passed on', async () => {
  const failing = database.transaction(async (tx) => {
    await tx.execute('UPDATE accounts_of_test SET balance = 9');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await balances()).toEqual([0, 0]);
});

test('a connection that was killed in mid-transaction is not given back to the pool', async () => {
  const killed = database.transaction(async (tx) => {
    const [row] = await tx.query('SELECT CONNECTION_ID() AS id');
    await database.execute(`KILL ${Number(row?.id)}`);
    await tx.execute('UPDATE accounts_of_test SET balance = 9');
  });
  await expect(killed).rejects.toThrow();
  for (let call = 0; call < 10; call++) expect(await balances()).toEqual([0, 0]);
});

test('a snapshot sees one moment, whatever is committed meanwhile', async () => {
  const seen = await database.snapshot(async (tx) => {
    const before = await tx.query('SELECT SUM(balance) AS sum FROM accounts_of_test');
    await database.execute('UPDATE accounts_of_test SET balance = 5');
    return [before, await tx.query('SELECT SUM(balance) AS sum FROM accounts_of_test')];
  });
  expect(seen[1]).toEqual(seen[0]);
  expect(await balances()).toEqual([5, 5]);
});
