import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPageRoutes } from '../../functions/api/page-routes.ts';
import { wireApi } from '../../functions/hosts/wire-api.ts';
import { readConfig } from '../../shared/config/config.ts';
import { createLog } from '../../shared/log.ts';
import { openTestApi } from '../harness/api.ts';
import { atEnd } from '../harness/at-end.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const api = await openTestApi(database.url);
const importer = await api.signIn('importer');

const WHERE = { DATA_DIR: tmpdir(), SECRET: 'a-secret-of-the-tests-with-32-bytes-and-more' };

const NAMES = [
  'a\r\nSet-Cookie: x=1\r\n\r\n<script>.csv',
  'a"; filename="b.exe',
  '../../../etc/passwd',
  '..\\..\\windows\\system32\\a.csv',
  '/dev/null',
  'a\u0000b\u202egpj.csv',
  `${'長い'.repeat(2000)}.csv`,
  '',
];
let row = 0;
/** No two files with the same bytes: the second one would be answered with the first. */
const file = () => `tag_id,version_no,event_type,created_at,name\n${++row},1,create,2025-01-01T00:00:00Z,x\n`;

function asHeader(name: string): RequestInit {
  return { headers: { 'content-type': 'text/csv', 'x-filename': encodeURIComponent(name) }, body: file() };
}
/** Written by hand: a browser would not send such a name as it is. */
function asForm(name: string): RequestInit {
  const head = `Content-Disposition: form-data; name="file"; filename="${name.replace(/\n/g, '').replace(/["\\]/g, '\\$&')}"`;
  const body = `--x\r\n${head}\r\nContent-Type: text/csv\r\n\r\n${file()}\r\n--x--\r\n`;
  return { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body };
}

test.each([
  ['a header', asHeader],
  ['a form', asForm],
])('a file name in %s is shown, never obeyed', async (_way, sent) => {
  for (const name of NAMES) {
    const response = await importer('/api/imports?ledger=tags', { method: 'POST', ...sent(name) });
    if (response.status === 422 || response.status === 400) continue;
    expect([name, response.status]).toEqual([name, 202]);
    const { id } = (await response.json()) as { id: number };
    const original = await importer(`/api/imports/${id}/original`);
    const disposition = original.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="[ !#-[\]-~]*"; filename\*=UTF-8''[\w.!~%-]*$/);
    expect(decodeURIComponent(disposition)).not.toMatch(/[\p{Cc}\p{Cf}/\\]/u);
    expect([original.headers.get('set-cookie'), await original.text()]).toEqual([
      null,
      expect.stringMatching(/^tag_id/),
    ]);
  }
  const objects = join(api.config.DATA_DIR, 'objects');
  const files = (await readdir(objects, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files)
    expect(join(parentPath, name).slice(objects.length)).toMatch(/^\/imports\/\d+\/original$/);
});

const CLIMBS = ['../', '..%2f', '..%5c', '%2e%2e/', '%2e%2e%2f', '..%252f', '....//', '%c0%ae%c0%ae/', './.././'];

test('no path leads out of the page’s directory', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tallyport-page-'));
  atEnd(() => rm(directory, { recursive: true, force: true }));
  await mkdir(join(directory, 'page', 'assets'), { recursive: true });
  await writeFile(join(directory, 'page', 'index.html'), 'the page');
  await writeFile(join(directory, 'secret'), 'the secret');
  const page = createPageRoutes(join(directory, 'page'));
  expect(await (await page.request('/')).text()).toBe('the page');
  for (const climb of CLIMBS)
    for (const path of [`/${climb}secret`, `/assets/${climb}${climb}secret`, `//${climb}secret`]) {
      // As an attacker sends it: a URL that is parsed first loses its dots.
      const request = new Request('http://localhost/');
      Object.defineProperty(request, 'url', { value: `http://localhost${path}` });
      const response = await page.request(request);
      expect([path, await response.text()]).not.toEqual([path, 'the secret']);
    }
});

test('no id or key is a path', async () => {
  for (const climb of CLIMBS) {
    for (const path of [
      `/api/imports/${climb}1`,
      `/api/imports/1${climb}/original`,
      `/api/ledgers/${climb}x/template.csv`,
    ])
      expect([path, (await importer(path)).status]).toEqual([path, 404]);
    const put = await importer(`/api/uploads/imports/${climb}${climb}x?size=1&sha256=x&expires=1&signature=x`, {
      method: 'PUT',
      body: 'x',
    });
    expect([climb, [403, 404].includes(put.status)]).toEqual([climb, true]);
    expect([climb, (await importer(`/api/counts/export/jobs/${climb}x`)).status]).toEqual([climb, 404]);
  }
});

test.each([
  ['application/json', '{"email":"a@example.com","password":"x"}{'],
  ['text/html', '<script>'],
  ['application/x-www-form-urlencoded', 'email=viewer@example.com&password=viewer-password'],
])('a sign-in of the type %s is no JSON and is not tried', async (type, body) => {
  const headers = { 'content-type': type, origin: 'http://127.0.0.1:8787' };
  expect((await api.app.request('/api/auth/sign-in/email', { method: 'POST', headers, body })).status).toBe(400);
});

test('whoever looks like a script gets no page of ours to run in', async () => {
  const { headers } = await api.app.request('/live');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|\*|data:|https?:/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test.each([
  ['a directory', {}, "'self'"],
  ['S3', { OBJECT_STORE: 's3://files' }, "'self' https://files.s3.eu-central-1.amazonaws.com"],
  [
    'a compatible store',
    { OBJECT_STORE: 's3://files', AWS_ENDPOINT_URL: 'http://127.0.0.1:9' },
    "'self' http://127.0.0.1:9",
  ],
])('the page may speak to us, and to the store that takes its files: %s', async (_, environment, sources) => {
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  onTestFinished(() => void vi.unstubAllEnvs());
  const config = readConfig({ ...WHERE, DATABASE_URL: database.url, ...environment });
  const log = createLog('json', {}, { write: () => true });
  const host = { servesPage: true, connections: { database: 1, accounts: 1 }, clientAddress: () => '127.0.0.1' };
  const app = await wireApi({ config, log, closing: atEnd }, host);
  const policy = (await app.request('/live')).headers.get('content-security-policy') ?? '';
  expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toBe(sources);
});
