import { expect, test } from 'vitest';
import { cookiesOf } from '../harness/accounts.ts';
import { openTestApi } from '../harness/api.ts';
import { openTestDatabase } from '../harness/database.ts';

const [A, B] = ['a'.repeat(32), 'b'.repeat(32)];
const database = await openTestDatabase();
const api = await openTestApi(database.url, { ORIGIN_SECRET_A: A, ORIGIN_SECRET_B: B });
const open = await openTestApi((await openTestDatabase()).url);

const HOST = 'd111111abcdef8.cloudfront.net';
const edge = (headers: Record<string, string> = {}) => ({
  'x-tallyport-origin-secret': A,
  'x-tallyport-viewer-host': HOST,
  'x-tallyport-viewer-address': '198.51.100.7',
  ...headers,
});
const signIn = (headers: Record<string, string>, at = api, password = 'viewer-password') =>
  at.app.request('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: 'viewer@example.com', password }),
  });

test.each([
  ['no secret', {}, 403],
  ['an empty one', { 'x-tallyport-origin-secret': '' }, 403],
  ['another one', { 'x-tallyport-origin-secret': 'c'.repeat(32) }, 403],
  ['both at once', { 'x-tallyport-origin-secret': `${A}, ${B}` }, 403],
  ['the first', { 'x-tallyport-origin-secret': A }, 200],
  ['the second', { 'x-tallyport-origin-secret': B }, 200],
])('with %s', async (_what, headers, status) => {
  for (const path of ['/up', '/api/openapi.json'])
    expect((await api.app.request(path, { headers })).status).toBe(status);
});

test('goes before everything else: no route, no session, no database', async () => {
  for (const path of ['/', '/nothing', '/api/me', '/api/auth/get-session', '/api/uploads/x']) {
    const refused = await api.app.request(path, { method: path === '/api/uploads/x' ? 'PUT' : 'GET' });
    expect([refused.status, ((await refused.json()) as { type: string }).type]).toEqual([
      403,
      'urn:tallyport:problem:not-through-edge',
    ]);
  }
  expect(api.logged()).not.toContain(A);
});

test('a load balancer that cannot know it sees that the process lives', async () => {
  expect((await api.app.request('/live')).status).toBe(200);
});

test('people come from the address that they see, which only the edge can tell', async () => {
  const welcome = await signIn(edge({ origin: `https://${HOST}` }));
  expect(welcome.status).toBe(200);
  expect(welcome.headers.get('set-cookie')).toMatch(/^__Secure-tallyport\.session_token=.*; Secure/);
  expect(await database.query('SELECT ip_address FROM sessions')).toEqual([{ ip_address: '198.51.100.7' }]);
  const cookie = cookiesOf(welcome.headers);
  for (const origin of ['https://viewer.invalid.example', 'http://localhost:8787', `http://${HOST}`])
    expect((await signIn(edge({ origin }))).status).toBe(403);
  const change = (headers: Record<string, string>) =>
    api.app.request('/api/auth/sign-out', { method: 'POST', headers: { ...edge(headers), cookie } });
  expect(
    (await change({ origin: 'https://evil.example', 'x-tallyport-viewer-origin': 'https://evil.example' })).status,
  ).toBe(403);
  expect((await change({ origin: `https://${HOST}` })).status).toBe(200);
});

test('the limit of sign-ins counts the viewer, not the edge', async () => {
  await signIn(edge({ 'x-tallyport-viewer-address': '198.51.100.99', origin: `https://${HOST}` }), api, 'wrong');
  expect(api.logged()).toContain('"network":"198.51.100.99"');
});

test('without an edge nobody has a say on who they are', async () => {
  const headers = { ...edge(), origin: `https://${HOST}` };
  expect((await signIn(headers, open)).status).toBe(403);
});
