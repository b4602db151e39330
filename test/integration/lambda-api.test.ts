import { createHash } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { expect, test } from 'vitest';
import { handler } from '../../functions/hosts/lambda-api.ts';
import { cookiesOf, createUsers } from '../harness/accounts.ts';
import { openTestDatabase } from '../harness/database.ts';
import { setLambdaEnvironment } from '../harness/lambda-environment.ts';
import { bodyOf, type HttpRequest, httpEvent, jsonOf, lambdaContext } from '../harness/lambda-event.ts';

const database = await openTestDatabase();
await setLambdaEnvironment({ DATABASE_URL: database.url });
const users = await createUsers(database.url, ['importer']);
const ORIGIN = 'https://tallyport.example';

const call = (request: HttpRequest) => handler(httpEvent(request), lambdaContext());

function signIn(): Promise<APIGatewayProxyStructuredResultV2> {
  return call({
    method: 'POST',
    path: '/api/auth/sign-in/email',
    headers: { 'content-type': 'application/json', origin: ORIGIN },
    body: JSON.stringify(users.importer),
  });
}

const signedIn = await signIn();
const setCookies = signedIn.cookies ?? [];
const cookies = cookiesOf(new Headers(setCookies.map((cookie) => ['set-cookie', cookie] as [string, string]))).split(
  '; ',
);
const as = (request: HttpRequest) => call({ cookies, ...request });
const upload = (body: Uint8Array | string, request: Partial<HttpRequest> = {}) =>
  as({
    method: 'POST',
    path: '/api/imports',
    query: 'ledger=posts',
    body,
    ...request,
    headers: { 'content-type': 'application/octet-stream', origin: ORIGIN, ...request.headers },
  });
const POINTER =
  /POST \/api\/imports with the same query, Content-Type: application\/json and \{"name","size","sha256"\}/;

test('signs in with a Secure cookie, which comes back in an array of its own', async () => {
  expect(signedIn.statusCode).toBe(200);
  expect(setCookies.join('\n')).toMatch(/^__Secure-tallyport\.session_token=.*Secure.*/m);
  expect(setCookies.join('\n')).toMatch(/HttpOnly/);
  expect(signedIn.headers).not.toHaveProperty('set-cookie');
  // Several cookies in one request: the session is found among them.
  expect((await as({ path: '/api/me', cookies: ['theme=dark', ...cookies, 'last=1'] })).statusCode).toBe(200);
  expect((await call({ path: '/api/me' })).statusCode).toBe(401);
});

test('knows the client by the address that API Gateway saw, whatever the client says', async () => {
  const before = await call({
    method: 'POST',
    path: '/api/auth/sign-in/email',
    headers: { 'content-type': 'application/json', origin: ORIGIN, 'x-tallyport-client-address': '198.51.100.1' },
    body: JSON.stringify(users.importer),
  });
  expect(before.statusCode).toBe(200);
  const addresses = await database.query('SELECT DISTINCT ip_address FROM sessions');
  expect(addresses).toEqual([{ ip_address: '203.0.113.7' }]);
});

test('tells what comes through here, and that there is another door', async () => {
  expect(jsonOf(await as({ path: '/api/me' }))).toEqual({
    user: { id: expect.any(String), email: 'importer@example.com', name: 'importer', role: 'importer' },
    time_zone: 'UTC',
    limits: { import_max_bytes: 104_857_600, import_direct_max_bytes: 4_194_304 },
    doors: ['direct', 'presigned'],
  });
});

test('a binary body arrives byte for byte', async () => {
  const file = Buffer.from([
    ...Buffer.from('post_id,version_no,event_type,created_at,title\r\n1,1,create,2025-01-01,'),
    0x83,
    0x5c,
    0xff,
    0x00,
  ]);
  const accepted = await upload(file, { headers: { 'x-filename': encodeURIComponent('表.csv') } });
  expect(accepted.statusCode).toBe(202);
  expect(jsonOf(accepted)).toMatchObject({
    filename: '表.csv',
    bytes: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
    state: 'queued',
  });
});

test('exactly as many bytes as are promised come through', async () => {
  expect((await upload(Buffer.alloc(4_194_304, 'x'))).statusCode).toBe(202);
});

test.each([
  ['one byte more', Buffer.alloc(4_194_305, 'x'), {}],
  ['10 MB', Buffer.alloc(10_485_760, 'x'), {}],
  ['10 MB announced and not sent', undefined, { 'content-length': '10485760' }],
  ['10 MB of text', Buffer.alloc(10_485_760, 'x'), { 'content-type': 'text/csv' }],
])('%s: 413 with a pointer to the other door, and no trace', async (_what, body, headers) => {
  const [before] = await database.query('SELECT COUNT(*) AS imports FROM imports');
  const refused = await upload(body as Uint8Array, { headers });
  expect(refused.statusCode).toBe(413);
  expect(refused.headers?.['content-type']).toBe('application/problem+json');
  const problem = jsonOf(refused);
  expect(problem).toMatchObject({ type: 'urn:tallyport:problem:too-large', errors: [{ field: 'body' }] });
  expect(problem.detail).toMatch(POINTER);
  expect(problem.request_id).toBe(refused.headers?.['x-request-id']);
  expect(await database.query('SELECT COUNT(*) AS imports FROM imports')).toEqual([before]);
});

test.each(['text/csv', 'text/plain; charset=Shift_JIS', 'application/xml'])(
  'a body that came as text (%s): 415 with a pointer to the other door',
  async (type) => {
    const refused = await upload('post_id\n', { headers: { 'content-type': type } });
    expect(refused.statusCode).toBe(415);
    const problem = jsonOf(refused);
    expect(problem).toMatchObject({
      type: 'urn:tallyport:problem:text-body',
      errors: [{ field: 'Content-Type', allowed: ['application/octet-stream', 'application/json'] }],
    });
    expect(problem.detail).toMatch(POINTER);
  },
);

test('a text type that came as base64 is what was sent', async () => {
  const event = httpEvent({
    method: 'POST',
    path: '/api/imports',
    query: 'ledger=tags',
    cookies,
    headers: { 'content-type': 'text/csv', origin: ORIGIN },
  });
  const body = Buffer.from('tag_id\n').toString('base64');
  expect((await handler({ ...event, body, isBase64Encoded: true }, lambdaContext())).statusCode).toBe(202);
});

test('a file without a byte is told what it lacks by the app itself', async () => {
  const refused = await upload('', { headers: { 'content-type': 'text/csv' } });
  expect(refused.statusCode).toBe(422);
});

test.each([
  ['encoded', '/api/ledgers/%E6%8A%95%E7%A8%BF/template.csv'],
  ['decoded by the gateway', '/api/ledgers/投稿/template.csv'],
  ['not decodable', '/api/ledgers/%E6%/template.csv'],
])('a path that is %s finds its route', async (_how, path) => {
  expect(jsonOf(await as({ path }))).toMatchObject({ status: 404, type: 'urn:tallyport:problem:not-found' });
});

test('a query keeps its order and its repeated names', async () => {
  const event = { path: '/api/imports', query: 'limit=1&limit=zero' };
  const found = jsonOf(await as(event)) as { imports: unknown[] };
  expect(found.imports ?? found).toBeDefined();
});

test('a file goes out byte for byte, JSON and plain text as text', async () => {
  const template = await as({ path: '/api/ledgers/tags/template.csv' });
  expect(template.isBase64Encoded).toBe(true);
  expect(bodyOf(template).toString()).toBe('tag_id,version_no,event_type,created_at,created_by,name,category\r\n');
  expect(template.headers?.['content-disposition']).toContain('filename="tags.csv"');
  const health = await call({ path: '/live' });
  expect([health.isBase64Encoded, health.body]).toEqual([false, 'ok']);
  expect((await as({ path: '/api/ledgers' })).isBase64Encoded).toBe(false);
});

test('the health check answers, without a cookie', async () => {
  const health = await call({ path: '/up' });
  expect([health.statusCode, health.body, health.cookies]).toEqual([200, 'ok', undefined]);
  expect((await call({ method: 'HEAD', path: '/up' })).body).toBe('');
});

test('counts and exports live elsewhere', async () => {
  expect(
    (
      await as({
        method: 'POST',
        path: '/api/counts',
        body: '{}',
        headers: { 'content-type': 'application/json', origin: ORIGIN },
      })
    ).statusCode,
  ).toBe(404);
});
