import { beforeAll, describe, expect, test } from 'vitest';
import { exportToken, FILE_TOKEN, JOB_TOKEN } from '../../functions/api/export-access.ts';
import { openApiDocument } from '../../functions/openapi/document.ts';
import { askDatabaseTime } from '../../shared/export-queue/database-clock.ts';
import { openExportQueue } from '../../shared/export-queue/export-queue.ts';
import { appear } from '../../shared/export-queue/workers.ts';
import { createTokenSigner } from '../../shared/signed-token/signed-token.ts';
import { openTestApi } from '../harness/api.ts';
import { CALLERS, type CallerName, openCallers } from '../harness/callers.ts';
import { openTestDatabase } from '../harness/database.ts';

/**
 * Who may use which route. `ok` is every answer that does not refuse the caller (401, 403, 404): what is asked for may
 * still be wrong. `owner` is an importer on what is their own, `other` another importer on the same things. A banned
 * user is nobody. A route that is described and has no line here fails; its author decides.
 */
const TABLE = `
  route                                           none  viewer  owner  other  admin
  GET /up                                         ok    ok      ok     ok     ok
  GET /live                                       ok    ok      ok     ok     ok
  GET /metrics                                    ok    ok      ok     ok     ok
  GET /api/openapi.json                           ok    ok      ok     ok     ok
  POST /api/auth/sign-in/email                    ok    ok      ok     ok     ok
  GET /api/auth/get-session                       ok    ok      ok     ok     ok
  POST /api/auth/change-password                  401   ok      ok     ok     ok
  PUT /api/uploads/{key}                          403   403     403    403    403
  GET /api/me                                     401   ok      ok     ok     ok
  GET /api/ledgers                                401   ok      ok     ok     ok
  GET /api/ledgers/{name}/template.csv            401   ok      ok     ok     ok
  POST /api/counts                                401   ok      ok     ok     ok
  POST /api/counts/export/jobs                    401   ok      ok     ok     ok
  GET /api/counts/export/jobs/{token}             401   404     ok     404    404
  POST /api/counts/export/jobs/{token}/download   401   404     ok     404    404
  GET /api/counts/export/files/{token}            401   404     ok     404    404
  DELETE /api/counts/export/jobs/{token}          401   404     ok     404    404
  GET /api/imports                                401   403     ok     ok     ok
  POST /api/imports                               401   403     ok     ok     ok
  POST /api/imports/preview                       401   403     ok     ok     ok
  GET /api/imports/{id}                           401   403     ok     404    ok
  GET /api/imports/{id}/original                  401   403     ok     404    ok
  GET /api/imports/{id}/errors.csv                401   403     ok     404    ok
  POST /api/imports/{id}/complete                 401   403     ok     404    ok
  POST /api/imports/{id}/cancel                   401   403     ok     404    ok
  POST /api/imports/{id}/redispatch               401   403     ok     404    ok
  POST /api/imports/{id}/revert                   401   403     403    403    ok
  GET /api/keys                                   401   ok      ok     ok     ok
  POST /api/keys                                  401   ok      ok     ok     ok
  DELETE /api/keys/{id}                           401   404     ok     404    ok
  GET /api/users                                  401   403     403    403    ok
  POST /api/auth/admin/create-user                401   403     403    403    ok
  POST /api/auth/admin/ban-user                   401   403     403    403    ok
  POST /api/auth/admin/unban-user                 401   403     403    403    ok
  POST /api/auth/admin/set-role                   401   403     403    403    ok
  POST /api/auth/admin/set-user-password          401   403     403    403    ok
  GET /api/audit                                  401   403     403    403    ok
  GET /api/jobs                                   401   403     403    403    ok
  POST /api/jobs/{id}/retry                       401   403     403    403    ok
  GET /api/schedule                               401   403     403    403    ok
  GET /api/workers                                401   403     403    403    ok
  POST /api/auth/sign-out                         ok    ok      ok     ok     ok
`;
/** What a key does not do for its owner. */
const NEEDS_SESSION = ['POST /api/keys', 'POST /api/auth/change-password'];

const lines = TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [route = '', ...expected] = line.trim().split(/\s{2,}/);
    return { route, expected };
  });
const described = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    route: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    json: 'requestBody' in operation && JSON.stringify(operation.requestBody).includes('application/json'),
  })),
);

const database = await openTestDatabase();
// The worker that takes part is a sign of life only.
const api = await openTestApi(database.url, { EXPORT_HEARTBEAT_STALE: '3600', EXPORT_QUEUE_LIMIT: '500' });
const callers = await openCallers(api, database);
const { admin } = callers;
/** By `cookie` and `key`: a token ends with what it was made with. */
const tokens: Record<string, { job: string; file: string }> = {};
const ids: Record<string, string> = {};

beforeAll(async () => {
  const queue = await openExportQueue(api.config, () => askDatabaseTime(database));
  await appear(queue);
  const signer = createTokenSigner({ secret: api.config.SECRET, previousSecret: '' });
  const { owner } = callers;
  for (const way of ['cookie', 'key'] as const) {
    const body = JSON.stringify({ request: { ledger: 'posts', rows: [{ axis: 'event_type' }] }, format: 'csv' });
    const response = await owner[way]('/api/counts/export/jobs', { method: 'POST', body });
    const { token } = (await response.json()) as { token: string };
    const claims = signer.verify(token, JOB_TOKEN);
    const job = await queue.store.read(claims?.subject ?? '');
    if (!job) throw new Error(`The export was not registered: ${response.status}`);
    tokens[way] = { job: token, file: exportToken({ signer }, FILE_TOKEN, job) };
  }
  const uploaded = await owner.key('/api/imports?ledger=tags', { method: 'POST', body: 'x' });
  ids.imports = String(((await uploaded.json()) as { id: number }).id);
  await database.execute(
    `UPDATE imports SET state = 'rejected', error_count = 1, objects_deleted_at = UTC_TIMESTAMP(6) WHERE id = ?`,
    [ids.imports],
  );
  const made = await owner.cookie('/api/keys', { method: 'POST', body: '{"name":"to be revoked"}' });
  ids.keys = String(((await made.json()) as { id: number }).id);
  const { insertId } = await database.execute(
    `INSERT INTO jobs (kind, payload, state, run_at, created_at) VALUES ('note', '', 'failed', NOW(6), NOW(6))`,
  );
  ids.jobs = insertId;
});

/** A path with everything in it that belongs to `owner`. */
function filled(path: string, way: 'cookie' | 'key'): string {
  const [, , kind = ''] = path.split('/');
  return path
    .replace('{id}', ids[kind] ?? '')
    .replace('{name}', 'tags')
    .replace(/imports$/, 'imports?ledger=tags')
    .replace('{key}', 'imports/1/original')
    .replace('{token}', (path.includes('/files/') ? tokens[way]?.file : tokens[way]?.job) ?? '');
}

function ask(caller: CallerName, way: 'cookie' | 'key', { method, path, json }: (typeof described)[number], init = {}) {
  const body = json ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
  return callers[caller][way](filled(path, way), { method, ...body, ...init });
}

const told = (status: number) => ([401, 403, 404].includes(status) ? String(status) : 'ok');

describe('the table', () => {
  test('has a line for every route that there is', () => {
    expect(lines.map(({ route }) => route).toSorted()).toEqual(described.map(({ route }) => route).toSorted());
  });

  describe.each(['cookie', 'key'] as const)('with a %s', (way) => {
    test.each(lines)('$route', async ({ route, expected }) => {
      const operation = described.find((one) => one.route === route);
      if (!operation) throw new Error(`${route} is described nowhere.`);
      const byKey = way === 'key' && NEEDS_SESSION.includes(route);
      const wanted = expected.map((status) => (byKey && status === 'ok' ? '403' : status));
      const found: string[] = [];
      for (const caller of CALLERS) found.push(told((await ask(caller, way, operation)).status));
      expect(Object.fromEntries(CALLERS.map((caller, index) => [caller, found[index]]))).toEqual(
        Object.fromEntries(CALLERS.map((caller, index) => [caller, wanted[index] ?? wanted[0]])),
      );
    });
  });

  test('a token of an export opens nothing for its owner by another session', async () => {
    const { job } = tokens.cookie ?? {};
    expect((await callers.owner.key(`/api/counts/export/jobs/${job}`)).status).toBe(404);
  });
});

describe('every unsafe route', () => {
  const unsafe = described.filter(({ method }) => method !== 'GET' && method !== 'HEAD');

  test.each(unsafe)('$route is closed to another site, with or without its origin', async (operation) => {
    const { ask: fresh } = await signedIn;
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:8787.evil.example']) {
      for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
        const headers = { origin, 'content-type': type };
        const response = await fresh(filled(operation.path, 'cookie'), { method: operation.method, headers });
        expect(await response.json()).toMatchObject({ type: 'urn:tallyport:problem:foreign-origin' });
      }
    }
    for (const site of ['cross-site', 'same-site']) {
      const headers = { origin: '', 'sec-fetch-site': site };
      const response = await fresh(filled(operation.path, 'cookie'), { method: operation.method, headers });
      expect(await response.json()).toMatchObject({ type: 'urn:tallyport:problem:foreign-origin' });
    }
  });
  const signedIn = api.signInAs({ email: 'admin@example.com', password: 'admin-password' });

  test.each(unsafe.filter(({ json }) => json))('$route bears any JSON', async (operation) => {
    const headers = { 'content-type': 'application/json' };
    const answers = [
      `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
      `{"a":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
      `{"__proto__":{"role":"admin"},"constructor":{"prototype":{}}}`,
      '[]',
      'null',
      '1e999',
      '"\\ud800"',
    ].map((body) => ask('admin', 'key', operation, { body, headers }));
    for (const answer of answers) {
      const { status } = await answer;
      expect(status >= 400 && status < 500, String(status)).toBe(true);
    }
    const large = await ask('admin', 'key', operation, { body: `"${'x'.repeat(1_048_576)}"`, headers });
    expect([403, 413]).toContain(large.status);
  });
});

test('a route that only reads says no more to HEAD than to GET', async () => {
  for (const { route, method, path } of described) {
    if (method !== 'GET' || lines.find((line) => line.route === route)?.expected[0] === 'ok') continue;
    const response = await callers.none.cookie(filled(path, 'key'), { method: 'HEAD' });
    expect([route, response.status]).toEqual([route, 401]);
  }
});

test('no secret of any request stands in the log', async () => {
  await admin.key('/api/keys', { method: 'POST', body: '{"name":"x"}' });
  const secrets = Object.values(callers).flatMap((caller) => [
    ...caller.secrets,
    decodeURIComponent(caller.secrets[1] ?? ''),
  ]);
  const passwords = CALLERS.map((name) => `${name}-password`);
  const all = [
    ...secrets,
    ...passwords,
    '@example.com',
    api.config.SECRET,
    ...Object.values(tokens).flatMap(({ job, file }) => [job, file]),
  ];
  const logged = api.logged();
  expect(logged.includes('/api/counts/export/files/')).toBe(true);
  expect(all.filter((secret) => secret && logged.includes(secret))).toEqual([]);
});
