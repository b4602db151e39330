import { expect, test } from 'vitest';
import { ORIGIN, openTestApi } from '../harness/api.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const api = await openTestApi(database.url);
const admin = await api.signIn('admin');

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' || body instanceof Uint8Array ? (body as RequestInit['body']) : JSON.stringify(body),
});

/** The problem of an answer, after what all of them have in common. */
async function problemOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const problem = (await response.json()) as Record<string, unknown>;
  expect(Object.keys(problem)).toEqual(['type', 'title', 'status', 'detail', 'errors', 'request_id']);
  expect(problem.status).toBe(response.status);
  expect(problem.type).toMatch(/^urn:tallyport:problem:[a-z-]+$/);
  expect(problem.detail).toMatch(/^[A-Z].*\.$/);
  expect(problem.request_id).toMatch(UUID);
  expect(response.headers.get('x-request-id')).toBe(problem.request_id);
  const lines = api
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.findLast((line) => line.event === 'request')).toMatchObject({
    request_id: problem.request_id,
    status: response.status,
  });
  return problem;
}

const SUMMARY = { ledger: 'posts', rows: [{ axis: 'event_type' }] };

test.each([
  ['an unknown path', '/nothing/here', {}, 404, 'not-found'],
  ['an unknown path of the API', '/api/nothing', {}, 404, 'not-found'],
  ['a ledger that is not there', '/api/ledgers/none/template.csv', {}, 404, 'not-found'],
  ['an import that is not there', '/api/imports/99', {}, 404, 'not-found'],
  ['an import without a number', '/api/imports/abc', {}, 404, 'not-found'],
  ['another method', '/api/ledgers', { method: 'DELETE' }, 405, 'method'],
  ['another method outside of the API', '/up', { method: 'POST' }, 405, 'method'],
  ['no JSON', '/api/counts', json('{"ledger":'), 400, 'not-json'],
  ['JSON in another encoding', '/api/counts', json(Buffer.from('{"ledger":"\xe9"}', 'latin1')), 400, 'not-json'],
  ['an empty body', '/api/counts', json(''), 400, 'not-json'],
  ['JSON of another form', '/api/counts', json([1]), 422, 'invalid-count'],
  ['JSON that is nested without end', '/api/counts', json('['.repeat(500_000)), 400, 'not-json'],
  ['too much JSON', '/api/counts', json(`"${'x'.repeat(1_048_576)}"`), 413, 'too-large'],
  ['too much JSON for a sign-in', '/api/auth/sign-in/email', json(`"${'x'.repeat(1_048_576)}"`), 413, 'too-large'],
  ['an unknown field', '/api/counts', json({ ...SUMMARY, sql: '1' }), 422, 'invalid-count'],
  ['another site', '/api/counts', json(SUMMARY, { origin: 'https://evil.example' }), 403, 'foreign-origin'],
  ['a page without an origin of its own', '/api/counts', json(SUMMARY, { origin: 'null' }), 403, 'foreign-origin'],
] as const)('%s', async (_what, path, init, status, code) => {
  const problem = await problemOf(await admin(path, init as RequestInit));
  expect(problem).toMatchObject({ status, type: `urn:tallyport:problem:${code}` });
});

test('a fault of a field is named with what would have done', async () => {
  const problem = await problemOf(await admin('/api/counts', json({ ...SUMMARY, ledger: 'tag' })));
  const [fault] = problem.errors as { field: string; code: string; message: string; allowed: string[] }[];
  expect(fault).toMatchObject({ field: 'ledger', code: 'not_allowed' });
  expect(fault?.allowed).toContain('tags');
});

test('another method is told which ones there are', async () => {
  expect((await admin('/api/counts', { method: 'PUT' })).headers.get('allow')).toBe('POST');
  expect((await admin('/api/ledgers/posts/template.csv', { method: 'PATCH' })).headers.get('allow')).toBe('GET, HEAD');
});

test.each(['GET', 'HEAD', 'OPTIONS'])('%s may come from anywhere: the answer is not readable there', async (method) => {
  const response = await admin('/api/me', { method, headers: { origin: 'https://evil.example' } });
  expect(response.status).not.toBe(403);
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s of a foreign site never gets as far as a route', async (method) => {
  for (const path of ['/api/auth/sign-out', '/api/imports', '/api/uploads/imports/1/original', '/api/nothing']) {
    const response = await admin(path, { method, headers: { origin: 'https://evil.example' } });
    expect((await problemOf(response)).type, path).toBe('urn:tallyport:problem:foreign-origin');
  }
  expect((await admin('/api/me')).status).toBe(200);
});

test('our own origins are heard, and programs, which name none', async () => {
  for (const origin of [ORIGIN, 'http://localhost:8787', ''])
    expect((await admin('/api/counts', json(SUMMARY, { origin }))).status).toBe(200);
  for (const site of ['same-origin', 'none'])
    expect((await admin('/api/counts', json(SUMMARY, { origin: '', 'sec-fetch-site': site }))).status).toBe(200);
});

test.each([
  '/api/me',
  '/api/ledgers',
  '/api/ledgers/posts/template.csv',
  '/api/imports',
  '/api/imports/1',
  '/api/counts',
  '/api/nothing',
])('without a session %s says nothing but that', async (path) => {
  const problem = await problemOf(await api.app.request(path));
  expect(problem).toMatchObject({ status: 401, type: 'urn:tallyport:problem:no-session' });
});

test('every answer has a request id of its own, and a client cannot choose it', async () => {
  const ask = () => admin('/api/me', { headers: { 'x-request-id': 'chosen' } });
  const ids = [await ask(), await ask()].map((response) => response.headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(UUID);
});

test('what better-auth refuses is a problem like any other', async () => {
  const response = await api.app.request(
    '/api/auth/sign-in/email',
    json({ email: 'a@example.com', password: 'wrong-password' }, { origin: ORIGIN }),
  );
  const problem = await problemOf(response);
  expect(problem).toMatchObject({ status: 401, type: 'urn:tallyport:problem:invalid-email-or-password' });
});

test('a fault of ours is logged under the id that the answer tells, and says nothing else', async () => {
  await database.execute('RENAME TABLE imports TO elsewhere');
  try {
    const problem = await problemOf(await admin('/api/imports'));
    expect(problem).toMatchObject({ status: 500, type: 'urn:tallyport:problem:internal', errors: [] });
    expect(JSON.stringify(problem)).not.toMatch(/elsewhere|imports|SELECT/i);
    const line = api
      .logged()
      .split('\n')
      .find((text) => text.includes('request failed') && text.includes(String(problem.request_id)));
    expect(line).toContain('ER_NO_SUCH_TABLE');
  } finally {
    await database.execute('RENAME TABLE elsewhere TO imports');
  }
});
