import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createAuth } from '../../shared/accounts/auth.ts';
import { withSecretSettings } from '../../shared/config/secret-settings.ts';
import { openConnection, openDatabase } from '../../shared/database/database.ts';
import { migrateDatabase } from '../../shared/database/migrate.ts';
import { isDatabaseUnavailable } from '../../shared/database/unavailable.ts';
import { parseDatabaseUrl } from '../../shared/database/url.ts';
import { withinDeadline } from '../../shared/database/within-deadline.ts';
import { openTestDatabase } from '../harness/database.ts';
import { newSecretArn, openTestSecrets } from '../harness/secrets.ts';

const database = await openTestDatabase();
const secrets = await openTestSecrets();
Object.assign(process.env, secrets.environment);

const users: string[] = [];
afterAll(async () => {
  for (const user of users) await database.execute(`DROP USER '${user}'@'localhost'`);
});

/** A user of the database whose password stands in a secret. */
async function rotatingUser() {
  const user = `r${randomBytes(6).toString('hex')}`;
  const arn = newSecretArn();
  const setPassword = (password: string) =>
    database.execute(`ALTER USER '${user}'@'localhost' IDENTIFIED BY '${password}'`);
  const tell = (password: string) => secrets.contents.set(arn, JSON.stringify({ username: user, password }));
  await database.execute(`CREATE USER '${user}'@'localhost' IDENTIFIED BY 'first'`);
  await database.execute(`GRANT ALL ON ${database.address.database}.* TO '${user}'@'localhost'`);
  users.push(user);
  tell('first');
  const url = new URL(database.url);
  url.username = 'nobody';
  url.password = 'wrong';
  url.searchParams.set('secret', arn);
  return {
    url: url.href,
    rotate: async (password: string) => {
      await setPassword(password);
      tell(password);
    },
    setPassword,
    asked: () => secrets.asked.filter((each) => each === arn).length,
  };
}

const one = [{ one: 'one' }];
const SELECT = "SELECT 'one' AS one";

test('the user and the password are those of the secret, which is read once', async () => {
  const { url, asked } = await rotatingUser();
  const pools = [openDatabase(url, 2), openDatabase(url, 2)];
  await Promise.all(pools.flatMap((pool) => [pool.query(SELECT), pool.query(SELECT)]));
  expect(asked()).toBe(1);
  for (const pool of pools) await pool.close();
});

test('after a rotation every way to connect reads the secret again, once for all of them', async () => {
  const { url, rotate, asked } = await rotatingUser();
  const before = openDatabase(url, 1);
  expect(await before.query(SELECT)).toEqual(one);
  const fresh = openDatabase(url, 3);
  const auth = createAuth({
    databaseUrl: url,
    connections: 1,
    secret: 'x'.repeat(32),
    publicUrl: 'https://x.example',
    trustedOrigins: [],
  });
  await rotate('second');
  const [rows] = await Promise.all([
    fresh.query(SELECT),
    fresh.transaction((tx) => tx.query(SELECT)),
    openConnection(parseDatabaseUrl(url)).then((connection) => connection.end()),
    withinDeadline(url, 5_000, (connection) => connection.query(SELECT)),
    migrateDatabase(url).catch((error) => expect(error.code).toBe('ER_DBACCESS_DENIED_ERROR')),
    auth.api.getSession({ headers: new Headers({ cookie: 'x=y' }) }),
  ]);
  expect(rows).toEqual(one);
  expect(asked()).toBe(2);
  // What stood before the rotation goes on.
  expect(await before.query(SELECT)).toEqual(one);
  await rotate('third');
  expect(await openDatabase(url, 1).query(SELECT)).toEqual(one);
  expect(asked()).toBe(3);
  await auth.close();
  await fresh.close();
  await before.close();
});

test('a password that is wrong in the secret too is asked for once more, and then it is an error', async () => {
  const { url, setPassword, asked } = await rotatingUser();
  await setPassword('elsewhere');
  const pool = openDatabase(url, 1);
  await expect(pool.query(SELECT)).rejects.toMatchObject({ errno: 1045 });
  expect(asked()).toBe(2);
  await pool.close();
});

test('without the secret the database is unavailable, and the text of no secret is told', async () => {
  const { url } = await rotatingUser();
  const arn = new URL(url).searchParams.get('secret') ?? '';
  const text = secrets.contents.get(arn) ?? '';
  secrets.contents.delete(arn);
  const error = await openDatabase(url, 1)
    .query(SELECT)
    .catch((thrown) => thrown);
  expect(error.message).toBe(`The secret ${arn} cannot be read: status 400 {"__type":"ResourceNotFoundException"}`);
  expect(isDatabaseUnavailable(error)).toBe(true);
  // It is not remembered that there was none.
  secrets.contents.set(arn, text);
  expect(await openDatabase(url, 1).query(SELECT)).toEqual(one);
});

test('settings come from secrets too, and the environment goes first', async () => {
  const [first, second] = [newSecretArn(), newSecretArn()];
  secrets.contents.set(first, '{"SECRET":"from the secret","SECRET_PREVIOUS":"older"}');
  secrets.contents.set(second, '{"ORIGIN_SECRET_A":"edge"}');
  const environment = { ...secrets.environment, SETTINGS_FROM: `${first},${second}`, SECRET_PREVIOUS: 'mine' };
  expect(await withSecretSettings(environment)).toMatchObject({
    SECRET: 'from the secret',
    SECRET_PREVIOUS: 'mine',
    ORIGIN_SECRET_A: 'edge',
  });
  secrets.contents.set(first, '{"SECRET":{"deep":"hidden"}}');
  const error = await withSecretSettings(environment).catch((thrown) => thrown);
  expect(error.message).toBe(`The secret ${first} must be a JSON object of settings, all of them strings.`);
});
