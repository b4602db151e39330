import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimablePort } from '../functions/starter/port.ts';
import { type Database, openDatabase } from '../shared/database/database.ts';
import { migrateDatabase } from '../shared/database/migrate.ts';
import { startPrivateServer } from '../shared/database/private-server.ts';
import { parseDatabaseUrl } from '../shared/database/url.ts';
import { importColumns } from '../shared/ledgers/ledger.ts';
import { posts } from '../shared/ledgers/posts.ts';
import { createUsers } from '../test/harness/accounts.ts';
import { Client } from '../test/harness/client.ts';
import { fillPosts } from './export-posts.ts';

/**
 * Exports as a client meets them, from the registration to a ready file, by the real processes:
 *
 * - all details of a large ledger as CSV, in turns with `mariadb --batch --quick` of the same rows into a file, and the
 *   most memory that the generator ever had;
 * - tiny ones, at the pace of a person, who finds a generator ready, and without a pause, when one has to be started;
 * - the memory of the API while a client fetches the large file at 100 kB/s.
 *
 *     node bench/export.ts [ROUNDS] [ROWS]
 */
const PEER_GOAL = 0.7;
const MEMORY_GOAL_MB = 150;
const TINY_GOAL_MS = 400;
const TINY_ROUNDS = 15;
/** Longer than a generator takes to start. */
const TINY_PAUSE_MS = 1_500;
const SLOW_BYTES_PER_SECOND = 100_000;
const SLOW_SECONDS = 20;

const host = (name: string) => new URL(`../functions/hosts/${name}.ts`, import.meta.url);
const DETAILS = { ledger: 'posts', mode: 'details' } as const;
const TINY = { ledger: 'tags', rows: [{ axis: 'event_type' }] };

interface Status {
  state: string;
  file_token: string;
  processed: number;
  error: unknown;
}

async function startProcess(name: string, environment: Record<string, string>): Promise<ChildProcess> {
  const child = fork(host(name), { env: environment, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with code ${code}.`)));
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  return child;
}

/** @returns the milliseconds from the registration to the ready file */
async function exported(client: Client, request: object, watch: () => void = () => {}) {
  const started = performance.now();
  const registered = await client.postJson('/api/counts/export/jobs', { request, format: 'csv' });
  const { token } = (await registered.json()) as { token: string };
  for (;;) {
    const status = (await (await client.fetch(`/api/counts/export/jobs/${token}`)).json()) as Status;
    if (status.state === 'ready') return { token, status, ms: performance.now() - started };
    if (status.state !== 'queued' && status.state !== 'running') throw new Error(JSON.stringify(status));
    watch();
    await sleep(5);
  }
}

/** The most memory that the generators of a worker have had, as long as it is asked for. */
function generatorPeak(worker: ChildProcess) {
  let peak = 0;
  return {
    look() {
      for (const pid of childrenOf(worker)) peak = Math.max(peak, peakMegabytes(pid));
    },
    megabytes: () => peak,
  };
}

function childrenOf({ pid }: ChildProcess): string[] {
  const [task = ''] = readdirSync(`/proc/${pid}/task`);
  return readQuietly(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean);
}

function peakMegabytes(pid: string | number | undefined): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readQuietly(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

/** A process may end while it is looked at. */
function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** @returns milliseconds */
async function peer(url: string, file: string): Promise<number> {
  const { socketPath, user, database } = parseDatabaseUrl(url);
  const sql = `SELECT ${importColumns(posts).join(', ')} FROM posts ORDER BY created_at, id`;
  const started = performance.now();
  const child = spawn(
    'mariadb',
    ['--no-defaults', `--socket=${socketPath}`, `--user=${user}`, '--batch', '--quick', '--execute', sql, database],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit');
  await pipeline(child.stdout, createWriteStream(file));
  const [code] = await ended;
  if (code !== 0) throw new Error(`mariadb ended with code ${code}.`);
  return performance.now() - started;
}

/** Fetches at a steady pace for a while, then goes. @returns how much the server's peak grew, in MB */
async function fetchSlowly(client: Client, api: ChildProcess, token: string, fileToken: string): Promise<number> {
  const asked = await client.postJson(`/api/counts/export/jobs/${token}/download`, {});
  const { attempt } = (await asked.json()) as { attempt: string };
  const before = peakMegabytes(api.pid);
  const answer = await client.fetch(`/api/counts/export/files/${fileToken}?job=${token}&attempt=${attempt}`);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const started = performance.now();
  for (let bytes = 0; performance.now() - started < SLOW_SECONDS * 1000; ) {
    bytes += (await reader.read()).value?.byteLength ?? 0;
    await sleep(Math.max(0, (bytes / SLOW_BYTES_PER_SECOND) * 1000 - (performance.now() - started)));
  }
  await reader.cancel();
  return peakMegabytes(api.pid) - before;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

const told = (good: boolean) => (good ? 'reached' : 'MISSED');

async function compare(
  { client, database, directory, url, worker, api }: Setup,
  rounds: number,
  rows: number,
): Promise<void> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  const peak = generatorPeak(worker);
  let last: Awaited<ReturnType<typeof exported>> | undefined;
  for (let round = 0; round < rounds; round++) {
    theirs.push(await peer(url, join(directory, 'peer.tsv')));
    last = await exported(client, DETAILS, peak.look);
    if (last.status.processed !== rows) throw new Error(`${last.status.processed} rows came instead of ${rows}.`);
    ours.push(last.ms);
  }
  const rate = (times: readonly number[]) => rows / (median(times) / 1000);
  const list = (times: readonly number[]) => times.map((ms) => (ms / 1000).toFixed(2)).join(' ');
  console.log(`${rows} details as CSV      ${Math.round(rate(ours))} rows/s  [${list(ours)} s]`);
  console.log(`mariadb --batch --quick   ${Math.round(rate(theirs))} rows/s  [${list(theirs)} s]`);
  const ratio = rate(ours) / rate(theirs);
  console.log(`ratio ${ratio.toFixed(2)}, goal ${PEER_GOAL}: ${told(ratio >= PEER_GOAL)}`);
  const memory = peak.megabytes();
  console.log(`generator's peak ${memory.toFixed(0)} MB, goal ${MEMORY_GOAL_MB}: ${told(memory <= MEMORY_GOAL_MB)}`);
  if (last) {
    const grown = await fetchSlowly(client, api, last.token, last.status.file_token);
    console.log(`API's peak while a client reads 100 kB/s: ${grown.toFixed(0)} MB more`);
  }
  await database.execute('DELETE FROM posts');
  const apart = await tinyExports(client, TINY_PAUSE_MS);
  console.log(`goal ${TINY_GOAL_MS} ms: ${told(apart <= TINY_GOAL_MS)}`);
  await tinyExports(client, 0);
}

/** @returns the median of milliseconds, which it prints */
async function tinyExports(client: Client, pauseMs: number): Promise<number> {
  const tiny: number[] = [];
  for (let round = 0; round < TINY_ROUNDS; round++) {
    await sleep(pauseMs);
    tiny.push((await exported(client, TINY)).ms);
  }
  const ms = median(tiny);
  const how = pauseMs > 0 ? `${pauseMs} ms after the one before` : 'at once after the one before';
  console.log(`tiny export, registered to ready, ${how}: ${ms.toFixed(0)} ms  [${tiny.map(Math.round).join(' ')}]`);
  return ms;
}

interface Setup {
  client: Client;
  database: Database;
  directory: string;
  url: string;
  worker: ChildProcess;
  api: ChildProcess;
}

async function main(rounds: number, rows: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-export-'));
  const server = await startPrivateServer(join(directory, 'database'), process.env.PATH ?? '');
  const started: ChildProcess[] = [];
  try {
    const url = server.url('bench');
    await migrateDatabase(url);
    const database = openDatabase(url, 2);
    await fillPosts(database, rows);
    const users = await createUsers(url, ['admin']);
    const port = await claimablePort('127.0.0.1', 0);
    const environment = {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: url,
      DATA_DIR: directory,
      PORT: String(port),
      SECRET: 'of the bench only, with 32 bytes and more',
      EXPORT_MAX_BYTES: '1073741824',
      EXPORT_STORAGE_BYTES: '10737418240',
    };
    const worker = await startProcess('export-worker', environment);
    const api = await startProcess('api', environment);
    started.push(worker, api);
    const client = new Client(`http://127.0.0.1:${port}`);
    await client.signIn(users.admin);
    await compare({ client, database, directory, url, worker, api }, rounds, rows);
    await database.close();
  } finally {
    for (const child of started) child.kill('SIGKILL');
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

const [rounds = '3', rows = '1000000'] = process.argv.slice(2);
await main(Number(rounds), Number(rows));
process.exit();
