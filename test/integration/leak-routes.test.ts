import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../functions/openapi/document.ts';
import { axesOf } from '../../shared/counts/axes.ts';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { type Ask, ORIGIN, openTestApi } from '../harness/api.ts';
import { openTestDatabase } from '../harness/database.ts';
import { openExportMaker } from '../harness/export-maker.ts';
import { leaksIn, readable, SECRET_TEXT } from '../harness/leaks.ts';
import { importSecrets } from '../harness/secret-history.ts';

const database = await openTestDatabase();
const { digests } = await importSecrets(database);
const api = await openTestApi(database.url);
const maker = await openExportMaker(database, api.config);
const admin = await api.signIn('admin');
const viewer = await api.signIn('viewer');
const importer = await api.signIn('importer');

interface Described {
  parameters?: { name: string; in: string }[];
}
const paths = openApiDocument().paths as unknown as Record<string, Record<string, Described>>;
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [] }]) => ({
    name: `${method.toUpperCase()} ${path}`,
    query: parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name),
  })),
);

const JSON_TYPE = { 'content-type': 'application/json' };
const body = (value: unknown) => ({ headers: JSON_TYPE, body: JSON.stringify(value) });
interface Made {
  id: number;
  user: { id: string };
  token: string;
  file_token: string;
  state: string;
  attempt: string;
}
async function json(ask: Ask, path: string, init?: RequestInit) {
  const response = await ask(path, init);
  expect(response.ok, `${path} ${response.status}`).toBe(true);
  return response.json() as Promise<Made>;
}

/** What an administrator has made, all of it marked: an import with errors, an upload, an export, accounts, a job. */
async function makeForeign() {
  const file = `tag_id,version_no,event_type,created_at,name\n1,9,create,2025-01-01,${SECRET_TEXT}\n`;
  const upload = { headers: { 'content-type': 'text/csv', 'x-filename': `${SECRET_TEXT}.csv` }, body: file };
  const { id } = await json(admin, '/api/imports?ledger=tags', { method: 'POST', ...upload });
  await database.execute(
    `UPDATE imports SET state = 'rejected', error_count = 1, problem_code = 'x', problem_message = ? WHERE id = ?`,
    [SECRET_TEXT, id],
  );
  await database.execute(`INSERT INTO import_errors VALUES (?, 1, 2, 'name', 'x', ?, ?)`, [
    id,
    SECRET_TEXT,
    SECRET_TEXT,
  ]);
  await maker.beat();
  const order = body({ request: { ledger: 'posts', mode: 'details' }, format: 'jsonl' });
  const { token } = await json(admin, '/api/counts/export/jobs', { method: 'POST', ...order });
  await maker.make();
  const { file_token } = await json(admin, `/api/counts/export/jobs/${token}`);
  const user = { email: `${SECRET_TEXT}@example.com`, password: 'a-password', name: SECRET_TEXT, role: 'viewer' };
  const made = await json(admin, '/api/auth/admin/create-user', { method: 'POST', ...body(user) });
  const ban = { userId: made.user.id, banReason: SECRET_TEXT };
  await json(admin, '/api/auth/admin/ban-user', { method: 'POST', ...body(ban) });
  const key = await json(admin, '/api/keys', { method: 'POST', ...body({ name: SECRET_TEXT }) });
  await database.execute(
    `INSERT INTO jobs (kind, payload, state, run_at, created_at, last_error) VALUES ('x', ?, 'failed', NOW(6), NOW(6), ?)`,
    [SECRET_TEXT, SECRET_TEXT],
  );
  const [job] = await database.query(`SELECT MAX(id) AS id FROM jobs`);
  return { import: id, token, file: file_token, user: made.user.id, key: key.id, job: job?.id };
}
const foreign = await makeForeign();
const NONE = 4242;

/** Where a request goes, and with what. */
type Visit = readonly [path: string, init?: RequestInit];
const lists = (path: string, ...queries: string[]): Visit[] => ['', ...queries].map((query) => [`${path}${query}`]);
/** Of what is another's and of what does not exist: nobody may tell them apart. */
const either = (path: (id: unknown) => string, there: unknown, init?: RequestInit): Visit[] => [
  [path(there), init],
  [path(NONE), init],
];
const CSV = {
  headers: { 'content-type': 'text/csv' },
  body: 'tag_id,version_no,event_type,created_at\n1,x,create,2025-01-01\n',
};
const UPLOAD =
  '&encoding=utf-8&delimiter=,&time_zone=UTC&map=a:name&on_error=skip&on_conflict=error&dry_run=true&force=true';
const own = (id: unknown) => `/api/imports/${id}`;
const exportJob = (token: unknown) => `/api/counts/export/jobs/${token}`;
const exportFile = (token: unknown) => `/api/counts/export/files/${token}`;
const account = (name: string, more: object): Visit[] =>
  [foreign.user, String(NONE)].map((userId) => [`/api/auth/admin/${name}`, body({ userId, ...more })]);
const newUser = { email: 'x@example.com', password: 'a-password', name: 'X', role: 'viewer' };

/** Every route with what is asked of it. A route or a parameter that is not here fails the test below. */
const VISITS: Readonly<Record<string, readonly Visit[]>> = {
  'POST /api/imports': [
    ['/api/imports?ledger=tags', CSV],
    [`/api/imports?ledger=tags${UPLOAD}`, CSV],
    ['/api/imports?ledger=nothing', CSV],
    ['/api/imports?ledger=tags', body({ name: 'x.csv', size: 3, sha256: 'a'.repeat(64) })],
    ['/api/imports?ledger=tags', body({})],
  ],
  'GET /api/imports': lists(
    '/api/imports',
    '?limit=1',
    '?before=99',
    '?state=rejected',
    '?ledger=tags',
    '?duplicates=true',
    '?limit=x',
  ),
  'POST /api/imports/preview': [
    ['/api/imports/preview?ledger=tags', CSV],
    [`/api/imports/preview?ledger=tags${UPLOAD}`, CSV],
  ],
  'GET /api/imports/{id}': either(own, foreign.import),
  ...Object.fromEntries(
    ['complete', 'cancel', 'redispatch'].map((action) => [
      `POST /api/imports/{id}/${action}`,
      either((id) => `${own(id)}/${action}`, foreign.import),
    ]),
  ),
  'POST /api/imports/{id}/revert': either((id) => `${own(id)}/revert?dry_run=true`, foreign.import),
  'GET /api/imports/{id}/original': either((id) => `${own(id)}/original`, foreign.import),
  'GET /api/imports/{id}/errors.csv': either((id) => `${own(id)}/errors.csv`, foreign.import),
  'PUT /api/uploads/{key}': either(
    (id) => `/api/uploads/imports/${id}/original?size=1&sha256=${'a'.repeat(64)}&expires=9999999999&signature=x`,
    foreign.import,
    { body: 'x' },
  ),
  'GET /api/ledgers': lists('/api/ledgers'),
  'GET /api/ledgers/{name}/template.csv': [['/api/ledgers/posts/template.csv'], ['/api/ledgers/none/template.csv']],
  // What it answers is walked in leak.test.ts; here what it refuses.
  'POST /api/counts': [
    [
      { filters: [{ axis: 'title', in: ['x'] }] },
      { tag_search: { any: [1] } },
      { rows: [{ axis: 'none' }] },
      { rows: [] },
    ].map((more) => ({ ledger: 'posts', rows: [{ axis: 'event_type' }], ...more })),
    [{ ledger: 'posts', mode: 'details', cursor: 'nonsense' }, { ledger: 'none' }, 'nonsense'],
  ]
    .flat()
    .map((request) => ['/api/counts', body(request)] as const),
  'POST /api/counts/export/jobs': [['/api/counts/export/jobs', body({ request: { ledger: 'posts' }, format: 'xml' })]],
  'GET /api/counts/export/jobs/{token}': either(exportJob, foreign.token),
  'DELETE /api/counts/export/jobs/{token}': either(exportJob, foreign.token),
  'POST /api/counts/export/jobs/{token}/download': either((token) => `${exportJob(token)}/download`, foreign.token),
  'GET /api/counts/export/files/{token}': [
    ...either(exportFile, foreign.file),
    ...either((token) => `${exportFile(token)}?job=${foreign.token}&attempt=x`, foreign.file),
  ],
  'GET /api/me': lists('/api/me'),
  'POST /api/auth/sign-in/email': ['zq@example.com', 'admin@example.com'].map((email) => [
    '/api/auth/sign-in/email',
    body({ email, password: 'wrong-password' }),
  ]),
  'POST /api/auth/sign-out': [['/api/auth/sign-out', body({})]],
  'GET /api/auth/get-session': lists('/api/auth/get-session'),
  'POST /api/auth/change-password': [
    ['/api/auth/change-password', body({ currentPassword: 'wrong-password', newPassword: 'a-new-password' })],
  ],
  'GET /api/keys': lists('/api/keys', '?limit=1', '?before=99', '?all=true'),
  'POST /api/keys': [
    ['/api/keys', body({ name: 'own' })],
    ['/api/keys', body({ name: 'more', role: 'admin' })],
  ],
  'DELETE /api/keys/{id}': either((id) => `/api/keys/${id}`, foreign.key),
  'GET /api/users': lists('/api/users', '?limit=1', '?after=a'),
  'POST /api/auth/admin/create-user': [['/api/auth/admin/create-user', body(newUser)]],
  'POST /api/auth/admin/ban-user': account('ban-user', { banReason: 'x' }),
  'POST /api/auth/admin/unban-user': account('unban-user', {}),
  'POST /api/auth/admin/set-role': account('set-role', { role: 'viewer' }),
  'POST /api/auth/admin/set-user-password': account('set-user-password', { newPassword: 'a-new-password' }),
  'GET /api/jobs': lists('/api/jobs', '?limit=1', '?before=99', '?state=failed'),
  'POST /api/jobs/{id}/retry': either((id) => `/api/jobs/${id}/retry`, foreign.job),
  'GET /api/schedule': lists('/api/schedule'),
  'GET /api/workers': lists('/api/workers'),
  'GET /up': lists('/up'),
  'GET /live': lists('/live'),
  // Numbers by states, tasks and routes; nothing that a version holds.
  'GET /metrics': lists('/metrics'),
  'GET /api/openapi.json': lists('/api/openapi.json'),
  'GET /api/audit': lists('/api/audit', '?limit=1', '?before=99', '?action=user.banned', '?user=x'),
};

describe('every route', () => {
  test('is walked, with each parameter of its query', () => {
    expect(Object.keys(VISITS).sort()).toEqual(described.map(({ name }) => name).sort());
    for (const { name, query } of described) {
      const asked = (VISITS[name] ?? []).flatMap(([path]) => [...new URL(path, ORIGIN).searchParams.keys()]);
      expect(
        query.filter((parameter) => !asked.includes(parameter)),
        name,
      ).toEqual([]);
    }
  });

  // Signing out ends the session that all the others need.
  const inOrder = Object.entries(VISITS).sort(([a], [b]) => Number(/sign-out/.test(a)) - Number(/sign-out/.test(b)));
  const walkers: Record<string, () => Promise<Ask>> = {
    viewer: () => api.signIn('viewer'),
    importer: () => api.signIn('importer'),
    nobody: async () => async (path, init) => api.app.request(path, init),
  };
  test.each(Object.entries(walkers))('shows %s nothing that is another’s', async (who, begin) => {
    const ask = await begin();
    for (const [name, visits] of inOrder) {
      const [method = ''] = name.split(' ');
      if (/sign-out/.test(name)) expect((await ask('/api/me')).status).toBe(who === 'nobody' ? 401 : 200);
      for (const [path, init] of visits)
        for (const sent of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
          const response = await ask(path, { ...init, method: sent });
          expect(leaksIn(await readable(response), digests), `${sent} ${path}`).toEqual([]);
          expect(response.status, `${sent} ${path}`).toBeLessThan(500);
        }
    }
  });

  test('answers for what is another’s as for what does not exist', async () => {
    const told = async (ask: Ask, path: string, init: RequestInit) => {
      const response = await ask(path, init);
      const text = (await response.text()).replace(/"request_id":"[^"]*"/, '');
      return [response.status, text, response.headers.get('content-type')];
    };
    const one = Object.entries(VISITS).filter(([name]) => /\{(id|token)\}/.test(name));
    for (const [name, visits] of one)
      for (const ask of [viewer, importer]) {
        const [there, missing] = visits;
        const [method = ''] = name.split(' ');
        if (!there || !missing) throw new Error(`${name} is not walked.`);
        expect(await told(ask, there[0], { ...there[1], method }), name).toEqual(
          await told(ask, missing[0], { ...missing[1], method }),
        );
      }
  });

  test('shows an administrator what is marked, so that the walk can fail', async () => {
    const shown = [
      '/api/imports',
      own(foreign.import),
      '/api/users',
      '/api/keys?all=true',
      '/api/jobs',
      exportFile(foreign.file),
    ];
    for (const path of shown) expect(leaksIn(await readable(await admin(path))), path).not.toEqual([]);
  });
});

describe('an export', () => {
  const forms = [
    { mode: 'summary', format: 'csv' },
    { mode: 'summary', format: 'json' },
    { mode: 'details', format: 'csv' },
    { mode: 'details', format: 'json' },
    { mode: 'details', format: 'jsonl' },
  ] as const;

  test.each([...LEDGERS.values()])('of $name holds nothing that is private, in any form', async (ledger) => {
    const rows = axesOf(ledger).slice(-4);
    for (const { mode, format } of forms) {
      const summary = {
        rows: rows.map(({ name }) => ({ axis: name })),
        columns: [{ axis: 'created_by' }],
        measures: ['count', 'entities', 'actors', 'first', 'last'],
        subtotals: true,
      };
      if (rows.some(({ name }) => name === 'created_by')) summary.columns = [{ axis: 'event_type' }];
      const request = { ledger: ledger.name, mode, population_count: true, ...(mode === 'summary' ? summary : {}) };
      await maker.beat();
      const { token } = await json(viewer, '/api/counts/export/jobs', { method: 'POST', ...body({ request, format }) });
      await maker.make();
      const { file_token, state } = await json(viewer, exportJob(token));
      expect(state).toBe('ready');
      const { attempt } = await json(viewer, `${exportJob(token)}/download`, { method: 'POST' });
      const path = exportFile(file_token);
      for (const [to, method] of [
        [exportJob(token), 'GET'],
        [path, 'HEAD'],
        [path, 'GET'],
        [`${path}?job=${token}&attempt=${attempt}`, 'GET'],
      ] as const) {
        const text = await readable(await viewer(to, { method }));
        expect(leaksIn(text, digests), `${ledger.name} ${mode} ${format}`).toEqual([]);
      }
    }
  });
});
