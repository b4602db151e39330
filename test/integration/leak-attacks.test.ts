import { describe, expect, test } from 'vitest';
import { answerCounts } from '../../shared/counts/answer-counts.ts';
import { INTERACTIVE_LIMITS } from '../../shared/counts/answer-limits.ts';
import { type Axis, axesOf, isMany } from '../../shared/counts/axes.ts';
import { type CountsRequestInput, countsRequestSchema } from '../../shared/counts/request.ts';
import type { Row, Value } from '../../shared/database/database.ts';
import { LEDGERS } from '../../shared/ledgers/catalogue.ts';
import { createTokenSigner } from '../../shared/signed-token/signed-token.ts';
import { type Ask, ORIGIN, openTestApi } from '../harness/api.ts';
import { AS_OF } from '../harness/counts.ts';
import { openTestDatabase } from '../harness/database.ts';
import { guessOf } from '../harness/every-count.ts';
import { openExportMaker } from '../harness/export-maker.ts';
import { importMade } from '../harness/import-made.ts';
import { leaksIn, readable, SECRET_TEXT } from '../harness/leaks.ts';
import { importSecrets } from '../harness/secret-history.ts';

const database = await openTestDatabase();
await importSecrets(database);
const api = await openTestApi(database.url);
const maker = await openExportMaker(database, api.config);
const admin = await api.signIn('admin');
const viewer = await api.signIn('viewer');

const send = (method: string, body?: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', origin: ORIGIN },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});
const post = (body: unknown) => send('POST', body);
async function json(ask: Ask, path: string, init?: RequestInit, status = 200) {
  const response = await ask(path, init);
  const text = await response.text();
  expect(response.status, `${path} ${text}`).toBe(status);
  return JSON.parse(text);
}

/** The statements and the answer of a request, as a viewer meets them. */
async function asked(request: CountsRequestInput) {
  const texts: string[] = [];
  const answer = await database.snapshot((tx) =>
    answerCounts(
      {
        query: <R = Row>(text: string, values: readonly Value[] = []) => {
          texts.push(text);
          return tx.query<R>(text, values);
        },
      },
      countsRequestSchema.parse(request),
      { role: 'viewer', userId: 'u1' },
      {
        ...{ timeZone: 'UTC', asOf: AS_OF, limits: INTERACTIVE_LIMITS },
        signer: createTokenSigner({ secret: 'a secret of the tests', previousSecret: '' }),
      },
    ),
  );
  const { measures: _, ...told } = answer as typeof answer & { measures?: unknown };
  return { texts, told: JSON.stringify(told) };
}

describe('a guess', () => {
  const nothing = ({ kind, values }: Axis) => (kind === 'id' || kind === 'tag' ? 4242 : (values?.[1] ?? 'nothing'));

  test.each([...LEDGERS.values()])('in $name is answered alike and by the same SQL, right or wrong', async (ledger) => {
    for (const axis of axesOf(ledger).filter((one) => one.guarded && one.kind !== 'field')) {
      const rows = isMany(axis) ? [{ axis: axis.name }] : [{ axis: 'event_type' }];
      const measured = (equals: string | number): CountsRequestInput => ({
        ...{ ledger: ledger.name, rows, subtotals: true, population: 'state' },
        measures: ['count', 'entities', 'first', { count: true, where: { axis: axis.name, equals } }],
      });
      const sorted = (value: string | number): CountsRequestInput => ({
        ...{ ledger: ledger.name, rows: [{ axis: 'created_at', unit: 'month' }], columns: [{ axis: axis.name }] },
        sort: [{ by: 'measure', index: 0, column: [value], dir: 'desc' }],
      });
      const filtered = (value: string | number): CountsRequestInput => ({
        ...{ ledger: ledger.name, mode: 'details', population_count: true },
        filters: [{ axis: axis.name, in: [value, null] }],
      });
      for (const ask of [measured, sorted, ...(isMany(axis) ? [] : [filtered])])
        expect(await asked(ask(guessOf(axis)))).toEqual(await asked(ask(nothing(axis))));
    }
  });
});

describe('a cursor', () => {
  // To an administrator: versions that nobody else may know of, in number either.
  const guess: CountsRequestInput = {
    ...{ ledger: 'materials', mode: 'details', limit: 1 },
    filters: [{ axis: 'created_by', in: [`${SECRET_TEXT}-actor`] }],
  };

  test('of a session is nothing to a key of the same person that may do less', async () => {
    const { next_cursor: cursor } = await json(admin, '/api/counts', post(guess));
    const { key } = await json(admin, '/api/keys', post({ name: 'less', role: 'viewer' }), 201);
    const { errors } = await json(api.withKey(key), '/api/counts', post({ ...guess, cursor }), 422);
    expect(errors).toEqual([expect.objectContaining({ field: 'cursor' })]);
  });

  test('ends with the role in which it was made', async () => {
    const other = { email: 'other@example.com', password: 'other-password', name: 'Other', role: 'admin' };
    const { user } = await json(admin, '/api/auth/admin/create-user', post(other));
    const { key } = await json(await signedIn(other), '/api/keys', post({ name: 'key' }), 201);
    const ask = api.withKey(key);
    const { next_cursor: cursor } = await json(ask, '/api/counts', post(guess));
    await json(admin, '/api/auth/admin/set-role', post({ userId: user.id, role: 'importer' }));
    await json(ask, '/api/counts', post({ ...guess, cursor }), 422);
    expect(await json(ask, '/api/counts', post(guess))).toMatchObject({ output_count: 0, visible_output_count: 0 });
  });

  test('goes on without what became private since', async () => {
    await importMade(database, 'tags', [{ tag_id: 50, name: 'soon' }]);
    await importMade(
      database,
      'tag_groups',
      ['x', 'y', 'z'].map((name, index) => ({ tag_group_id: 60 + index, name, tag_ids: '[50]' })),
    );
    const page: CountsRequestInput = {
      ledger: 'tag_groups',
      mode: 'details',
      limit: 1,
      filters: [{ axis: 'name', in: ['x', 'y', 'z'] }],
    };
    const first = await json(viewer, '/api/counts', post(page));
    expect(first.rows).toHaveLength(1);
    await importMade(database, 'tags', [{ tag_id: 50, version_no: 2, event_type: 'discard' }]);
    const second = await json(viewer, '/api/counts', post({ ...page, cursor: first.next_cursor }));
    expect(second).toMatchObject({ rows: [], next_cursor: null });
  });
});

async function signedIn({ email, password }: { email: string; password: string }): Promise<Ask> {
  const response = await api.app.request('/api/auth/sign-in/email', post({ email, password }));
  const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0]);
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie.join('; '));
    headers.set('origin', ORIGIN);
    return api.app.request(path, { ...init, headers });
  };
}

describe('an export', () => {
  const order = { request: { ledger: 'posts', mode: 'details' }, format: 'jsonl' };
  async function exported(ask: Ask) {
    await maker.beat();
    const { token } = await json(ask, '/api/counts/export/jobs', post(order), 202);
    const job = `/api/counts/export/jobs/${token}`;
    return { token, job };
  }
  async function ready(ask: Ask) {
    const { token, job } = await exported(ask);
    await maker.make();
    const { file_token } = await json(ask, job);
    const { attempt } = await json(ask, `${job}/download`, send('POST'));
    const file = `/api/counts/export/files/${file_token}`;
    return {
      job,
      file,
      all: [
        [job],
        [`${job}/download`, 'POST'],
        [file],
        [file, 'HEAD'],
        [`${file}?job=${token}&attempt=${attempt}`],
      ] as const,
    };
  }
  const answers = async (ask: Ask, all: readonly (readonly [path: string, method?: string])[]) =>
    Promise.all(
      all.map(async ([path, method = 'GET']) => {
        const response = await ask(path, { method });
        expect(leaksIn(await readable(response.clone()))).toEqual([]);
        return response.status;
      }),
    );

  test('of an administrator is closed to them once they are none, and to their lesser keys', async () => {
    const other = { email: 'maker@example.com', password: 'maker-password', name: 'Maker', role: 'admin' };
    const { user } = await json(admin, '/api/auth/admin/create-user', post(other));
    const session = await signedIn(other);
    const { all, file } = await ready(session);
    expect(leaksIn(await readable(await session(file)))).not.toEqual([]);
    const { key } = await json(session, '/api/keys', post({ name: 'less', role: 'viewer' }), 201);
    expect(await answers(api.withKey(key), all)).toEqual([404, 404, 404, 404, 404]);
    expect(await answers(viewer, all)).toEqual([404, 404, 404, 404, 404]);
    await json(admin, '/api/auth/admin/set-role', post({ userId: user.id, role: 'viewer' }));
    expect(await answers(session, all)).toEqual([410, 410, 410, 410, 410]);
  });

  test('is closed when something became private after it was made, and fails when before', async () => {
    await importMade(database, 'tags', [{ tag_id: 70, name: 'soon' }]);
    await importMade(database, 'posts', [{ post_id: 70, title: 'soon private', tag_ids: '[70]' }]);
    const { all, file } = await ready(viewer);
    expect(await (await viewer(file)).text()).toContain('soon private');
    const { job } = await exported(viewer);
    await importMade(database, 'tags', [{ tag_id: 70, version_no: 2, event_type: 'discard' }]);
    expect(await answers(viewer, all)).toEqual([410, 410, 410, 410, 410]);
    await expect(maker.make()).rejects.toMatchObject({ code: 'permission_changed' });
    await json(viewer, job, undefined, 410);
  });
});
