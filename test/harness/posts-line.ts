import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { beforeEach } from 'vitest';
import { readConfig } from '../../shared/config/config.ts';
import { importJobs } from '../../shared/imports/background.ts';
import { ingestMessage } from '../../shared/imports/ingest.ts';
import { DEFAULT_OPTIONS, type ImportOptions } from '../../shared/imports/options.ts';
import { receiveImport } from '../../shared/imports/receive.ts';
import { findImport } from '../../shared/imports/view.ts';
import { createLog } from '../../shared/log.ts';
import type { ObjectStore } from '../../shared/object-store/object-store.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { openQueue } from '../../shared/queue/open.ts';
import type { Queue } from '../../shared/queue/queue.ts';
import { atEnd } from './at-end.ts';
import { openTestDatabase } from './database.ts';
import { bytes } from './import-line.ts';

export const POSTS_HEADER = 'post_id,version_no,event_type,created_at,created_by,title,url,tag_ids,parent_post_ids';
const ADMIN = { userId: 'u1', role: 'admin' };

/** A version of a post, as a line of a file. */
export const postRow = (post: number, version: number, title: string, tags = '') =>
  `${post},${version},${version === 1 ? 'create' : 'update'},2025-01-0${version}T00:00:00Z,mika,${title},,"${tags}",`;

const postsFile = (lines: string[]) => `${[POSTS_HEADER, ...lines].join('\n')}\n`;

/** What stands in for a part of the line in one call. */
interface Replaced {
  store?: ObjectStore;
  queue?: Pick<Queue, 'send'>;
}

/** The way of files of posts on one machine's drivers, empty before each test. */
export async function openPostsLine() {
  const database = await openTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'tallyport-ingest-'));
  const settings = readConfig({ SECRET: 'secret', DATA_DIR: directory });
  const store = await openObjectStore(settings);
  const queue = await openQueue(settings, database);
  const log = createLog('json', {}, new Writable({ write: (_chunk, _encoding, done) => done() }));
  atEnd(async () => {
    await queue.close();
    await rm(directory, { recursive: true, force: true });
  });

  beforeEach(async () => {
    for (const table of ['imports', 'import_errors', 'posts', 'posts_staging', 'queue_messages', 'jobs'])
      await database.execute(`DELETE FROM ${table}`);
  });

  function dependencies(over: Replaced = {}) {
    const used = over.store ?? store;
    const { dispatch, jobs } = importJobs(database, over.queue ?? queue, settings, log, used);
    return { ...dispatch, backgroundJobs: jobs, store: used, settings, log };
  }

  async function receiveText(text: string, options: Partial<ImportOptions> = {}, over: Replaced = {}) {
    return receiveImport(dependencies(over), {
      ledger: 'posts',
      options: { ...DEFAULT_OPTIONS, ...options },
      filename: 'posts.csv',
      contentType: 'text/csv',
      user: ADMIN,
      requestId: 'r1',
      force: true,
      body: bytes(text),
    });
  }

  const receive = (lines: string[], over: Replaced = {}) => receiveText(postsFile(lines), {}, over);

  async function nextMessage(): Promise<string> {
    const [message] = await queue.receive({ max: 1, waitSeconds: 0, visibilitySeconds: 60 });
    if (!message) throw new Error('no message');
    await queue.delete(message.receipt);
    return message.body;
  }

  const ingest = (body: string, used: ObjectStore = store) =>
    ingestMessage({ ...dependencies({ store: used }), leaseSeconds: 60 }, body);

  async function importedText(text: string, options: Partial<ImportOptions> = {}) {
    const received = await receiveText(text, options);
    if (received.kind !== 'accepted') throw new Error(received.kind);
    await ingest(await nextMessage());
    const found = await findImport(database, ADMIN, received.importId);
    if (!found) throw new Error(`There is no import ${received.importId}.`);
    return found;
  }

  const derived = () =>
    database.query(
      'SELECT post_id, version_no, previous_version_no, changed_fields FROM posts ORDER BY post_id, version_no',
    );

  return {
    ...{ database, store, queue, dependencies, receive, nextMessage, ingest, derived },
    importedText,
    imported: (lines: string[]) => importedText(postsFile(lines)),
  };
}
