import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import type { ApiEnvironment } from '../../functions/api/environment.ts';
import { Problem, problemResponse } from '../../functions/api/problem.ts';
import { uploadRoutes } from '../../functions/api/upload-routes.ts';
import { createLog } from '../../shared/log.ts';
import { createDirectoryStore } from '../../shared/object-store/directory.ts';
import type { ObjectStore } from '../../shared/object-store/object-store.ts';
import { UPLOAD_PATH } from '../../shared/object-store/upload-signature.ts';

const path = await mkdtemp(join(tmpdir(), 'tallyport-uploads-'));
afterAll(() => rm(path, { recursive: true }));

const EXPIRES = new Date('2026-11-30T01:00:00Z');
const BODY = 'entity_key,version_no\n';
const PROMISE = { size: BODY.length, sha256: createHash('sha256').update(BODY).digest('hex'), expiresAt: EXPIRES };
const KEY = 'imports/1/original';

const storeOf = (secret: string) => createDirectoryStore({ path, secret, uploadUrl: `http://127.0.0.1${UPLOAD_PATH}` });
const store = storeOf('new');

let logged = '';
const log = createLog('json', {}, { write: (text) => (logged += text) });

function appAt(now: string, { secrets = ['new', 'old'], store: takes = store as Pick<ObjectStore, 'put'> } = {}) {
  const app = new Hono<ApiEnvironment>();
  app.use(async (c, next) => {
    c.set('log', log);
    await next();
  });
  app.onError((error, c) => {
    if (error instanceof Problem) return problemResponse(c, error, 'request');
    throw error;
  });
  return app.route(UPLOAD_PATH, uploadRoutes({ store: takes, secrets, now: () => new Date(now) }));
}

/** Sends without a Content-Length, as a chunked request. */
function streamed(...parts: string[]): RequestInit {
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(Buffer.from(part));
      controller.close();
    },
  });
  return { method: 'PUT', body, duplex: 'half' } as RequestInit;
}

const BEFORE = '2026-11-30T00:59:59Z';

test.each(['new', 'old'])('the %s secret may have signed', async (secret) => {
  await store.delete(KEY);
  const { url } = await storeOf(secret).signUpload(KEY, PROMISE);
  expect((await appAt(BEFORE).request(url, { method: 'PUT', body: BODY })).status).toBe(200);
  expect(await store.head(KEY)).toMatchObject({ size: BODY.length });
});

test.each([
  ['another secret signed', (url: string) => url, 'forged'],
  ['the size was changed', (url: string) => url.replace(/size=\d+/, 'size=1000000'), 'new'],
  ['the time was changed', (url: string) => url.replace(/expires=\d/, 'expires=9'), 'new'],
  ['the checksum was changed', (url: string) => url.replace(/sha256=./, 'sha256=x'), 'new'],
  ['the key was changed', (url: string) => url.replace('imports/1', 'imports/2'), 'new'],
  ['the signature is missing', (url: string) => url.replace(/&signature=.*/, ''), 'new'],
])('refuses when %s', async (_what, change, secret) => {
  const { url } = await storeOf(secret).signUpload(KEY, PROMISE);
  const answer = await appAt(BEFORE).request(change(url), { method: 'PUT', body: BODY });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ type: 'urn:tallyport:problem:upload-signature', request_id: 'request' });
});

test('nothing verifies with an empty secret', async () => {
  const { url } = await store.signUpload(KEY, PROMISE);
  expect((await appAt(BEFORE, { secrets: ['', ''] }).request(url, { method: 'PUT', body: BODY })).status).toBe(403);
});

test('refuses from the very moment it expires', async () => {
  const { url, expiresAt } = await store.signUpload(KEY, PROMISE);
  expect(expiresAt).toEqual(EXPIRES);
  const answer = await appAt(EXPIRES.toISOString()).request(url, { method: 'PUT', body: BODY });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ type: 'urn:tallyport:problem:upload-expired' });
});

test.each([
  ['more than promised', 'size', [BODY, 'x']],
  ['less than promised', 'size', [BODY.slice(1)]],
  ['nothing', 'size', []],
  ['other bytes', 'sha256', [BODY.replace('e', 'E')]],
])('a body of unknown length with %s publishes nothing', async (_what, field, parts) => {
  await store.delete(KEY);
  const { url } = await store.signUpload(KEY, PROMISE);
  const answer = await appAt(BEFORE).request(url, streamed(...parts));
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ errors: [{ field, code: `wrong_${field}` }] });
  expect(await store.head(KEY)).toBeUndefined();
});

test('a body of unknown length may come in pieces', async () => {
  await store.delete(KEY);
  const { url } = await store.signUpload(KEY, PROMISE);
  expect((await appAt(BEFORE).request(url, streamed(BODY.slice(0, 3), '', BODY.slice(3)))).status).toBe(200);
  expect(await store.head(KEY)).toMatchObject({ size: BODY.length });
});

test('a sender that goes away publishes nothing and leaves nothing', async () => {
  await store.delete(KEY);
  let settled = (_how: unknown) => {};
  const outcome = new Promise((done) => {
    settled = done;
  });
  const put: ObjectStore['put'] = (...given) => {
    const result = store.put(...given);
    result.catch(settled);
    return result;
  };
  const server = serve({ fetch: appAt(BEFORE, { store: { put } }).fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { url } = await store.signUpload(KEY, PROMISE);
  const { port } = server.address() as AddressInfo;
  const request = httpRequest(`http://127.0.0.1:${port}${url.slice('http://127.0.0.1'.length)}`, { method: 'PUT' });
  request.setHeader('Content-Length', BODY.length).on('error', () => {});
  request.write(BODY.slice(0, 5), () => request.destroy());
  expect(await outcome).toBeInstanceOf(Error);
  expect(await store.head(KEY)).toBeUndefined();
  expect(await readdir(join(path, '~incoming'))).toEqual([]);
  expect(logged).toBe('');
  server.close();
});

test('a store that fails is ours to say and theirs to send again', async () => {
  const file = join(path, 'a-file');
  await writeFile(file, '');
  const broken = createDirectoryStore({ path: file, secret: 'new', uploadUrl: '' });
  const { url } = await store.signUpload(KEY, PROMISE);
  const answer = await appAt(BEFORE, { store: broken }).request(url, { method: 'PUT', body: BODY });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('Retry-After')).toBe('10');
  expect(logged).toContain('ENOTDIR');
});
