import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CountsRequestInput } from '../../shared/counts/request.ts';
import { Client, poll } from '../harness/client.ts';
import { type ImportWorld, openImportWorld } from '../harness/import-world.ts';
import { hasProcessTable } from '../harness/process-table.ts';

/** `npm run faults` takes the whole load; CI a part of it. */
const REAL = process.env.FAULT_LIMITS === 'real';
/** Unfinished imports that one user may have. */
const OPEN_AT_MOST = REAL ? 100 : 40;
const UPLOADS = REAL ? 200 : 60;
/** Together they leave a backlog of as many imports as all of them may have. */
const USERS = REAL ? 10 : 3;

const DOWNLOADS = 50;

const MEBIBYTE = 1024 * 1024;
/** As in large-files.test.ts. */
const PEAK_KIB = 280 * 1024;
/**
 * What so many connections at once may add to the API's peak: 64 MiB of garbage, and the windows of each (170 KiB,
 * measured with 60, 200 and 400 uploads). Whoever held files would need their mebibytes besides.
 */
const growthKiB = (connections: number) => (64 + connections * 0.375) * 1024;
const HEADER = 'tag_id,version_no,event_type,created_at,created_by,name,category\n';
let nextTag = 1;

function row(category: string): string {
  const id = nextTag++;
  return `${id},1,create,2025-01-01T00:00:00Z,mika,tag ${id},${category}\n`;
}

function fileOf(bytes: number): string {
  let text = HEADER;
  while (text.length < bytes) text += row('c'.repeat(480));
  return text;
}

async function digestOf(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { size, sha256: hash.digest('hex') };
}

describe.runIf(hasProcessTable)('load', () => {
  let world: ImportWorld;
  beforeAll(async () => {
    world = await openImportWorld({ IMPORT_MAX_QUEUED: String(OPEN_AT_MOST) }, []);
  });
  afterEach(() => world.database.execute('DELETE FROM imports'));
  afterAll(() => world?.close());

  async function peakKiB(program: string): Promise<number> {
    const status = readFileSync(`/proc/${await world.pid(program)}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]);
  }

  const send = (file: string, by = world.client) =>
    by.fetch('/api/imports?ledger=tags', {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: file,
    });

  async function allDone(accepted: number): Promise<void> {
    await poll(async () => {
      const [open] = await world.database.query(
        `SELECT COUNT(*) AS count FROM imports WHERE state IN ('receiving', 'stored', 'queued', 'processing')`,
      );
      return Number(open?.count) === 0 ? true : undefined;
    });
    const found = await world.database.query('SELECT state, COUNT(*) AS count FROM imports GROUP BY state');
    expect(found).toEqual([{ state: 'done', count: String(accepted) }]);
  }

  /** Nothing is taken off the queue meanwhile. */
  async function withoutConsumer(work: () => Promise<void>): Promise<void> {
    const consumer = await world.kill('hosts/ingest.ts', 'SIGSTOP');
    try {
      await work();
    } finally {
      process.kill(consumer, 'SIGCONT');
    }
  }

  /** A download that nobody reads from yet: what the sockets hold has been sent, and the rest waits. */
  async function begin(url: URL): Promise<IncomingMessage> {
    const request = get(url, { agent: false, headers: { cookie: world.client.cookie } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  }

  async function newImporter(index: number): Promise<Client> {
    const user = { email: `importer${index}@example.com`, password: 'correct-horse-battery' };
    const made = { ...user, name: user.email, role: 'importer' };
    expect((await world.client.postJson('/api/auth/admin/create-user', made)).status).toBe(200);
    const client = new Client(world.client.url);
    await client.signIn(user);
    return client;
  }

  test('uploads of 1 MB at once: as many are taken as one may have, the others are clearly refused, in flat memory', async () => {
    const before = await peakKiB('hosts/api.ts');
    await withoutConsumer(async () => {
      const files = Array.from({ length: UPLOADS }, () => fileOf(MEBIBYTE));
      const answers = await Promise.all(files.map((file) => send(file)));
      const refused = answers.filter(({ status }) => status !== 202);
      expect(refused.length).toBe(UPLOADS - OPEN_AT_MOST);
      for (const answer of refused) {
        expect([answer.status, await answer.json()]).toMatchObject([429, { title: expect.any(String), status: 429 }]);
        expect(answer.headers.get('retry-after')).not.toBeNull();
      }
    });
    await allDone(OPEN_AT_MOST);
    expect((await peakKiB('hosts/api.ts')) - before).toBeLessThan(growthKiB(UPLOADS));
    expect(await peakKiB('hosts/ingest.ts')).toBeLessThan(PEAK_KIB);
  });

  test('slow downloads at once: in flat memory, others are served meanwhile, and who goes on reading gets every byte', async () => {
    const request: CountsRequestInput = { ledger: 'tags', mode: 'details', fields: ['tag_id', 'category'] };
    const whole = await world.client.export(request);
    const file = new URL(whole.url);
    const digest = await digestOf(whole.body ?? []);
    // Far more than the sockets in between hold.
    expect(digest.size).toBeGreaterThan(32 * MEBIBYTE);

    const before = await peakKiB('hosts/api.ts');
    const slow = await Promise.all(Array.from({ length: DOWNLOADS }, () => begin(file)));
    expect(slow.map(({ statusCode }) => statusCode)).toEqual(slow.map(() => 200));
    expect((await world.client.fetch('/api/me')).status).toBe(200);
    expect(await (await world.client.fetch('/up')).text()).toBe('ok');
    const [first, second, ...others] = slow as [IncomingMessage, IncomingMessage, ...IncomingMessage[]];
    for (const download of others) download.destroy();
    expect(await Promise.all([digestOf(first), digestOf(second)])).toEqual([digest, digest]);
    expect((await peakKiB('hosts/api.ts')) - before).toBeLessThan(growthKiB(DOWNLOADS));
  });

  test('a backlog of imports is worked off, each once', async () => {
    await withoutConsumer(async () => {
      for (let index = 0; index < USERS; index++) {
        const importer = await newImporter(index);
        const files = Array.from({ length: OPEN_AT_MOST }, () => HEADER + row('x'));
        const answers = await Promise.all(files.map((file) => send(file, importer)));
        expect(answers.map(({ status }) => status)).toEqual(files.map(() => 202));
      }
    });
    const backlog = USERS * OPEN_AT_MOST;
    await allDone(backlog);
    const found = await world.database.query(
      'SELECT MAX(attempt) AS attempts, SUM(rows_inserted) AS inserted FROM imports',
    );
    expect(found).toEqual([{ attempts: 1, inserted: String(backlog) }]);
    expect(await peakKiB('hosts/ingest.ts')).toBeLessThan(PEAK_KIB);
  });
});
