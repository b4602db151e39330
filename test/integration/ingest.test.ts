import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { importJobs } from '../../shared/imports/background.ts';
import { claimImport } from '../../shared/imports/claim.ts';
import { ingestMessage } from '../../shared/imports/ingest.ts';
import { receiveImport } from '../../shared/imports/receive.ts';
import { findImport } from '../../shared/imports/view.ts';
import { createLog } from '../../shared/log.ts';
import { importObjectKey } from '../../shared/names.ts';
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

function dependencies(
  over: { store?: Pick<ObjectStore, 'bucket' | 'put' | 'delete'>; queue?: Pick<Queue, 'send'> } = {},
) {
  const { dispatch, jobs } = importJobs(database, over.queue ?? queue, { JOB_MAX_ATTEMPTS: 5, JOB_LEASE: 60 }, log);
  return { ...dispatch, backgroundJobs: jobs, store: over.store ?? store, maxBytes: 10_000_000, log };
}

async function* bytes(text: string) {
  yield Buffer.from(text);
}

async function receive(lines: string[], over: Parameters<typeof dependencies>[0] = {}) {
  return receiveImport(dependencies(over), {
    ledger: 'posts',
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

const ingest = (body: string, leaseSeconds = 60) => ingestMessage({ database, store, leaseSeconds, log }, body);

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
  const late = ingestMessage({ database, store: interrupting, leaseSeconds: 60, log }, message);
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
    filename: 'x.csv',
    contentType: 'text/csv',
    user: admin,
    requestId: 'r1',
    force: false,
    body: broken(),
  });
  expect(received).toEqual({ kind: 'broken' });
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
  await expect(ingestMessage({ database, store: away, leaseSeconds: 60, log }, message)).rejects.toThrow('503');
  expect(await database.query('SELECT state, lease_until FROM imports')).toEqual([
    { state: 'queued', lease_until: null },
  ]);
  await ingest(message);
  expect(await derived()).toHaveLength(1);
});
