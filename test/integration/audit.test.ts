import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createAuditRoutes } from '../../functions/api/audit-routes.ts';
import type { ApiEnvironment } from '../../functions/api/environment.ts';
import { type Problem, problemResponse } from '../../functions/api/problem.ts';
import type { Role } from '../../shared/accounts/caller.ts';
import { type AuditAction, type AuditEntry, recordAudit } from '../../shared/audit/record.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();

function read(path: string, role: Role = 'admin') {
  const app = new Hono<ApiEnvironment>();
  app.use(async (c, next) => {
    c.set('caller', { userId: 'a', email: '', name: '', role, sessionId: '' });
    await next();
  });
  app.onError((error, c) => problemResponse(c, error as Problem, 'r'));
  return app.route('/', createAuditRoutes(database)).request(path);
}

const line = (id: number, action: AuditAction = 'import.received', userId = 'u1'): AuditEntry => ({
  ...{ userId, action, requestId: `r${id}`, details: { rows: id } },
  subject: { kind: 'import', id: String(id) },
});

test('lines are read page by page, the newest first, with the address of whoever is still there', async () => {
  await database.execute(
    `INSERT INTO users (id, name, email, email_verified, created_at, updated_at)
     VALUES ('u1', 'Mika', 'mika@example.com', TRUE, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
  );
  for (const id of [1, 2, 3]) await recordAudit(database, line(id));
  await recordAudit(database, line(4, 'import.reverted', 'gone'));

  const first = (await (await read('/?limit=3')).json()) as { entries: Record<string, unknown>[]; next: number };
  expect(first.entries[0]).toMatchObject({
    ...{ action: 'import.reverted', user: { id: 'gone', email: null }, subject: { kind: 'import', id: '4' } },
    ...{ request_id: 'r4', details: { rows: 4 }, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
  });
  expect(first.entries[1]).toMatchObject({ user: { id: 'u1', email: 'mika@example.com' } });
  const rest = (await (await read(`/?limit=3&before=${first.next}`)).json()) as typeof first;
  expect([rest.entries.map(({ request_id }) => request_id), rest.next]).toEqual([['r1'], null]);
  const reverted = (await (await read('/?action=import.reverted')).json()) as typeof first;
  expect(reverted.entries).toHaveLength(1);
  const own = (await (await read('/?user=u1')).json()) as typeof first;
  expect(own.entries).toHaveLength(3);
});

test('a line stands or falls with what it tells of', async () => {
  const failing = database.transaction(async (tx) => {
    await recordAudit(tx, line(9));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await database.query(`SELECT id FROM audit WHERE request_id = 'r9'`)).toEqual([]);
});

test('only administrators read it; what cannot be asked is refused', async () => {
  expect((await read('/', 'importer')).status).toBe(403);
  expect((await read('/?action=x')).status).toBe(422);
  expect((await read('/?limit=1000')).status).toBe(422);
});
