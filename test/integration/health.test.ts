import { once } from 'node:events';
import { createServer } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import type { ApiEnvironment } from '../../functions/api/environment.ts';
import { createHealthRoutes } from '../../functions/api/health-routes.ts';
import { requestScope } from '../../functions/api/request-scope.ts';
import { listening, stopServing } from '../../functions/hosts/http-server.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { storeTick } from '../../shared/jobs/tick.ts';
import { createLog } from '../../shared/log.ts';
import { createHealthCheck } from '../../shared/operations/health.ts';
import { atEnd } from '../harness/at-end.ts';
import { startTestServer } from '../harness/private-server.ts';

const server = await startTestServer();
const database = openDatabase(server.databaseUrl, 2);
atEnd(() => database.close());
let logged = '';
const log = createLog('json', {}, { write: (text) => (logged += text) });
let uptime = 0;

beforeEach(async () => {
  logged = '';
  uptime = 0;
  await database.execute('DELETE FROM scheduler_tick');
});

function routes({
  WORKER = '1' as '0' | '1' | 'external',
  HEALTH_WORKER_STALE = 300,
  DATABASE_URL = server.databaseUrl,
  path = '/up',
} = {}) {
  const check = createHealthCheck({ DATABASE_URL, WORKER, HEALTH_WORKER_STALE }, () => uptime);
  const app = new Hono<ApiEnvironment>().use(requestScope(log));
  return app.route('/', createHealthRoutes(path, check));
}

const told = async (response: Response) => `${response.status} ${await response.text()}`;
const secondsAgo = (seconds: number) => storeTick(database, new Date(Date.now() - seconds * 1000));
/**
 * Whoever asks waits two seconds, and hears after the 1,500 ms that the log tells of. A machine that is busy with other
 * tests is given more.
 */
const patience = () => ({ signal: AbortSignal.timeout(10_000) });

test('says ok in plain text that nobody may keep, without a cookie, and is logged like any request', async () => {
  const response = await routes().request('/up');
  expect(await told(response)).toBe('200 ok');
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(JSON.parse(logged)).toMatchObject({ event: 'request', method: 'GET', path: '/up', status: 200 });
  expect(await told(await routes().request('/up', { method: 'HEAD' }))).toBe('200 ');
});

test.each([
  ['1', 299, '200 ok'],
  ['1', 302, '503 worker stale'],
  ['external', 302, '503 worker stale'],
  ['0', 302, '200 ok'],
] as const)('with WORKER=%s and a last tick %i s ago: %s', async (WORKER, age, answer) => {
  await secondsAgo(age);
  expect(await told(await routes({ WORKER }).request('/up'))).toBe(answer);
});

test('before the first tick the silence counts from the start of the process', async () => {
  uptime = 300;
  expect(await told(await routes().request('/up'))).toBe('200 ok');
  uptime = 301;
  expect(await told(await routes().request('/up'))).toBe('503 worker stale');
  expect(await told(await routes({ HEALTH_WORKER_STALE: 302 }).request('/up'))).toBe('200 ok');
  await secondsAgo(0);
  expect(await told(await routes().request('/up'))).toBe('200 ok');
});

test('has another path where it is told to, and none when the path is empty', async () => {
  expect(await told(await routes({ path: '/health/db' }).request('/health/db'))).toBe('200 ok');
  expect((await routes({ path: '/health/db' }).request('/up')).status).toBe(404);
  expect((await routes({ path: '' }).request('/up')).status).toBe(404);
  expect((await routes({ path: '' }).request('/live')).status).toBe(200);
});

test('really reads a table of ours', async () => {
  await database.execute('RENAME TABLE scheduler_tick TO elsewhere');
  expect(await told(await routes().request('/up'))).toBe('503 database unavailable');
  expect(logged).toContain('ER_NO_SUCH_TABLE');
  await database.execute('RENAME TABLE elsewhere TO scheduler_tick');
});

test('a stopped database: 503 in time while /live answers, and 200 when it goes on', async () => {
  const app = routes();
  const http = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await listening(http);
  const address = http.address() as { port: number };
  const url = `http://127.0.0.1:${address.port}`;
  try {
    process.kill(server.pid, 'SIGSTOP');
    const asked = Array.from({ length: 20 }, () => fetch(`${url}/up`, patience()).then(told));
    expect(await (await fetch(`${url}/live`, patience())).text()).toBe('ok');
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['503 database unavailable']));
    expect(logged).toContain('DeadlinePassed: The database did not answer within 1500 ms.');
    process.kill(server.pid, 'SIGCONT');
    expect(await told(await fetch(`${url}/up`, patience()))).toBe('200 ok');
  } finally {
    process.kill(server.pid, 'SIGCONT');
    await stopServing(http, 0);
  }
});

test('a table that is locked for long: 503 in time, and no statement is left waiting', async () => {
  const locker = openDatabase(server.databaseUrl, 1);
  try {
    await locker.query('LOCK TABLES scheduler_tick WRITE');
    expect(await told(await routes().request('/up'))).toBe('503 database unavailable');
    expect(
      await database.query(
        `SELECT info FROM information_schema.processlist WHERE info LIKE '%scheduler_tick WHERE id = 1'`,
      ),
    ).toEqual([]);
  } finally {
    await locker.close();
  }
});

test('a server that takes connections and never says a word', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  atEnd(() => silent.close());
  const { port } = silent.address() as { port: number };
  const app = routes({ DATABASE_URL: `mysql://root@127.0.0.1:${port}/tallyport` });
  expect(await told(await app.request('/up'))).toBe('503 database unavailable');
  expect(logged).toContain('DeadlinePassed');
});

test('nobody at the address: 503 at once', async () => {
  const app = routes({ DATABASE_URL: 'mysql://root@127.0.0.1:9/tallyport' });
  expect(await told(await app.request('/up'))).toBe('503 database unavailable');
  expect(logged).toContain('ECONNREFUSED');
});
