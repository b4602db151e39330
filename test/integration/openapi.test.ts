import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { openApiDocument, openApiText } from '../../functions/openapi/document.ts';
import { ANSWERS, REQUESTS } from '../../functions/openapi/schemas.ts';
import { ORIGIN, openTestApi } from '../harness/api.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const api = await openTestApi(database.url);
const admin = await api.signIn('admin');

interface Described {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string }; example?: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, object> }>;
  security?: unknown[];
}
const document = openApiDocument() as unknown as {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, object> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  })),
);

describe('the document', () => {
  test('is the one that is sent; after a change of a route or a schema: npm run openapi', async () => {
    expect(await readFile(new URL('../../functions/api/openapi.json', import.meta.url), 'utf8')).toBe(openApiText());
    const sent = await api.app.request('/api/openapi.json');
    expect(sent.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await sent.json()).toEqual(document);
  });

  test('describes every route, and no route that there is not', () => {
    const routes = api.app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^/]*\})?/g, '{$1}')}`);
    const described = operations.map(({ name }) => name);
    expect([...new Set(routes)].sort()).toEqual(described.sort());
  });

  test('names its operations uniquely, and every parameter of a path', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { name, path, operation } of operations) {
      const declared = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'path')
        .map((one) => one.name);
      expect(declared, name).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter));
      for (const parameter of operation.parameters ?? [])
        expect(parameter.schema, `${name} ${parameter.name}`).toBeTypeOf('object');
    }
  });

  test('says what every operation answers when it goes well, and in which form when it does not', () => {
    for (const { name, path, operation } of operations) {
      const statuses = Object.keys(operation.responses).map(Number);
      expect(
        statuses.some((status) => status >= 200 && status < 300),
        name,
      ).toBe(true);
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(response.description, `${name} ${status}`).toMatch(/\S/);
        if (Number(status) >= 400 && path.startsWith('/api/'))
          expect(Object.keys(response.content ?? {}), `${name} ${status}`).toEqual(['application/problem+json']);
      }
      if (operation.security === undefined) expect(statuses, name).toContain(401);
    }
  });

  test('refers only to schemas that it has, and uses all of them', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(
      ([, reference = '']) => reference,
    );
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...new Set(references)].sort()).toEqual(known.sort());
  });

  test('gives examples that the schemas take', () => {
    const examples = operations
      .flatMap(({ operation }) => Object.values(operation.requestBody?.content ?? {}))
      .filter(({ example }) => example);
    expect(examples.length).toBeGreaterThan(3);
    for (const { schema, example } of examples) REQUESTS[schema.$ref?.split('/').at(-1) ?? '']?.parse(example);
  });
});

const FILE = 'tag_id,version_no,event_type,created_at,name\n1,1,create,2025-01-01T00:00:00Z,guitar\n';
const post = (body: unknown, type = 'application/json'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type, origin: ORIGIN },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

describe('real answers have the described form', () => {
  const reads = async (schema: z.ZodType, response: Response, status = 200) => {
    const body = (await response.json()) as Record<string, unknown>;
    expect(response.status, JSON.stringify(body)).toBe(status);
    expect(schema.safeParse(body).error).toBeUndefined();
    return body;
  };

  test('of accounts and ledgers', async () => {
    await reads(ANSWERS.Me, await admin('/api/me'));
    await reads(ANSWERS.Ledgers, await admin('/api/ledgers'));
    await reads(ANSWERS.Session, await admin('/api/auth/get-session'));
    const user = REQUESTS.CreateUser?.parse({
      email: 'new@example.com',
      password: 'a-password',
      name: 'New',
      role: 'viewer',
    });
    const made = await reads(ANSWERS.AccountAnswer, await admin('/api/auth/admin/create-user', post(user)));
    const { id: userId } = made.user as { id: string };
    for (const [path, body] of [
      ['set-role', { userId, role: 'importer' }],
      ['ban-user', { userId, banReason: 'test' }],
      ['unban-user', { userId }],
    ] as const)
      await reads(ANSWERS.AccountAnswer, await admin(`/api/auth/admin/${path}`, post(body)));
    await reads(ANSWERS.UserPage, await admin('/api/users'));
    const password = { userId, newPassword: 'a-new-password' };
    await reads(ANSWERS.Status, await admin('/api/auth/admin/set-user-password', post(password)));
    const key = await reads(ANSWERS.MadeApiKey, await admin('/api/keys', post({ name: 'a key' })), 201);
    await reads(ANSWERS.ApiKeyPage, await admin('/api/keys?all=true'));
    await reads(ANSWERS.ApiKey, await admin(`/api/keys/${key.id}`, { method: 'DELETE' }));
    const other = await api.signIn('viewer');
    const change = { currentPassword: 'viewer-password', newPassword: 'another-password' };
    await reads(ANSWERS.AccountAnswer, await other('/api/auth/change-password', post(change)));
    await reads(ANSWERS.Success, await other('/api/auth/sign-out', post({})));
  });

  test('of imports', async () => {
    const { id } = await reads(ANSWERS.Import, await admin('/api/imports?ledger=tags', post(FILE, 'text/csv')), 202);
    await reads(ANSWERS.Import, await admin(`/api/imports/${id}`));
    await reads(ANSWERS.ImportPage, await admin('/api/imports?limit=10'));
    await reads(ANSWERS.DuplicateImport, await admin('/api/imports?ledger=tags', post(FILE, 'text/csv')));
    await reads(ANSWERS.Import, await admin(`/api/imports/${id}/redispatch`, { method: 'POST' }), 202);
    await reads(ANSWERS.Import, await admin(`/api/imports/${id}/cancel`, { method: 'POST' }));
    await reads(ANSWERS.Problem, await admin(`/api/imports/${id}/cancel`, { method: 'POST' }), 409);
    const announced = { name: 'x.csv', size: FILE.length, sha256: createHash('sha256').update(FILE).digest('hex') };
    const waiting = await reads(ANSWERS.AwaitingImport, await admin('/api/imports?ledger=tags', post(announced)), 201);
    const { url } = waiting.upload as { url: string };
    expect((await api.app.request(url, { method: 'PUT', body: FILE })).status).toBe(200);
    await reads(ANSWERS.Import, await admin(`/api/imports/${waiting.id}/complete`, { method: 'POST' }), 202);
    await database.execute(`UPDATE imports SET state = 'done' WHERE id = ?`, [waiting.id as number]);
    await reads(
      ANSWERS.RevertedImport,
      await admin(`/api/imports/${waiting.id}/revert?dry_run=true`, { method: 'POST' }),
    );
    const bad = FILE.replace('2025', '20x5');
    await reads(
      ANSWERS.ImportPreview,
      await admin('/api/imports/preview?ledger=tags', post(`${FILE}${bad}`, 'text/csv')),
    );
    await reads(ANSWERS.AuditPage, await admin('/api/audit'));
  });

  test('of operations', async () => {
    await database.execute(
      `INSERT INTO jobs (kind, payload, state, run_at, created_at) VALUES ('note', '', 'failed', NOW(6), NOW(6))`,
    );
    const { jobs } = await reads(ANSWERS.JobPage, await admin('/api/jobs?state=failed&limit=1'));
    const [job] = jobs as { id: number }[];
    await reads(ANSWERS.Job, await admin(`/api/jobs/${job?.id}/retry`, { method: 'POST' }));
    await reads(ANSWERS.Schedule, await admin('/api/schedule'));
    await reads(ANSWERS.Workers, await admin('/api/workers'));
  });

  test('of counts', async () => {
    const byEvent = { axis: 'event_type', equals: 'create' };
    const request = {
      ledger: 'tags',
      rows: [{ axis: 'created_at', unit: 'month' }],
      columns: [{ axis: 'event_type' }],
      subtotals: true,
    };
    await database.execute(
      `INSERT INTO tags (tag_id, version_no, event_type, created_at, recorded_at, import_id, content_hash, name)
       VALUES (9, 1, 'create', '2025-01-01', '2025-01-01', 1, REPEAT('0', 32), 'x')`,
    );
    const answer = await reads(ANSWERS.CountsAnswer, await admin('/api/counts', post(request)));
    expect(answer.output_count).toBe(1);
    const conditional = {
      ledger: 'tags',
      rows: [{ axis: 'name' }],
      measures: ['first', { count: true, where: byEvent }],
    };
    await reads(ANSWERS.CountsAnswer, await admin('/api/counts', post(conditional)));
    await reads(ANSWERS.CountsAnswer, await admin('/api/counts', post({ ledger: 'tags', mode: 'details' })));
    await reads(ANSWERS.Problem, await admin('/api/counts', post({})), 422);
  });
});
