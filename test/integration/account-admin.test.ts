import { expect, test } from 'vitest';
import { ensureFirstAdmin } from '../../shared/accounts/first-admin.ts';
import { forgetSessions } from '../../shared/accounts/forget-sessions.ts';
import { openTestApi } from '../harness/api.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const api = await openTestApi(database.url);
const admin = await api.signIn('admin');

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const ask = async (action: string, body: object) => {
  const response = await admin(`/api/auth/admin/${action}`, post(body));
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what its test asks
  return { status: response.status, body: (await response.json()) as any };
};
let made = 0;
async function makeUser(role: string) {
  const credentials = { email: `Person${++made}@Example.com`, password: 'a-good-password' };
  const { status, body } = await ask('create-user', { ...credentials, name: 'Person', role });
  expect([status, body.user.email, body.user.role]).toEqual([200, credentials.email.toLowerCase(), role]);
  const id = body.user.id as string;
  return { id, credentials, signIn: () => api.app.request('/api/auth/sign-in/email', post(credentials)) };
}
const actions = async (userId: string) =>
  (
    await database.query(`SELECT action FROM audit WHERE subject_kind = 'user' AND subject_id = ? ORDER BY id`, [
      userId,
    ])
  ).map(({ action }) => action);
const adminId = async () => ((await (await admin('/api/me')).json()) as { user: { id: string } }).user.id;

test('a user is made once per address, signs in, and stands in the list', async () => {
  const user = await makeUser('importer');
  expect((await user.signIn()).status).toBe(200);
  const again = { ...user.credentials, email: user.credentials.email.toUpperCase(), name: 'Other', role: 'viewer' };
  expect((await ask('create-user', again)).status).toBe(409);
  const { users } = (await (await admin('/api/users')).json()) as { users: Record<string, unknown>[] };
  expect(users.map(({ email }) => email)).toEqual(users.map(({ email }) => email).toSorted());
  expect(users.find(({ id }) => id === user.id)).toMatchObject({
    role: 'importer',
    banned: false,
    sessions: 1,
    keys: 0,
  });
  expect(await actions(user.id)).toEqual(['user.created']);
});

test('the list goes on where a page ended', async () => {
  const emails: string[] = [];
  let after = '';
  do {
    const response = await admin(`/api/users?limit=2${after && `&after=${encodeURIComponent(after)}`}`);
    const { users, next } = (await response.json()) as { users: { email: string }[]; next: string | null };
    emails.push(...users.map(({ email }) => email));
    after = next ?? '';
  } while (after);
  const all = await database.query<{ email: string }>('SELECT email FROM users ORDER BY email');
  expect(emails).toEqual(all.map(({ email }) => email));
});

test('a ban ends sessions at once and keeps them ended', async () => {
  const user = await makeUser('viewer');
  const cookie = (await user.signIn()).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const me = () => api.app.request('/api/me', { headers: { cookie } });
  expect((await me()).status).toBe(200);
  const { body } = await ask('ban-user', { userId: user.id, banReason: 'a test' });
  expect(body.user).toMatchObject({ banned: true, banReason: 'a test', banExpires: null });
  expect([(await me()).status, (await user.signIn()).status]).toEqual([401, 403]);
  expect((await ask('unban-user', { userId: user.id })).body.user.banned).toBe(false);
  expect([(await me()).status, (await user.signIn()).status]).toEqual([401, 200]);
  expect(await actions(user.id)).toEqual(['user.created', 'user.banned', 'user.unbanned']);
});

test('a ban holds for a session that was made while it was written', async () => {
  const user = await makeUser('viewer');
  const cookie = (await user.signIn()).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await database.execute('UPDATE users SET banned = TRUE WHERE id = ?', [user.id]);
  expect((await api.app.request('/api/me', { headers: { cookie } })).status).toBe(401);
  await database.execute('UPDATE users SET ban_expires = UTC_TIMESTAMP(3) + INTERVAL 1 HOUR WHERE id = ?', [user.id]);
  expect((await api.app.request('/api/me', { headers: { cookie } })).status).toBe(401);
  await database.execute('UPDATE users SET ban_expires = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = ?', [user.id]);
  expect((await api.app.request('/api/me', { headers: { cookie } })).status).toBe(200);
});

test('a role holds from the next request of a session on', async () => {
  const user = await makeUser('viewer');
  const cookie = (await user.signIn()).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const audit = () => api.app.request('/api/audit', { headers: { cookie } });
  expect((await audit()).status).toBe(403);
  await ask('set-role', { userId: user.id, role: 'admin' });
  expect((await audit()).status).toBe(200);
  await ask('set-role', { userId: user.id, role: 'importer' });
  expect((await audit()).status).toBe(403);
  await ask('set-role', { userId: user.id, role: 'importer' });
  expect(await actions(user.id)).toEqual(['user.created', 'user.role_changed', 'user.role_changed']);
});

test('a password that an administrator sets ends the sessions', async () => {
  const user = await makeUser('viewer');
  const cookie = (await user.signIn()).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect((await ask('set-user-password', { userId: user.id, newPassword: 'another-password' })).status).toBe(200);
  expect((await api.app.request('/api/me', { headers: { cookie } })).status).toBe(401);
  expect((await user.signIn()).status).toBe(401);
  user.credentials.password = 'another-password';
  expect((await user.signIn()).status).toBe(200);
  expect(await actions(user.id)).toContain('user.password_set');
});

test('somebody always can undo it: no ban of oneself, none of the last administrator', async () => {
  const own = await adminId();
  expect((await ask('ban-user', { userId: own })).body.type).toMatch(/:self$/);
  expect((await ask('set-role', { userId: own, role: 'viewer' })).body.type).toMatch(/:last-admin$/);
  const other = await makeUser('admin');
  await ask('ban-user', { userId: other.id });
  expect((await ask('set-role', { userId: own, role: 'viewer' })).status).toBe(409);
});

test('of two administrators who take each other the role at once, one stays', async () => {
  const [first, second] = [await makeUser('admin'), await makeUser('admin')];
  await database.execute(`UPDATE users SET role = 'viewer' WHERE role = 'admin' AND id NOT IN (?)`, [
    [first.id, second.id],
  ]);
  const cookies = await Promise.all(
    [first, second].map(async (one) => (await one.signIn()).headers.getSetCookie()[0]?.split(';')[0] ?? ''),
  );
  const demote = (by: number, userId: string) => {
    const init = post({ userId, role: 'viewer' });
    const headers = { ...init.headers, cookie: cookies[by] ?? '', origin: 'http://127.0.0.1:8787' };
    return api.app.request('/api/auth/admin/set-role', { ...init, headers });
  };
  await Promise.all([demote(0, second.id), demote(1, first.id)]);
  const left = await database.query(`SELECT id FROM users WHERE role = 'admin'`);
  expect(left).toHaveLength(1);
  await database.execute(`UPDATE users SET role = 'admin' WHERE email = 'admin@example.com'`);
});

test.each([
  ['create-user', { email: 'x', password: 'a-good-password', name: 'X', role: 'viewer' }],
  ['create-user', { email: 'x@example.com', password: 'short', name: 'X', role: 'viewer' }],
  ['create-user', { email: 'x@example.com', password: 'a-good-password', name: 'X', role: 'root' }],
  ['set-role', { userId: 'x', role: ['admin', 'viewer'] }],
  ['ban-user', { userId: '' }],
])('%s refuses %o and names the field', async (action, body) => {
  const { status, body: problem } = await ask(action, body);
  expect([status, problem.errors.length]).toEqual([422, 1]);
});

test.each(['set-role', 'ban-user', 'unban-user', 'set-user-password'])('%s of nobody: 404', async (action) => {
  const { status } = await ask(action, { userId: 'nobody', role: 'viewer', newPassword: 'a-good-password' });
  expect(status).toBe(404);
});

test('of two processes that start on an empty database one makes the administrator', async () => {
  const empty = await openTestDatabase();
  const start = (email: string) => ensureFirstAdmin(empty, { email, password: '' });
  const passwords = await Promise.all([start('a@example.com'), start('b@example.com'), start('a@example.com')]);
  expect(passwords.filter(Boolean)).toHaveLength(1);
  expect(await empty.query('SELECT COUNT(*) AS users FROM users')).toEqual([{ users: '1' }]);
  expect(await start('c@example.com')).toBeUndefined();
});

test('sessions that have ended are forgotten, and no others', async () => {
  const user = await makeUser('viewer');
  for (let count = 0; count < 2; count++) await user.signIn();
  const [one] = await database.query<{ id: string }>('SELECT id FROM sessions WHERE user_id = ? LIMIT 1', [user.id]);
  await database.execute('UPDATE sessions SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = ?', [
    one?.id ?? '',
  ]);
  expect(await forgetSessions(database)).toBe(1);
  expect(await database.query('SELECT id FROM sessions WHERE user_id = ?', [user.id])).toHaveLength(1);
});
