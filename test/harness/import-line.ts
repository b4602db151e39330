import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../../shared/config/config.ts';
import { importJobs } from '../../shared/imports/background.ts';
import { watchDeadLetters } from '../../shared/imports/dead-letters.ts';
import { ingestMessage } from '../../shared/imports/ingest.ts';
import { DEFAULT_OPTIONS } from '../../shared/imports/options.ts';
import { type ReceiveDependencies, receiveImport, type Upload } from '../../shared/imports/receive.ts';
import { sweepImports } from '../../shared/imports/sweep.ts';
import { createLog } from '../../shared/log.ts';
import type { ObjectStore } from '../../shared/object-store/object-store.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { openQueue } from '../../shared/queue/open.ts';
import type { Queue } from '../../shared/queue/queue.ts';
import { atEnd } from './at-end.ts';
import { openTestAws } from './aws.ts';
import { openTestDatabase } from './database.ts';

export const DRIVERS = ['directory and table', 'S3 and SQS'] as const;
export type Drivers = (typeof DRIVERS)[number];

/** A small file for the ledger `tags`; every number makes another one. */
export const fileOf = (tag: number, name = `tag ${tag}`) =>
  `tag_id,version_no,event_type,created_at,created_by,name,category\n${tag},1,create,2025-01-01T00:00:00Z,mika,${name},\n`;

const TABLES = ['imports', 'import_errors', 'import_keys', 'import_users', 'audit', 'jobs', 'tags', 'tags_staging'];

export const USER = { userId: 'u1', role: 'importer' } as const;

/** What stands in for a part of the line in one test: the real part, made to fail before or after it took effect. */
export interface Faults {
  store?: Partial<ObjectStore>;
  queue?: Partial<Queue>;
}

/** The way of a file on real drivers, at this machine's own time: nothing moves unless a test moves it. */
export async function openImportLine(drivers: Drivers, environment: Record<string, string> = {}) {
  const database = await openTestDatabase();
  const config = readConfig({ SECRET: 'secret', ...environment, ...(await settingsOf(drivers)) });
  const store = await openObjectStore(config);
  const queue = await openQueue(config, database);
  atEnd(() => queue.close());
  const lines: Record<string, unknown>[] = [];
  const log = createLog('json', {}, { write: (text) => lines.push(JSON.parse(text)) });

  const dependencies = (faults: Faults = {}) => {
    const faulty = { store: { ...store, ...faults.store }, queue: { ...queue, ...faults.queue } };
    const { dispatch, jobs } = importJobs(database, faulty.queue, config, log, faulty.store);
    return { ...dispatch, ...faulty, backgroundJobs: jobs, settings: config as Config, log };
  };

  async function receive(text: string, upload: Partial<Upload> = {}, faults: Faults = {}) {
    return receiveImport(dependencies(faults) satisfies ReceiveDependencies, {
      ...{ ledger: 'tags', options: DEFAULT_OPTIONS, force: false, filename: 'tags.csv', contentType: 'text/csv' },
      ...{ user: USER, requestId: 'r1', body: bytes(text) },
      ...upload,
    });
  }

  async function messages(max = 10, visibilitySeconds = 60) {
    return queue.receive({ max, waitSeconds: 0, visibilitySeconds });
  }

  return {
    ...{ database, store, queue, config, log, lines, dependencies, receive, messages },
    ingest: (body: string, faults: Faults = {}) => ingestMessage({ ...dependencies(faults), leaseSeconds: 60 }, body),
    /** Takes every message that is there off the queue and carries it through. */
    async consumeAll(): Promise<number> {
      let count = 0;
      for (;;) {
        const batch = await messages();
        if (batch.length === 0) return count;
        for (const { body, receipt } of batch) {
          await ingestMessage({ ...dependencies(), leaseSeconds: 60 }, body);
          await queue.delete(receipt);
          count++;
        }
      }
    },
    sweep: (minutes = 0, faults: Faults = {}) =>
      sweepImports(dependencies(faults), { now: new Date(Date.now() + minutes * 60_000) }),
    /** Runs the background jobs that are due then. */
    async work(minutes = 1, faults: Faults = {}): Promise<void> {
      const { backgroundJobs } = dependencies(faults);
      while (await backgroundJobs.workOne(new Date(Date.now() + minutes * 60_000)));
    },
    watch: () => watchDeadLetters({ database, queue, bucket: store.bucket, log }, 1),
    only: async () => {
      const rows = await database.query('SELECT * FROM imports ORDER BY id');
      if (rows.length !== 1 || !rows[0]) throw new Error(`There are ${rows.length} imports instead of one.`);
      return rows[0];
    },
    states: async () =>
      (await database.query<{ state: string }>('SELECT state FROM imports ORDER BY id')).map(({ state }) => state),
    objects: async () => {
      const keys: string[] = [];
      for await (const { key } of store.list('imports/')) keys.push(key);
      return keys;
    },
    tags: () => database.query<{ tag_id: string }>('SELECT tag_id FROM tags ORDER BY tag_id'),
    async clear(): Promise<void> {
      for (const table of TABLES) await database.execute(`DELETE FROM ${table}`);
      for await (const { key } of store.list('imports/')) await store.delete(key);
      for (const { receipt } of await messages()) await queue.delete(receipt);
      for (const { receipt } of await queue.receiveDead({ max: 10, visibilitySeconds: 1 }))
        await queue.deleteDead(receipt);
      lines.length = 0;
    },
  };
}

export type ImportLine = Awaited<ReturnType<typeof openImportLine>>;

export async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function settingsOf(drivers: Drivers): Promise<Record<string, string>> {
  if (drivers === 'S3 and SQS') {
    const { url, queueUrl, deadLetterUrl } = await openTestAws();
    return {
      ...{ OBJECT_STORE: 's3://tallyport-files', QUEUE: queueUrl, QUEUE_DEAD_LETTER: deadLetterUrl },
      AWS_ENDPOINT_URL: url,
    };
  }
  const directory = await mkdtemp(join(tmpdir(), 'tallyport-imports-'));
  atEnd(() => rm(directory, { recursive: true, force: true }));
  return { DATA_DIR: directory };
}
