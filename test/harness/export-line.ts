import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '../../shared/accounts/caller.ts';
import { readConfig } from '../../shared/config/config.ts';
import { askDatabaseTime } from '../../shared/export-queue/database-clock.ts';
import { openExportQueue } from '../../shared/export-queue/export-queue.ts';
import { createTokenSigner } from '../../shared/signed-token/signed-token.ts';
import { atEnd } from './at-end.ts';
import { startProcess } from './child-process.ts';
import type { TestDatabase } from './database.ts';
import { ADMIN, exportApp } from './export-app.ts';

const WORKER = new URL('../../functions/hosts/export-worker.ts', import.meta.url);
const GENERATOR = new URL('../../functions/hosts/export-generator.ts', import.meta.url);

/** An empty directory of this test file's own. */
export async function temporaryDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'tallyport-exports-'));
  // Processes that were killed may just be writing.
  atEnd(() => rm(path, { recursive: true, force: true, maxRetries: 10 }));
  return path;
}

/** The export routes, their directory, and workers as real processes. */
export async function openExportLine(database: TestDatabase, settings: Record<string, string> = {}) {
  const environment = {
    COUNTS_EXPORT_DIRECTORY: await temporaryDirectory(),
    DATA_DIR: await temporaryDirectory(),
    DATABASE_URL: database.url,
    SECRET: 'a secret of the tests',
    LOG: 'json',
    ...settings,
  };
  const config = readConfig(environment);
  const queue = await openExportQueue(config, () => askDatabaseTime(database));
  const signer = createTokenSigner({ secret: config.SECRET, previousSecret: config.SECRET_PREVIOUS });

  const app = (caller: Caller) => exportApp({ queue, signer, database, config }, caller);

  const workers: ChildProcess[] = [];

  return {
    queue,
    database,
    /** Those that were started, also when they have ended. */
    workers,
    signer,
    request: async (path: string, caller: Caller = ADMIN, init?: RequestInit) => app(caller).request(path, init),
    register: async (caller: Caller = ADMIN, body: object = {}) =>
      app(caller).request('/jobs', {
        method: 'POST',
        body: JSON.stringify({ request: { ledger: 'posts', rows: [{ axis: 'event_type' }] }, format: 'csv', ...body }),
      }),
    /** @param more what differs for this worker */
    async startWorker(more: Record<string, string> = {}) {
      const child = startProcess(WORKER, { environment: { ...environment, ...more } });
      workers.push(child);
      await Promise.race([once(child, 'message'), once(child, 'exit').then(() => Promise.reject(new Error('exit')))]);
      return child;
    },
    /** Without a supervisor: it waits for an order. */
    startGenerator: () => startProcess(GENERATOR, { environment }),
    names: async (pattern: RegExp) =>
      (await readdir(environment.COUNTS_EXPORT_DIRECTORY)).filter((name) => pattern.test(name)),
  };
}

/** What any of the routes may answer. */
export interface ExportAnswer {
  token: string;
  state: string;
  as_of: string;
  expires_at: string;
  heartbeat_at: string | null;
  updated_at: string | null;
  snapshot_at: string | null;
  file_token: string;
  phase: string | null;
  error: { code: string } | null;
  type: string;
  errors: { field: string }[];
}

export async function answerOf(response: Response | Promise<Response>): Promise<ExportAnswer> {
  return (await (await response).json()) as ExportAnswer;
}

/** Puts versions of posts into the ledger as they are, without an import. */
export async function insertPosts(database: TestDatabase, posts: { event_type: string; title: string }[]) {
  for (const [index, { event_type, title }] of posts.entries())
    await database.execute(
      `INSERT INTO posts (post_id, version_no, event_type, created_at, title, tag_ids, parent_post_ids, recorded_at,
         import_id, content_hash)
       VALUES (?, 1, ?, '2026-01-01 00:00:00', ?, '[]', '[]', UTC_TIMESTAMP(6), 1, REPEAT('0', 32))`,
      [index + 1, event_type, title],
    );
}

/** So many versions of posts at once, each of about a hundred bytes. */
export async function fillPosts(database: TestDatabase, thousands: number): Promise<void> {
  const digits = `(SELECT 0 AS n ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `UNION SELECT ${digit} `).join('')})`;
  for (let thousand = 1; thousand <= thousands; thousand++)
    await database.execute(
      `INSERT INTO posts (post_id, version_no, event_type, created_at, title, tag_ids, parent_post_ids, recorded_at,
         import_id, content_hash)
       SELECT ? + a.n * 100 + b.n * 10 + c.n, 1, 'create', '2026-01-01 00:00:00', REPEAT('t', 30), '[]', '[]',
         UTC_TIMESTAMP(6), 1, REPEAT('0', 32) FROM ${digits} AS a, ${digits} AS b, ${digits} AS c`,
      [thousand * 1000],
    );
}
