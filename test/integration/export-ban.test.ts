import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimExport } from '../../shared/export-queue/claim.ts';
import { askDatabaseTime } from '../../shared/export-queue/database-clock.ts';
import { openExportQueue } from '../../shared/export-queue/export-queue.ts';
import { partName } from '../../shared/export-queue/file-names.ts';
import { finishExport } from '../../shared/export-queue/finish.ts';
import { appear } from '../../shared/export-queue/workers.ts';
import { type Ask, ORIGIN, openTestApi } from '../harness/api.ts';
import { openTestDatabase } from '../harness/database.ts';

const SIZE = 4_000_000;

const database = await openTestDatabase();
const api = await openTestApi(database.url, { EXPORT_RECHECK_MS: '1' });
const admin = await api.signIn('admin');
const queue = await openExportQueue(api.config, () => askDatabaseTime(database));
const { worker, beat } = await appear(queue);

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', origin: ORIGIN },
  body: JSON.stringify(body),
});
const idOf = async (ask: Ask) => ((await (await ask('/api/me')).json()) as { user: { id: string } }).user.id;
const administer = (path: string, body: object) => admin(`/api/auth/admin/${path}`, post(body));

/** The file of an export of somebody's own, as a path. */
async function readyFile(ask: Ask): Promise<string> {
  await beat();
  const request = { ledger: 'posts', rows: [{ axis: 'event_type' }] };
  const registered = await ask('/api/counts/export/jobs', post({ request, format: 'csv' }));
  expect(registered.status).toBe(202);
  const { token } = (await registered.json()) as { token: string };
  const claim = await claimExport(queue, worker);
  await claim?.slot.release();
  const id = claim?.job.id ?? '';
  const part = join(queue.store.path, partName(id));
  await writeFile(part, Buffer.alloc(SIZE, 'x'));
  await finishExport(queue, id, part, { type: 'finish', at: queue.clock.time(), worker, processed: 1, size: SIZE });
  const status = await ask(`/api/counts/export/jobs/${token}`);
  return `/api/counts/export/files/${((await status.json()) as { file_token: string }).file_token}`;
}

async function apiKey(ask: Ask): Promise<{ ask: Ask; id: string }> {
  const made = await ask('/api/keys', post({ name: 'of a test', role: 'importer' }));
  expect(made.status).toBe(201);
  const { id, key } = (await made.json()) as { id: string; key: string };
  return { ask: api.withKey(key), id };
}

test.each<[string, (signIn: () => Promise<Ask>) => Promise<{ ask: Ask; end(): Promise<Response> }>]>([
  [
    'signs out',
    async (signIn) => {
      const ask = await signIn();
      return { ask, end: () => ask('/api/auth/sign-out', post({})) };
    },
  ],
  [
    'takes back the API key it is fetched with',
    async (signIn) => {
      const ask = await signIn();
      const key = await apiKey(ask);
      return { ask: key.ask, end: () => ask(`/api/keys/${key.id}`, { method: 'DELETE', headers: { origin: ORIGIN } }) };
    },
  ],
  [
    'gets another role',
    async (signIn) => {
      const ask = await signIn();
      const userId = await idOf(ask);
      return { ask, end: () => administer('set-role', { userId, role: 'viewer' }) };
    },
  ],
  [
    'is banned',
    async (signIn) => {
      const ask = await signIn();
      const userId = await idOf(ask);
      return { ask, end: () => administer('ban-user', { userId }) };
    },
  ],
])('a download is cut when its owner %s, and nothing of it is to be had afterwards', async (_, open) => {
  const { ask, end } = await open(() => api.signIn('importer'));
  const path = await readyFile(ask);
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  let bytes = (await reader.read()).value?.byteLength ?? 0;
  expect((await end()).status).toBeLessThan(300);
  const rest = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.byteLength;
  })();
  await expect(rest).rejects.toThrow(/no longer signed in|has changed/);
  expect(bytes).toBeLessThan(SIZE);
  expect([401, 403, 410]).toContain((await ask(path)).status);
});
