import { expect, test } from 'vitest';
import { type Ask, openTestApi } from '../harness/api.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const api = await openTestApi(database.url);
const admin = await api.signIn('admin');
const importer = await api.signIn('importer');
const viewer = await api.signIn('viewer');

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
interface Key {
  id: number;
  key: string;
  role: string;
  state: string;
  last_used_at: string | null;
}
async function make(ask: Ask, body: object): Promise<Key> {
  const response = await ask('/api/keys', post({ name: 'of a test', ...body }));
  expect(response.status).toBe(201);
  return (await response.json()) as Key;
}
const list = async (ask: Ask, query = '') => ((await (await ask(`/api/keys${query}`)).json()) as { keys: Key[] }).keys;
const userOf = async (ask: Ask) => (await (await ask('/api/me')).json()) as { user: { id: string; role: string } };
const asAdmin = (action: string, body: object) => admin(`/api/auth/admin/${action}`, post(body));

test('a key stands for its owner without cookie and origin, and is told once', async () => {
  const { key, id } = await make(importer, {});
  expect(key).toMatch(/^tpk_[\w-]{43}$/);
  const program = api.withKey(key);
  expect((await userOf(program)).user).toEqual((await userOf(importer)).user);
  const file = 'tag_id,version_no,event_type,created_at,name\n1,1,create,2025-01-01T00:00:00Z,x\n';
  const uploaded = await program('/api/imports?ledger=tags', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file,
  });
  expect(uploaded.status).toBe(202);
  const kept = await database.query('SELECT * FROM api_keys WHERE id = ?', [id]);
  expect(JSON.stringify([kept, await list(importer), api.logged()])).not.toContain(key);
});

test('what is no key of ours opens nothing, not even beside a good cookie', async () => {
  const { key } = await make(viewer, {});
  const flipped = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
  for (const bad of ['', 'x', flipped, `${key} `, key.toUpperCase(), `${key}'--`]) {
    const response = await viewer('/api/me', { headers: { authorization: `Bearer ${bad}` } });
    // A header's value has no blanks around it.
    expect(response.status, bad).toBe(bad.trim() === key ? 200 : 401);
  }
  expect((await api.app.request('/api/me', { headers: { authorization: key } })).status).toBe(401);
  expect((await api.app.request('/api/me', { headers: { authorization: `bearer ${key}` } })).status).toBe(200);
});

test('it may do its role at most, and never more than its owner does today', async () => {
  expect((await viewer('/api/keys', post({ name: 'up', role: 'admin' }))).status).toBe(403);
  const low = api.withKey((await make(admin, { role: 'viewer' })).key);
  expect((await userOf(low)).user.role).toBe('viewer');
  expect((await low('/api/audit')).status).toBe(403);
  const made = await make(importer, { role: 'importer' });
  const program = api.withKey(made.key);
  const userId = (await userOf(importer)).user.id;
  await asAdmin('set-role', { userId, role: 'viewer' });
  expect((await userOf(program)).user.role).toBe('viewer');
  await asAdmin('set-role', { userId, role: 'admin' });
  expect((await userOf(program)).user.role).toBe('importer');
  await asAdmin('set-role', { userId, role: 'importer' });
});

test('it ends when it expires, when it is revoked, and with a ban for good', async () => {
  const [short, revoked, banned] = [
    await make(viewer, { expires_in: 60 }),
    await make(viewer, {}),
    await make(viewer, {}),
  ];
  const userId = (await userOf(viewer)).user.id;
  const status = async ({ key }: Key) => (await api.withKey(key)('/api/me')).status;
  expect([await status(short), await status(revoked), await status(banned)]).toEqual([200, 200, 200]);
  await database.execute('UPDATE api_keys SET expires_at = UTC_TIMESTAMP(6) WHERE id = ?', [short.id]);
  expect((await viewer(`/api/keys/${revoked.id}`, { method: 'DELETE' })).status).toBe(200);
  expect([await status(short), await status(revoked), await status(banned)]).toEqual([401, 401, 200]);
  await asAdmin('ban-user', { userId });
  expect(await status(banned)).toBe(401);
  await asAdmin('unban-user', { userId });
  expect(await status(banned)).toBe(401);
  const states = new Map((await list(admin, '?all=true')).map(({ id, state }) => [id, state]));
  expect([short, revoked, banned].map(({ id }) => states.get(id))).toEqual(['expired', 'revoked', 'revoked']);
});

test('its last use is kept to the minute', async () => {
  const { key, id } = await make(admin, {});
  const lastUse = async () => (await list(admin)).find((one) => one.id === id)?.last_used_at;
  expect(await lastUse()).toBeNull();
  await api.withKey(key)('/api/me');
  const first = await lastUse();
  expect(first).not.toBeNull();
  await api.withKey(key)('/api/me');
  expect(await lastUse()).toBe(first);
  await database.execute('UPDATE api_keys SET last_used_at = last_used_at - INTERVAL 61 SECOND WHERE id = ?', [id]);
  await api.withKey(key)('/api/me');
  expect(await lastUse()).not.toBe(first);
});

test('everybody sees and revokes their own, an administrator all of them', async () => {
  const own = await make(importer, { name: 'mine' });
  const foreign = await make(admin, { name: 'not mine' });
  expect((await list(importer)).map(({ id }) => id)).not.toContain(foreign.id);
  expect((await importer('/api/keys?all=true')).status).toBe(403);
  expect((await importer(`/api/keys/${foreign.id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await importer('/api/keys/999999', { method: 'DELETE' })).status).toBe(404);
  expect((await importer('/api/keys/1%20or%201', { method: 'DELETE' })).status).toBe(404);
  expect((await admin(`/api/keys/${own.id}`, { method: 'DELETE' })).status).toBe(200);
  expect((await list(importer)).find(({ id }) => id === own.id)?.state).toBe('revoked');
  const page = (await (await admin('/api/keys?all=true&limit=1')).json()) as { keys: Key[]; next: number };
  expect([page.keys.length, page.next]).toEqual([1, page.keys[0]?.id]);
});

test('a key cannot make keys, so that it does not outlive its end', async () => {
  const program = api.withKey((await make(admin, { expires_in: 60 })).key);
  expect((await program('/api/keys', post({ name: 'another' }))).status).toBe(403);
});

test('lines of the audit tell who made and revoked it', async () => {
  const { id } = await make(admin, { name: 'told of' });
  await admin(`/api/keys/${id}`, { method: 'DELETE' });
  await admin(`/api/keys/${id}`, { method: 'DELETE' });
  const lines = await database.query(
    `SELECT a.action, u.email FROM audit AS a JOIN users AS u ON u.id = a.user_id
     WHERE a.subject_kind = 'key' AND a.subject_id = ? ORDER BY a.id`,
    [String(id)],
  );
  expect(lines.map(({ action }) => action)).toEqual(['key.made', 'key.revoked']);
  expect(new Set(lines.map(({ email }) => email))).toEqual(new Set(['admin@example.com']));
});
