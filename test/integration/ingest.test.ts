import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../shared/config/config.ts';
import { importJobs } from '../../shared/imports/background.ts';
import { claimImport } from '../../shared/imports/claim.ts';
import { ingestMessage } from '../../shared/imports/ingest.ts';
import { DEFAULT_OPTIONS, type ImportOptions } from '../../shared/imports/options.ts';
import { receiveImport } from '../../shared/imports/receive.ts';
import { findImport } from '../../shared/imports/view.ts';
import { createLog } from '../../shared/log.ts';
import { errorReportKey, importObjectKey } from '../../shared/names.ts';
import type { ObjectStore } from '../../shared/object-store/object-store.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { openQueue } from '../../shared/queue/open.ts';
import type { Queue } from '../../shared/queue/queue.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const directory = await mkdtemp(join(tmpdir(), 'tallyport-ingest-'));
const store = await openObjectStore({
  OBJECT_STORE: `directory:${directory}/objects`,
  AWS_ENDPOINT_URL: '',
  SECRET: 'secret',
  PUBLIC_URL: '',
  HOST: '127.0.0.1',
  PORT: 8787,
  ORIGIN_SECRET_A: '',
  ORIGIN_SECRET_B: '',
});
const queue = await openQueue(
  { QUEUE: 'table:', QUEUE_DEAD_LETTER: '', QUEUE_WAKE_FILE: join(directory, 'wake'), AWS_ENDPOINT_URL: '' },
  database,
);
const log = createLog('json', {}, new Writable({ write: (_chunk, _encoding, done) => done() }));
afterAll(async () => {
  await queue.close();
  await rm(directory, { recursive: true, force: true });
});

const admin = { userId: 'u1', role: 'admin' };
const HEADER = 'post_id,version_no,event_type,created_at,created_by,title,url,tag_ids,parent_post_ids';
const row = (post: number, version: number, title: string, tags = '') =>
  `${post},${version},${version === 1 ? 'create' : 'update'},2025-01-0${version}T00:00:00Z,mika,${title},,"${tags}",`;

beforeEach(async () => {
  for (const table of ['imports', 'import_errors', 'posts', 'posts_staging', 'queue_messages', 'jobs'])
    await database.execute(`DELETE FROM ${table}`);
});

const settings = readConfig({});

function dependencies(over: { store?: ObjectStore; queue?: Pick<Queue, 'send'> } = {}) {
  const used = over.store ?? store;
  const { dispatch, jobs } = importJobs(database, over.queue ?? queue, settings, log, used);
  return { ...dispatch, backgroundJobs: jobs, store: used, settings, log };
}

async function* bytes(text: string) {
  yield Buffer.from(text);
}

async function receive(lines: string[], over: Parameters<typeof dependencies>[0] = {}) {
  return receiveImport(dependencies(over), {
    ledger: 'posts',
    options: DEFAULT_OPTIONS,
    filename: 'posts.csv',
    contentType: 'text/csv',
    user: admin,
    requestId: 'r1',
    force: true,
    body: bytes(`${[HEADER, ...lines].join('\n')}\n`),
  });
}

async function nextMessage(): Promise<string> {
  const [message] = await queue.receive({ max: 1, waitSeconds: 0, visibilitySeconds: 60 });
  if (!message) throw new Error('no message');
  await queue.delete(message.receipt);
  return message.body;
}

const ingest = (body: string, used: ObjectStore = store) =>
  ingestMessage({ ...dependencies({ store: used }), leaseSeconds: 60 }, body);

async function imported(lines: string[]) {
  const received = await receive(lines);
  if (received.kind !== 'accepted') throw new Error(received.kind);
  await ingest(await nextMessage());
  return findImport(database, admin, received.importId);
}

const derived = () =>
  database.query(
    'SELECT post_id, version_no, previous_version_no, changed_fields FROM posts ORDER BY post_id, version_no',
  );

test('previous version and changed fields are right, in whatever order the versions arrive', async () => {
  const versions = [row(1, 1, 'a', '[1]'), row(1, 2, 'b', '[1]'), row(1, 4, 'b', '[2, 1]'), row(2, 1, 'x')];
  await imported(versions);
  const wanted = await derived();
  // bit 0: title, bit 2: tag_ids
  expect(wanted.map((one) => Object.values(one))).toEqual([
    ['1', '1', null, 0],
    ['1', '2', '1', 1],
    ['1', '4', '2', 4],
    ['2', '1', null, 0],
  ]);
  await database.execute('DELETE FROM posts');
  for (const late of [versions[2], versions[0], versions[3], versions[1]]) await imported([late as string]);
  expect(await derived()).toEqual(wanted);
});

test('the same row twice in a file is one version; another under its key is a conflict, by line', async () => {
  expect(await imported([row(1, 1, 'a', '[2,1]'), row(1, 1, 'a', '1|2')])).toMatchObject({
    state: 'done',
    rows_inserted: 1,
    rows_unchanged: 1,
  });
  const refused = await imported([row(3, 1, 'a'), row(3, 1, 'b'), row(1, 1, 'z', '[2,1]')]);
  expect(refused).toMatchObject({ state: 'rejected', error_count: 2 });
  expect(refused?.errors.map(({ line, code }) => [line, code])).toEqual([
    [3, 'conflict'],
    [4, 'conflict'],
  ]);
  expect(await derived()).toHaveLength(1);
});

test('the same message any number of times has one effect', async () => {
  await receive([row(1, 1, 'a')]);
  const message = await nextMessage();
  await Promise.allSettled([ingest(message), ingest(message), ingest(message)]);
  await ingest(message);
  expect(await derived()).toHaveLength(1);
  expect(await database.query('SELECT attempt FROM imports')).toEqual([{ attempt: 1 }]);
});

test('a consumer that lost its lease cannot write any more, and leaves no staged row', async () => {
  await receive([row(1, 1, 'a')]);
  const message = await nextMessage();
  const id = JSON.parse(message).import_id as string;
  // While the first one reads the file, a second one takes the import over.
  const interrupting = {
    ...store,
    get: async (key: string) => {
      await database.execute('UPDATE imports SET lease_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND WHERE id = ?', [
        id,
      ]);
      const taken = await database.transaction((tx) => claimImport(tx, id, 60));
      expect(taken).toMatchObject({ kind: 'claimed', import: { attempt: 2 } });
      return store.get(key);
    },
  };
  const late = ingest(message, interrupting);
  await expect(late).rejects.toMatchObject({ name: 'ClaimLost' });
  expect(await derived()).toEqual([]);
  expect(await database.query('SELECT state, attempt FROM imports')).toEqual([{ state: 'processing', attempt: 2 }]);

  await database.execute('UPDATE imports SET lease_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND WHERE id = ?', [id]);
  await ingest(message);
  expect(await derived()).toHaveLength(1);
  expect(await database.query('SELECT * FROM posts_staging')).toEqual([]);
});

test('a store that does not take the file: nothing is queued, and the row says so', async () => {
  const failing = { ...store, put: () => Promise.reject(new Error('disk full')) };
  expect(await receive([row(1, 1, 'a')], { store: failing })).toEqual({ kind: 'store_failed' });
  expect(await database.query('SELECT state, problem_code FROM imports')).toEqual([
    { state: 'store_failed', problem_code: 'store_failed' },
  ]);
  expect((await queue.depth()).visible).toBe(0);
  expect(await database.query('SELECT id FROM jobs')).toEqual([]);
});

test('a queue that does not take the message: accepted, and the promised job sends it', async () => {
  const refusing = { send: () => Promise.reject(new Error('refused')) };
  const received = await receive([row(1, 1, 'a')], { queue: refusing });
  expect(received.kind).toBe('accepted');
  expect(await database.query('SELECT state FROM imports')).toEqual([{ state: 'stored' }]);

  const { backgroundJobs } = dependencies();
  expect(await backgroundJobs.workOne(new Date(Date.now() + 20_000))).toBe(false);
  expect(await backgroundJobs.workOne(new Date(Date.now() + 40_000))).toBe(true);
  expect(await database.query('SELECT state FROM imports')).toEqual([{ state: 'queued' }]);
  await ingest(await nextMessage());
  expect(await derived()).toHaveLength(1);
});

test('a message that was sent is not sent again by its job', async () => {
  await receive([row(1, 1, 'a')]);
  expect(await database.query('SELECT state FROM jobs')).toEqual([{ state: 'done' }]);
});

test('an upload that breaks off leaves no object and is never queued', async () => {
  async function* broken() {
    yield Buffer.from(`${HEADER}\n`);
    throw new Error('connection reset');
  }
  const received = await receiveImport(dependencies(), {
    ledger: 'posts',
    options: DEFAULT_OPTIONS,
    filename: 'x.csv',
    contentType: 'text/csv',
    user: admin,
    requestId: 'r1',
    force: false,
    body: broken(),
  });
  expect(received).toMatchObject({ kind: 'broken' });
  const [left] = await database.query<{ id: string; state: string }>('SELECT id, state FROM imports');
  expect(left?.state).toBe('upload_missing');
  expect(await store.head(importObjectKey(left?.id ?? ''))).toBeUndefined();
  expect((await queue.depth()).visible).toBe(0);
});

test.each([
  ['a message that is not ours', '{"Records":[]}'],
  ['a foreign bucket', JSON.stringify({ version: 1, import_id: '1', bucket: 'other', key: 'imports/1/original' })],
])('%s is not acknowledged', async (_, body) => {
  await expect(ingest(body)).rejects.toMatchObject({ name: 'ForeignMessage' });
});

test('trouble around the file gives the import back; it arrives later', async () => {
  await receive([row(1, 1, 'a')]);
  const message = await nextMessage();
  const away = { ...store, get: () => Promise.reject(new Error('503')) };
  await expect(ingest(message, away)).rejects.toThrow('503');
  expect(await database.query('SELECT state, lease_until FROM imports')).toEqual([
    { state: 'queued', lease_until: null },
  ]);
  await ingest(message);
  expect(await derived()).toHaveLength(1);
});

const BAD = `${HEADER},note
1,1,create,2025-01-01T00:00:00Z,mika,"a, ""b""",,,,keep me
0010,0,create,never,mika,=x,,,,"two
lines"
2,1,create,2025-01-01T00:00:00Z,mika,b,,,,
`;

async function importedFile(text: string, options: Partial<ImportOptions> = {}) {
  const received = await receiveImport(dependencies(), {
    ledger: 'posts',
    options: { ...DEFAULT_OPTIONS, ...options },
    filename: 'posts.csv',
    contentType: 'text/csv',
    user: admin,
    requestId: 'r1',
    force: true,
    body: bytes(text),
  });
  if (received.kind !== 'accepted') throw new Error(received.kind);
  await ingest(await nextMessage());
  const found = await findImport(database, admin, received.importId);
  if (!found) throw new Error('no import');
  return found;
}

async function report(importId: string | number): Promise<string> {
  const { body } = await store.get(errorReportKey(String(importId)));
  return Buffer.concat(await Array.fromAsync(body)).toString('utf8');
}

test('reject: nothing is written; the report has the bad rows as they were, with line, code and message', async () => {
  const refused = await importedFile(BAD);
  expect(refused).toMatchObject({ state: 'rejected', rows_read: 3, rows_failed: 1, error_count: 3 });
  expect(refused.problem?.message).toBe('One row has errors; nothing was imported.');
  expect(await derived()).toEqual([]);
  expect(await report(refused.id)).toBe(
    `\uFEFF${HEADER},note,line,code,message\r\n0010,0,create,never,mika,=x,,,,"two\nlines",3,not_an_id not_a_version not_a_time,"${refused.errors.map((error) => error.message).join(' ')}"\r\n`,
  );
  expect(await database.query('SELECT * FROM posts_staging')).toEqual([]);
});

test('skip: the good rows are in, the others are in the report; a conflict is one of them', async () => {
  await importedFile(`${HEADER}\n2,1,create,2025-01-01T00:00:00Z,mika,another,,,\n`);
  const done = await importedFile(BAD, { onError: 'skip' });
  expect(done).toMatchObject({ state: 'done', rows_read: 3, rows_inserted: 1, rows_failed: 2, error_count: 4 });
  expect(await derived()).toHaveLength(2);
  const lines = (await report(done.id)).split('\r\n');
  expect(lines[2]).toMatch(/^2,1,create,2025-01-01T00:00:00Z,mika,b,,,,,5,conflict,/);
  expect(await database.query('SELECT * FROM posts_staging')).toEqual([]);
});

test('skip with no good row at all: rejected', async () => {
  const refused = await importedFile(`${HEADER}\nx,1,create,2025-01-01,,,,,\n`, { onError: 'skip' });
  expect(refused).toMatchObject({ state: 'rejected', rows_failed: 1 });
});

test('a dry run counts and writes nothing', async () => {
  const text = `${HEADER}\n1,1,create,2025-01-01T00:00:00Z,mika,a,,,\n2,1,create,2025-01-01T00:00:00Z,mika,b,,,\n`;
  await importedFile(text.replace(/\n2.*/, ''));
  const tried = await importedFile(text, { dryRun: true });
  expect(tried).toMatchObject({ state: 'done', rows_inserted: 1, rows_unchanged: 1 });
  expect(await derived()).toHaveLength(1);
});

test('a report that the consumer could not write is written by its job', async () => {
  const text = BAD;
  await receive(text.split('\n').slice(1, -1));
  const message = await nextMessage();
  const full = { ...store, put: () => Promise.reject(new Error('disk full')) };
  await ingest(message, full);
  const [row] = await database.query<{ id: string; state: string }>('SELECT id, state FROM imports');
  expect(row?.state).toBe('rejected');
  await expect(report(row?.id ?? '')).rejects.toMatchObject({ name: 'ObjectMissing' });
  const { backgroundJobs } = dependencies();
  expect(await backgroundJobs.workOne(new Date(Date.now() + 40_000))).toBe(true);
  expect(await report(row?.id ?? '')).toContain('cell_count');
  expect(await database.query('SELECT * FROM posts_staging')).toEqual([]);
});

test('canceled while it was read: nothing is in the ledger', async () => {
  await receive([row(1, 1, 'a')]);
  const message = await nextMessage();
  const canceling = {
    ...store,
    get: async (key: string) => {
      await database.execute('UPDATE imports SET cancel_requested = TRUE');
      return store.get(key);
    },
  };
  await ingest(message, canceling);
  expect(await database.query('SELECT state FROM imports')).toEqual([{ state: 'canceled' }]);
  expect(await derived()).toEqual([]);
  expect(await database.query('SELECT * FROM posts_staging')).toEqual([]);
});
