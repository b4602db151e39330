import { beforeEach, expect, test } from 'vitest';
import { networkOf } from '../../shared/accounts/client-address.ts';
import { cookiesOf } from '../harness/accounts.ts';
import { ORIGIN, openTestApi } from '../harness/api.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const api = await openTestApi(
  database.url,
  { PASSWORD_ATTEMPTS: '2', PASSWORD_ATTEMPTS_ADDRESS: '3' },
  { clientAddress: (c) => c.req.header('x-test-address') ?? '192.0.2.1' },
);

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  api.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
    body: JSON.stringify(body),
  });
interface From {
  address?: string;
  cookie?: string;
}
function signIn(user: string, password = `${user}-password`, { address = '192.0.2.1', cookie = '' }: From = {}) {
  const credentials = { email: `${user}@example.com`, password };
  return post('/api/auth/sign-in/email', credentials, { 'x-test-address': address, ...(cookie && { cookie }) });
}
const adminCookie = cookiesOf((await signIn('admin')).headers);
const statuses = async (...answers: (Response | Promise<Response>)[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted();
const asCookie = (cookie: string) => ({ cookie, origin: ORIGIN });
const me = async (cookie: string) => (await api.app.request('/api/me', { headers: { cookie } })).status;

beforeEach(() => database.execute('DELETE FROM password_attempts'));

test('attempts at one account end after some wrong passwords, however many come at once', async () => {
  const many = Array.from({ length: 8 }, (_, index) => signIn('viewer', 'wrong', { address: `192.0.2.${index}` }));
  expect(await statuses(...many)).toEqual([401, 401, 429, 429, 429, 429, 429, 429]);
  const right = await signIn('viewer', undefined, { address: '198.51.100.1' });
  expect(await right.json()).toMatchObject({ status: 429, type: 'urn:tallyport:problem:too-many-attempts' });
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(800);
  expect((await signIn('importer')).status).toBe(200);
});

test('a browser that has signed in before gets in while others guess, and has a limit of its own', async () => {
  const cookie = cookiesOf((await signIn('viewer')).headers);
  await statuses(
    ...Array.from({ length: 3 }, (_, index) => signIn('viewer', 'wrong', { address: `192.0.2.${index}` })),
  );
  expect((await signIn('viewer')).status).toBe(429);
  expect((await signIn('viewer', undefined, { cookie })).status).toBe(200);
  expect((await signIn('importer', 'wrong', { cookie })).status).toBe(401);
  const guesses = Array.from({ length: 3 }, () => signIn('viewer', 'wrong', { cookie }));
  expect(await statuses(...guesses)).toEqual([401, 401, 429]);
});

test('the cookie of another account, or one that we did not sign, makes no browser known', async () => {
  const cookie = cookiesOf((await signIn('importer')).headers);
  await statuses(...Array.from({ length: 2 }, () => signIn('viewer', 'wrong')));
  expect((await signIn('viewer', undefined, { cookie })).status).toBe(429);
  const forged = cookiesOf((await signIn('importer')).headers).replace(/known_browser=./, 'known_browser=X');
  await statuses(...Array.from({ length: 2 }, () => signIn('importer', 'wrong', { address: '198.51.100.2' })));
  expect((await signIn('importer', undefined, { cookie: forged })).status).toBe(429);
});

test('one address has a limit over all accounts, there or not; an IPv6 network is one address', async () => {
  const guesses = Array.from({ length: 5 }, (_, index) =>
    signIn(`nobody${index}`, 'wrong', { address: `2001:db8::${index}` }),
  );
  expect(await statuses(...guesses)).toEqual([401, 401, 401, 429, 429]);
  expect((await signIn('viewer', undefined, { address: '2001:db8:0:1::1' })).status).toBe(200);
});

test('right passwords never count, and a window ends however many come in it', async () => {
  for (let count = 0; count < 3; count++) expect((await signIn('viewer')).status).toBe(200);
  await statuses(...Array.from({ length: 3 }, () => signIn('viewer', 'wrong')));
  expect((await signIn('viewer')).status).toBe(429);
  await database.execute('UPDATE password_attempts SET since = since - INTERVAL 901 SECOND');
  expect((await signIn('viewer')).status).toBe(200);
});

test('what is refused for another reason than the password does not count', async () => {
  await database.execute(`UPDATE users SET banned = TRUE WHERE email = 'importer@example.com'`);
  for (let count = 0; count < 3; count++) expect((await signIn('importer')).status).toBe(403);
  await database.execute(`UPDATE users SET banned = FALSE WHERE email = 'importer@example.com'`);
  for (let count = 0; count < 5; count++)
    expect((await post('/api/auth/sign-in/email', { email: 1 })).status).toBe(422);
  expect((await signIn('importer')).status).toBe(200);
});

test('no address, no password and no token of an attempt is written down', async () => {
  await signIn('secret.address', 'my-secret-password');
  const kept = JSON.stringify(await database.query('SELECT * FROM password_attempts'));
  expect(`${kept}${api.logged()}`).not.toMatch(/secret/);
  expect(api.logged()).toContain('"event":"sign-in refused"');
});

test('a session ends a week after it was used last', async () => {
  const answer = await signIn('viewer', undefined, { address: '192.0.2.77' });
  expect(answer.headers.get('set-cookie')).toMatch(/session_token=[^;]+; Max-Age=604800;/);
  const cookie = cookiesOf(answer.headers);
  const [session] = await database.query<{ id: string; seconds: string }>(
    `SELECT id, TIMESTAMPDIFF(SECOND, created_at, expires_at) AS seconds FROM sessions ORDER BY created_at DESC LIMIT 1`,
  );
  // The two times are read from the clock one after the other.
  expect(Math.abs(Number(session?.seconds) - 604_800)).toBeLessThan(60);
  const me = async () => (await api.app.request('/api/me', { headers: { cookie } })).status;
  expect(await me()).toBe(200);
  const end = 'UPDATE sessions SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = ?';
  await database.execute(end, [session?.id ?? '']);
  expect(await me()).toBe(401);
});

test('a sign-in makes a new session and ends the one that was there', async () => {
  const first = cookiesOf((await signIn('viewer')).headers);
  const second = cookiesOf((await signIn('importer', undefined, { cookie: first })).headers);
  expect(second).not.toContain(first.split(';')[0]);
  expect([await me(first), await me(second)]).toEqual([401, 200]);
  const planted = 'tallyport.session_token=chosen-by-somebody-else';
  const cookies = cookiesOf((await signIn('viewer', undefined, { cookie: planted })).headers);
  expect(cookies).not.toContain('chosen-by-somebody-else');
  expect(await me(planted)).toBe(401);
});

test('a script sees no token, and the cookies are for requests alone', async () => {
  const signedIn = await signIn('viewer');
  const set = signedIn.headers.getSetCookie();
  expect(set).toHaveLength(2);
  for (const cookie of set) expect(cookie).toMatch(/^tallyport\.\w+=\S+;.* HttpOnly; SameSite=Lax$/);
  const cookie = cookiesOf(signedIn.headers);
  const token = decodeURIComponent(cookie).split('=')[1]?.split('.')[0] ?? '';
  const session = await api.app.request('/api/auth/get-session', { headers: { cookie } });
  const texts = [await signedIn.text(), await session.text()];
  expect(texts[1]).toContain('viewer@example.com');
  for (const text of texts) expect(text).not.toContain(token);
});

test('the own password is changed with the present one; all other sessions end', async () => {
  const [here, elsewhere] = [await signIn('viewer'), await signIn('viewer')].map(({ headers }) => cookiesOf(headers));
  const change = (currentPassword: string, newPassword: string, cookie = here) =>
    post('/api/auth/change-password', { currentPassword, newPassword }, asCookie(cookie ?? ''));
  expect((await change('viewer-password', 'short')).status).toBe(422);
  expect((await change('wrong', 'a-new-password')).status).toBe(400);
  const changed = await change('viewer-password', 'a-new-password');
  expect(changed.status).toBe(200);
  expect(await changed.json()).not.toHaveProperty('token');
  const now = cookiesOf(changed.headers);
  expect([await me(here ?? ''), await me(elsewhere ?? ''), await me(now)]).toEqual([401, 401, 200]);
  expect([(await signIn('viewer')).status, (await signIn('viewer', 'a-new-password')).status]).toEqual([401, 200]);
  const lines = await database.query(`SELECT id FROM audit WHERE action = 'user.password_changed'`);
  expect(lines).toHaveLength(1);
  const guesses = Array.from({ length: 2 }, () => change('wrong', 'another-password', now));
  expect(await statuses(...guesses)).toEqual([400, 429]);
  await database.execute('DELETE FROM password_attempts');
  expect((await change('a-new-password', 'viewer-password', now)).status).toBe(200);
});

test.each([
  'sign-up/email',
  'sign-in/social',
  'request-password-reset',
  'reset-password',
  'list-sessions',
  'revoke-session',
  'update-user',
  'delete-user',
  'change-email',
  'admin/impersonate-user',
  'admin/list-users',
  'admin/update-user',
  'admin/remove-user',
  'ok',
  'error',
])('better-auth’s /%s is not there, not even for an administrator', async (path) => {
  for (const method of ['GET', 'POST']) {
    const init = { method, headers: asCookie(adminCookie) };
    expect((await api.app.request(`/api/auth/${path}`, init)).status).toBe(404);
  }
});

test('cookies are Secure and connections stay encrypted where people use https', async () => {
  const other = await openTestDatabase();
  const secure = await openTestApi(other.url, { PUBLIC_URL: 'https://tallyport.example' });
  const answer = await secure.app.request('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://tallyport.example' },
    body: JSON.stringify({ email: 'viewer@example.com', password: 'viewer-password' }),
  });
  for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/^__Secure-tallyport\..*; Secure/);
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=15552000');
  expect((await api.app.request('/live')).headers.get('strict-transport-security')).toBeNull();
});

test('a session outlives the change of the secret that signed it', async () => {
  const other = await openTestDatabase();
  const before = await openTestApi(other.url, { SECRET: 'the-secret-of-before-with-32-bytes' });
  const signedIn = await before.app.request('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN },
    body: JSON.stringify({ email: 'viewer@example.com', password: 'viewer-password' }),
  });
  const cookie = cookiesOf(signedIn.headers);
  await other.execute('DELETE FROM users WHERE email <> ?', ['viewer@example.com']);
  await other.execute(`UPDATE users SET email = 'kept@example.com'`);
  const secrets = { SECRET: 'the-secret-of-today-with-32-bytes', SECRET_PREVIOUS: before.config.SECRET };
  const after = await openTestApi(other.url, secrets);
  const ask = (path: string, method = 'GET') => after.app.request(path, { method, headers: asCookie(cookie) });
  expect(await (await ask('/api/me')).json()).toMatchObject({ user: { email: 'kept@example.com' } });
  expect(await (await ask('/api/auth/get-session')).text()).toContain('kept@example.com');
  expect((await ask('/api/auth/sign-out', 'POST')).status).toBe(200);
  expect((await ask('/api/me')).status).toBe(401);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
