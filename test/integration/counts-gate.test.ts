import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { expect, test } from 'vitest';
import { listening } from '../../functions/hosts/http-server.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { limitedSnapshot, TimeLimitPassed } from '../../shared/database/limited-snapshot.ts';
import { serverKind } from '../../shared/database/server-kind.ts';
import { openTestApi } from '../harness/api.ts';
import { atEnd } from '../harness/at-end.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { holdPosts } from '../harness/held-posts.ts';

const database = await openTestDatabase();
const api = await openTestApi(database.url, { COUNTS_STATEMENT_LIMIT: '600', COUNTS_WAITING_PER_USER: '1' });
const admin = await api.signIn('admin');
const never = new AbortController().signal;

const COUNT = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ledger: 'posts', rows: [{ axis: 'event_type' }] }),
};

/** Connections that have a statement running, but for those of this test. */
async function running(of: TestDatabase = database): Promise<number> {
  const rows = await of.query<{ info: string | null }>(
    `SELECT info FROM information_schema.processlist
     WHERE db = DATABASE() AND command = 'Query' AND id <> CONNECTION_ID()`,
  );
  return rows.filter(({ info }) => info?.includes('posts')).length;
}
const counting = (count: number) => eventually(`${count} counts run`, async () => (await running()) === count);

test('a client that goes away stops its statement on the server', async () => {
  const server = serve({ fetch: api.app.fetch, hostname: '127.0.0.1', port: 0 });
  atEnd(() => server.close());
  await listening(server);
  const { port } = server.address() as AddressInfo;
  const posts = await holdPosts(database);
  const key = ((await (await admin('/api/keys', { ...COUNT, body: '{"name":"a key"}' })).json()) as { key: string })
    .key;
  const client = request({
    ...{ port, host: '127.0.0.1', path: '/api/counts', method: 'POST' },
    headers: { authorization: `Bearer ${key}`, ...COUNT.headers },
  });
  client.on('error', () => {});
  client.end(COUNT.body);
  await counting(1);
  client.destroy();
  await counting(0);
  await eventually('the log tells it', async () => api.logged().includes('broken off by its sender'));
  await posts.release();
  expect((await admin('/api/counts', COUNT)).status).toBe(200);
});

test('two counts of a user run, one waits its turn, the next is refused; others are served', async () => {
  const posts = await holdPosts(database);
  const first = [admin('/api/counts', COUNT), admin('/api/counts', COUNT)];
  await counting(2);
  const more = [admin('/api/counts', COUNT), admin('/api/counts', COUNT)];
  const refused = await Promise.race(more);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  const viewer = (await api.signIn('viewer'))('/api/counts', COUNT);
  await counting(3);
  await posts.release();
  const answers = await Promise.all([...first, ...more, viewer]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429]);
});

test('who is banned while it is counted gets no answer', async () => {
  const importer = await api.signIn('importer');
  const posts = await holdPosts(database);
  const answer = importer('/api/counts', COUNT);
  await counting(1);
  await database.execute(`UPDATE users SET banned = TRUE WHERE email = 'importer@example.com'`);
  await posts.release();
  expect((await answer).status).toBe(401);
});

test('what takes too long is stopped and answered 504', async () => {
  const other = await openTestDatabase();
  const impatient = await openTestApi(other.url, { COUNTS_STATEMENT_LIMIT: '1' });
  const viewer = await impatient.signIn('viewer');
  const posts = await holdPosts(other);
  const response = await viewer('/api/counts', COUNT);
  expect(await response.json()).toMatchObject({ status: 504, type: 'urn:tallyport:problem:time-limit' });
  expect(await running(other)).toBe(0);
  await posts.release();
  expect((await viewer('/api/counts', COUNT)).status).toBe(200);
});

test('the server itself knows the limit of each statement, and of none afterwards', async () => {
  const single = openDatabase(database.url, 1);
  atEnd(() => single.close());
  const variable = (await serverKind(single)) === 'mariadb' ? 'max_statement_time' : 'max_execution_time';
  const limitOf = async (on: Pick<typeof single, 'query'>) =>
    Number((await on.query<{ given: string }>(`SELECT @@${variable} AS given`))[0]?.given);
  const within = await limitedSnapshot(single, { seconds: 7, signal: never }, limitOf);
  expect([within, await limitOf(single)]).toEqual([variable === 'max_statement_time' ? 7 : 7000, 0]);
  await holdPosts(database);
  const late = limitedSnapshot(single, { seconds: 1, signal: never }, (tx) => tx.query('SELECT * FROM posts'));
  await expect(late).rejects.toBeInstanceOf(TimeLimitPassed);
  expect(await limitOf(single)).toBe(0);
});

test('a stop between two statements hits nobody who comes next', async () => {
  const single = openDatabase(database.url, 1);
  atEnd(() => single.close());
  for (let round = 0; round < 20; round++) {
    const gone = new AbortController();
    const work = limitedSnapshot(single, { seconds: 60, signal: gone.signal }, async (tx) => {
      await tx.query('SELECT 1');
      gone.abort(new Error('gone'));
    });
    await work.catch(() => undefined);
    expect(await single.query('SELECT SLEEP(0.005) AS whole')).toEqual([{ whole: expect.anything() }]);
    expect(await single.query('SELECT COUNT(*) AS posts FROM posts')).toEqual([{ posts: '0' }]);
  }
});
