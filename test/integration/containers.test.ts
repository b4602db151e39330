import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../shared/database/url.ts';
import { cookiesOf, createUsers } from '../harness/accounts.ts';
import { atEnd } from '../harness/at-end.ts';
import { startProcess } from '../harness/child-process.ts';
import { openTestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { answerOf, openExportLine, temporaryDirectory } from '../harness/export-line.ts';
import { holdPosts } from '../harness/held-posts.ts';

const WEB = new URL('../../functions/hosts/container-web.ts', import.meta.url);
const WORKER = new URL('../../functions/hosts/container-export-worker.ts', import.meta.url);
const SECRET = 'a'.repeat(32);
/** The user of the image, to whom the access point of the export directory belongs. */
const USER = 1000;

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
async function startContainer(entry: URL, environment: Record<string, string>, user?: number) {
  const PORT = await freePort();
  const child = startProcess(entry, {
    user,
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
  const { child, get, viewer } = await startWeb({
    DATABASE_URL: database.url,
    COUNTS_EXPORT_DIRECTORY: await temporaryDirectory(),
  });
  expect((await get('/up')).status).toBe(403);
  const { status } = await viewer('/api/counts', { ledger: 'posts', rows: [{ axis: 'event_type' }] });
  expect(status).toBe(200);
  expect((await viewer('/api/imports')).status).toBe(404);
  expect(await stop(child)).toBe(0);
});

test('web and worker as the user of the image: an export goes from one to the other', async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'Only root can start a process as another user.');
  skip(!(await mayEnter(import.meta.dirname)), 'The project lies in a directory that other users may not enter.');
  const directory = await temporaryDirectory();
  await chown(directory, USER, USER);
  const environment = { DATABASE_URL: await reachableByAll(database.url), COUNTS_EXPORT_DIRECTORY: directory };
  const web = await startWeb(environment, USER);
  const worker = await startContainer(WORKER, environment, USER);
  await eventually('a worker appears', async () => (await readdir(directory)).some((name) => /^worker/.test(name)));
  const order = { request: { ledger: 'posts', rows: [{ axis: 'event_type' }] }, format: 'csv' };
  const { token } = await answerOf(web.viewer('/api/counts/export/jobs', order));
  const { file_token: file } = await eventually('the export is ready', async () => {
    const answer = await answerOf(web.viewer(`/api/counts/export/jobs/${token}`));
    return answer.state === 'ready' && answer;
  });
  const owners = (await readdir(directory)).map(async (name) => (await stat(join(directory, name))).uid);
  expect(new Set(await Promise.all(owners))).toEqual(new Set([USER]));
  const download = await web.viewer(`/api/counts/export/files/${file}`);
  expect([download.status, await download.text()]).toEqual([200, expect.stringContaining('event_type')]);
  for (const { child } of [worker, web]) expect(await stop(child)).toBe(0);
});

/** A web container behind the edge, and somebody who has signed in there. */
async function startWeb(environment: Record<string, string>, user?: number) {
  const { child, get } = await startContainer(
    WEB,
    { ...environment, ORIGIN_SECRET_A: SECRET, WORKER: 'external' },
    user,
  );
  const edge = {
    'content-type': 'application/json',
    'x-tallyport-origin-secret': SECRET,
    'x-tallyport-viewer-host': 'd1.cloudfront.net',
    'x-tallyport-viewer-address': '198.51.100.7',
    origin: 'https://d1.cloudfront.net',
  };
  const send = (path: string, body: unknown, headers: Record<string, string> = edge) =>
    get(path, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
  await eventually('counts are served', async () => (await send('/up', undefined)).status === 200);
  const cookie = cookiesOf((await send('/api/auth/sign-in/email', users.viewer)).headers);
  const viewer = (path: string, body?: unknown) => send(path, body, { ...edge, cookie });
  return { child, get, viewer };
}

/** Whether every user of the machine may. */
async function mayEnter(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  return (mode & 1) === 1 && (path === dirname(path) || mayEnter(dirname(path)));
}

/** The server of the tests listens in a directory that only its own user may enter. */
async function reachableByAll(url: string): Promise<string> {
  const { socketPath, host, port } = parseDatabaseUrl(url);
  const server = createTcpServer((client) => {
    const way = connect(socketPath === undefined ? { host, port } : { path: socketPath });
    for (const end of [client, way])
      end.on('error', () => {}).on('close', () => [client, way].map((each) => each.destroy()));
    client.pipe(way).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  const open = new URL(url);
  open.searchParams.delete('socket');
  open.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return open.href;
}

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
