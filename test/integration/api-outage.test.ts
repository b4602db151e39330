import { expect, test } from 'vitest';
import { ORIGIN, openTestApi } from '../harness/api.ts';
import { startTestServer } from '../harness/private-server.ts';

const server = await startTestServer();
const api = await openTestApi(server.databaseUrl);
const admin = await api.signIn('admin');
expect((await admin('/api/imports')).status).toBe(200);
await server.stop();

test.each([
  ['GET', '/api/me'],
  ['GET', '/api/imports'],
  ['POST', '/api/imports?ledger=posts'],
  ['GET', '/api/imports'],
])('without a database %s %s is answered 503 with a time to come again', async (method, path) => {
  const body = method === 'POST' ? { body: 'post_id\n', headers: { 'content-type': 'text/csv', origin: ORIGIN } } : {};
  const response = await admin(path, { method, ...body });
  expect(await response.json()).toMatchObject({ status: 503, type: 'urn:tallyport:problem:unavailable' });
  expect(response.headers.get('retry-after')).toBe('10');
});

test('what needs no database is served all the same', async () => {
  expect((await api.app.request('/live')).status).toBe(200);
  expect((await api.app.request('/api/openapi.json')).status).toBe(200);
});
