import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { cookiesOf, createUsers } from '../harness/accounts.ts';
import { atEnd } from '../harness/at-end.ts';
import { startProcess } from '../harness/child-process.ts';
import { openTestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { answerOf, holdPosts, openExportLine, temporaryDirectory } from '../harness/export-line.ts';

const WEB = new URL('../../functions/hosts/container-web.ts', import.meta.url);
const WORKER = new URL('../../functions/hosts/container-export-worker.ts', import.meta.url);
const SECRET = 'a'.repeat(32);

const database = await openTestDatabase();
const users = await createUsers(database.url, ['viewer']);

async function freePort(): Promise<string> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
}

/** The agent of ECS: keeps what it is asked for. */
async function openAgent(answer = '{"protection":{"ProtectionEnabled":true}}') {
  const asked: object[] = [];
  const server = createServer(async (request, response) => {
    expect([request.method, request.url]).toEqual(['PUT', '/task-protection/v1/state']);
    asked.push(JSON.parse(await text(request)));
    response.end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  return { asked, uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A container: its program, with the environment that the task definition gives it. */
async function startContainer(entry: URL, environment: Record<string, string>) {
  const PORT = await freePort();
  const child = startProcess(entry, {
    environment: { PORT, HOST: '127.0.0.1', SECRET: 'secret', LOG: 'json', STOP_GRACE: '2', ...environment },
  });
  const url = `http://127.0.0.1:${PORT}`;
  const get = (path: string, init?: RequestInit) => fetch(url + path, init);
  await eventually('the container answers', async () => (await get('/live').catch(() => undefined))?.status === 200);
  return { child, get };
}

/** As ECS stops a task. @returns the exit code */
async function stop(child: ChildProcess): Promise<number | null> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await gone;
  return code;
}

test('lives without the database, says that it waits, and can be stopped meanwhile', async () => {
  const environment = {
    DATABASE_URL: `mysql://nobody@127.0.0.1:${await freePort()}/none`,
    COUNTS_EXPORT_DIRECTORY: await temporaryDirectory(),
  };
  for (const entry of [WEB, WORKER]) {
    const { child, get } = await startContainer(entry, environment);
    const waiting = await get('/api/counts', { method: 'POST' });
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await get('/live')).status).toBe(200);
    expect(await stop(child)).toBe(0);
  }
});

test('an export directory that is not fit ends the container with the reason', async () => {
  const child = startProcess(WORKER, {
    environment: { PORT: await freePort(), DATABASE_URL: database.url, COUNTS_EXPORT_DIRECTORY: '/proc' },
  });
  expect((await once(child, 'exit'))[0]).toBe(1);
});

test('the web container serves counts behind the edge, and nothing that Lambda serves', async () => {
  const { child, get } = await startContainer(WEB, {
    DATABASE_URL: database.url,
    COUNTS_EXPORT_DIRECTORY: await temporaryDirectory(),
    ORIGIN_SECRET_A: SECRET,
    WORKER: 'external',
  });
  const edge = {
    'content-type': 'application/json',
    'x-tallyport-origin-secret': SECRET,
    'x-tallyport-viewer-host': 'd1.cloudfront.net',
    'x-tallyport-viewer-address': '198.51.100.7',
    origin: 'https://d1.cloudfront.net',
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    get(path, { method: 'POST', headers: { ...edge, ...headers }, body: JSON.stringify(body) });
  await eventually('counts are served', async () => (await get('/up', { headers: edge })).status === 200);
  expect((await get('/up')).status).toBe(403);
  const cookie = cookiesOf((await post('/api/auth/sign-in/email', users.viewer)).headers);
  const counted = await post('/api/counts', { ledger: 'posts', rows: [{ axis: 'event_type' }] }, { cookie });
  expect(counted.status).toBe(200);
  expect((await get('/api/imports', { headers: { ...edge, cookie } })).status).toBe(404);
  expect(await stop(child)).toBe(0);
});

/** A worker container on an export line. */
async function openWorker(agentUri: string, settings: Record<string, string> = {}) {
  const COUNTS_EXPORT_DIRECTORY = await temporaryDirectory();
  const line = await openExportLine(database, { COUNTS_EXPORT_DIRECTORY, ...settings });
  const { child } = await startContainer(WORKER, {
    DATABASE_URL: database.url,
    COUNTS_EXPORT_DIRECTORY,
    ECS_AGENT_URI: agentUri,
    ...settings,
  });
  await eventually('a worker appears', async () => (await line.names(/^worker/)).length > 0);
  return { ...line, child };
}

test('a task asks not to be stopped while it works, and no longer', async () => {
  const agent = await openAgent();
  const { register, request, child } = await openWorker(agent.uri, { EXPORT_TIME_LIMIT: '115' });
  const { token } = await answerOf(register());
  await eventually('the export is ready', async () => (await answerOf(request(`/jobs/${token}`))).state === 'ready');
  expect(await stop(child)).toBe(0);
  expect(agent.asked).toEqual([{ ProtectionEnabled: true, ExpiresInMinutes: 2 }, { ProtectionEnabled: false }]);
});

test.each([
  ['refuses', '{"failure":{"Reason":"DEPLOYMENT_BLOCKED"}}'],
  ['is away', undefined],
])('the export is made all the same when the agent %s', async (_how, answer) => {
  const uri = answer ? (await openAgent(answer)).uri : `http://127.0.0.1:${await freePort()}`;
  const { register, request, child } = await openWorker(uri);
  const { token } = await answerOf(register());
  await eventually('the export is ready', async () => (await answerOf(request(`/jobs/${token}`))).state === 'ready');
  expect(await stop(child)).toBe(0);
});

test('SIGTERM: the running export has the grace to finish, and no other is taken', async () => {
  const { asked, uri } = await openAgent();
  const { register, request, child } = await openWorker(uri, { STOP_GRACE: '30' });
  const held = await holdPosts(database);
  const { token } = await answerOf(register());
  await eventually(
    'the export is running',
    async () => (await answerOf(request(`/jobs/${token}`))).state === 'running',
  );
  const ended = stop(child);
  const later = await answerOf(register());
  await held.release();
  expect(await ended).toBe(0);
  expect((await answerOf(request(`/jobs/${token}`))).state).toBe('ready');
  expect((await answerOf(request(`/jobs/${later.token}`))).state).not.toBe('ready');
  expect(asked.at(-1)).toEqual({ ProtectionEnabled: false });
});

test('SIGTERM: an export that does not finish in the grace is interrupted, and leaves nothing half made', async () => {
  const { register, request, child, names } = await openWorker((await openAgent()).uri, { STOP_GRACE: '1' });
  const held = await holdPosts(database);
  const { token } = await answerOf(register());
  await eventually(
    'the export is running',
    async () => (await answerOf(request(`/jobs/${token}`))).state === 'running',
  );
  expect(await stop(child)).toBe(0);
  await held.release();
  expect(await answerOf(request(`/jobs/${token}`))).toMatchObject({ state: 'failed', error: { code: 'interrupted' } });
  expect(await names(/part|^worker/)).toEqual([]);
});
