import { fork } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse';
import type { ResultSetHeader } from 'mysql2/promise';
import { INGEST_NODE_OPTIONS } from '../functions/ingest/node-options.ts';
import { type Connection, type Database, openConnection, openDatabase } from '../shared/database/database.ts';
import { migrateDatabase } from '../shared/database/migrate.ts';
import { type PrivateServer, startPrivateServer } from '../shared/database/private-server.ts';
import { loadChunks } from '../shared/imports/load-text.ts';
import { mergeStaged } from '../shared/imports/merge.ts';
import { readRows } from '../shared/imports/read-rows.ts';
import { stagedColumns } from '../shared/imports/row.ts';
import { openStager } from '../shared/imports/stager.ts';
import { clearStaging } from '../shared/imports/staging.ts';
import { lockLedger } from '../shared/ledgers/lock-ledger.ts';
import { posts } from '../shared/ledgers/posts.ts';
import { entitiesTable, expansions, stagingTable } from '../shared/ledgers/tables.ts';
import { type RowOrder, writePostsFile } from './posts-file.ts';

/**
 * Importing a file of 200,000 rows and 10 columns, from the disk to the committed ledger with all that is derived from
 * it, against LOAD DATA of the same rows when they are clean already (into the staging table; into the table with all
 * its indexes) and against csv-parse with INSERTs of 1,000 rows that derive nothing. A fresh process and empty tables
 * each time, in turns, on a server of its own.
 *
 *     node bench/import.ts [--rounds 3] [--rows 200000] [--order entity|time] [--only NAME] [--tenfold] [--url URL]
 *
 * URL: a database that may be emptied, instead of the own server. STATEMENTS=1 prints each statement of the merge.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    rows: { type: 'string', default: '200000' },
    order: { type: 'string', default: 'entity' },
    only: { type: 'string', default: '' },
    tenfold: { type: 'boolean', default: false },
    url: { type: 'string' },
    // In a child: one variant, once.
    variant: { type: 'string' },
    folder: { type: 'string' },
  },
});

const CLAIM = { importId: '1', attempt: 1 };
const COLUMNS = stagedColumns(posts).join(', ');
const BATCH = 1_000;
/** Comes after the commit, so it is not part of the whole. */
const CLEARING = 'afterwards: clear staging';

interface Setting {
  readonly csv: string;
  /** The same rows as LOAD DATA reads them. */
  readonly clean: string;
  readonly database: Database;
}

/** Phases by name, in milliseconds; the rows that are there afterwards are counted by the parent. */
type Phases = Record<string, number>;

const VARIANTS: Readonly<Record<string, { table: string; run: (setting: Setting) => Promise<Phases> }>> = {
  'limit: LOAD DATA, staging table': {
    table: stagingTable(posts),
    run: (setting) =>
      load(
        setting,
        `${stagingTable(posts)} CHARACTER SET utf8mb4 (line, ${COLUMNS}, @hash)
      SET import_id = 1, attempt = 1, content_hash = UNHEX(@hash)`,
      ),
  },
  'limit: LOAD DATA, indexed table': {
    table: posts.name,
    run: (setting) =>
      load(
        setting,
        `${posts.name} CHARACTER SET utf8mb4 (@line, ${COLUMNS}, @hash)
      SET import_id = 1, recorded_at = UTC_TIMESTAMP(6), content_hash = UNHEX(@hash)`,
      ),
  },
  ours: { table: posts.name, run: ours },
  'peer: csv-parse and INSERT': { table: posts.name, run: peer },
};

async function load({ clean, database }: Setting, into: string): Promise<Phases> {
  const connection = await openConnection(database.address);
  const sql = `LOAD DATA LOCAL INFILE 'rows' INTO TABLE ${into}`;
  await connection.query<ResultSetHeader>({ sql, infileStreamFactory: () => createReadStream(clean) });
  await connection.end();
  return {};
}

async function ours({ csv, database }: Setting): Promise<Phases> {
  const clock = stopwatch();
  const stager = await openStager(database, posts, CLAIM);
  const { batches } = await readRows(createReadStream(csv), posts, { timeZone: 'UTC' });
  let waited = 0;
  for await (const { rows } of batches) {
    const before = performance.now();
    await stager.write(rows);
    waited += performance.now() - before;
  }
  await stager.end();
  const staged = clock();
  let deriving = 0;
  await database.transaction(async (tx) => {
    await lockLedger(tx, posts);
    await mergeStaged(
      timed(tx, (ms) => {
        deriving += ms;
      }),
      posts,
      CLAIM,
      { onError: 'reject', onConflict: 'error' },
    );
  });
  const merged = clock();
  await clearStaging(database, posts, CLAIM);
  return {
    'read + stage': staged,
    'of it waiting for the server': waited,
    'merge + derive': merged,
    'of it derive': deriving,
    [CLEARING]: clock(),
  };
}

/** Tells how long the statements took that derive: all after the ledger's own. */
function timed(tx: Connection, derived: (ms: number) => void): Connection {
  const after = async <T>(sql: string, work: () => Promise<T>): Promise<T> => {
    const before = performance.now();
    const result = await work();
    const ms = performance.now() - before;
    if (process.env.STATEMENTS)
      console.log(`${ms.toFixed(0).padStart(8)} ms  ${sql.replace(/\s+/g, ' ').slice(0, 110)}`);
    if (/^\s*(SET|SAVEPOINT|INSERT INTO posts |SELECT COUNT)/.test(sql)) return result;
    derived(ms);
    return result;
  };
  return {
    query: (sql, values) => after(sql, () => tx.query(sql, values)),
    execute: (sql, values) => after(sql, () => tx.execute(sql, values)),
  };
}

/** What one writes first: no checks, no staging, nothing derived. */
async function peer({ csv, database }: Setting): Promise<Phases> {
  const columns = `${COLUMNS}, content_hash, import_id, recorded_at`.split(', ');
  const places = `(${columns.map(() => '?').join(', ')})`;
  const noHash = Buffer.alloc(32);
  await database.transaction(async (tx) => {
    let batch: (string | number | Buffer | null)[][] = [];
    const flush = async () => {
      await tx.execute(
        `INSERT INTO posts (${columns.join(', ')}) VALUES ${batch.map(() => places).join(', ')}
         ON DUPLICATE KEY UPDATE event_type = VALUES(event_type), title = VALUES(title)`,
        batch.flat(),
      );
      batch = [];
    };
    const file = createReadStream(csv).pipe(parse({ bom: true, from_line: 2 }));
    for await (const cells of file as AsyncIterable<string[]>) {
      const [post, version, event, at, by, title, url, tags, parents] = cells as [string, ...string[]];
      const time = at?.replace('T', ' ').replace('Z', '') ?? null;
      const list = (text = '') => `[${text.replaceAll(' ', ', ')}]`;
      const row = [post, version, event, time, by, title, url || null, list(tags), list(parents), noHash, 1, time];
      batch.push(row as (string | number | Buffer | null)[]);
      if (batch.length === BATCH) await flush();
    }
    if (batch.length > 0) await flush();
  });
  return {};
}

function stopwatch(): () => number {
  let last = performance.now();
  return () => {
    const ms = performance.now() - last;
    last += ms;
    return ms;
  };
}

interface Round {
  ms: number;
  phases: Phases;
  peakMegabytes: number;
}

async function runOne(name: string, folder: string, url: string): Promise<void> {
  const database = openDatabase(url, 4);
  const setting = { csv: join(folder, 'posts.csv'), clean: join(folder, 'posts.clean'), database };
  await database.query('SELECT 1');
  const before = performance.now();
  const phases = (await VARIANTS[name]?.run(setting)) ?? {};
  const ms = performance.now() - before - (phases[CLEARING] ?? 0);
  await database.close();
  process.send?.({ ms, phases, peakMegabytes: process.resourceUsage().maxRSS / 1024 } satisfies Round);
}

function inFreshProcess(name: string, folder: string, url: string): Promise<Round> {
  const { promise, resolve, reject } = Promise.withResolvers<Round>();
  const child = fork(import.meta.filename, ['--variant', name, '--folder', folder, '--url', url], {
    execArgv: [...INGEST_NODE_OPTIONS],
  });
  child.once('message', (round) => resolve(round as Round));
  child.once('exit', (code) => reject(new Error(`${name} ended with code ${code} and no result.`)));
  return promise;
}

async function prepare(folder: string, rows: number): Promise<void> {
  const csv = join(folder, 'posts.csv');
  await writePostsFile(csv, rows, options.order as RowOrder);
  const { batches } = await readRows(createReadStream(csv), posts, { timeZone: 'UTC' });
  const texts = async function* () {
    for await (const batch of batches) yield* loadChunks(batch.rows);
  };
  await pipeline(texts, createWriteStream(join(folder, 'posts.clean')));
  console.log(`${rows} rows, ${((await stat(csv)).size / 1e6).toFixed(1)} MB, in the order of ${options.order}`);
}

async function emptyTables(database: Database): Promise<void> {
  const derived = [entitiesTable(posts), ...expansions(posts).map(({ table }) => table)];
  for (const table of [posts.name, stagingTable(posts), ...derived]) await database.execute(`TRUNCATE ${table}`);
}

async function measure(name: string, folder: string, url: string, rows: number): Promise<Round> {
  const database = openDatabase(url, 1);
  await emptyTables(database);
  const round = await inFreshProcess(name, folder, url);
  const [found] = await database.query(`SELECT COUNT(*) AS count FROM ${VARIANTS[name]?.table}`);
  await database.close();
  if (Number(found?.count) !== rows) throw new Error(`${name} wrote ${found?.count} rows of ${rows}.`);
  return round;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

function report(name: string, rounds: readonly Round[]): void {
  const raw = rounds.map(({ ms }) => (ms / 1000).toFixed(2)).join(' ');
  const peak = Math.max(...rounds.map(({ peakMegabytes }) => peakMegabytes));
  const seconds = median(rounds.map(({ ms }) => ms)) / 1000;
  console.log(`${name.padEnd(34)} ${seconds.toFixed(2)} s  [${raw}]  RSS ${peak.toFixed(0)} MB`);
  for (const phase of Object.keys(rounds[0]?.phases ?? {}))
    console.log(
      `    ${phase.padEnd(30)} ${(median(rounds.map(({ phases }) => phases[phase] ?? 0)) / 1000).toFixed(2)} s`,
    );
}

async function compare(folder: string, url: string, rows: number): Promise<void> {
  const names = Object.keys(VARIANTS).filter((name) => name.includes(options.only));
  const results = new Map<string, Round[]>(names.map((name) => [name, []]));
  for (let round = 0; round < Number(options.rounds); round++)
    for (const [name, own] of results) own.push(await measure(name, folder, url, rows));
  for (const [name, own] of results) report(name, own);
  const all = (name: string) => results.get(name) ?? [];
  const whole = median(all('ours').map(({ ms }) => ms));
  const ratio = (ms: number, limit: string) => (ms / median(all(limit).map((one) => one.ms))).toFixed(2);
  const staged = median(all('ours').map(({ phases }) => phases['read + stage'] ?? 0));
  console.log(
    `read + stage / LOAD DATA into staging:    ${ratio(staged, 'limit: LOAD DATA, staging table')}  (goal 1.3)`,
  );
  console.log(`the whole / LOAD DATA into indexed table: ${ratio(whole, 'limit: LOAD DATA, indexed table')}  (goal 3)`);
  console.log(`the whole / the peer:                     ${ratio(whole, 'peer: csv-parse and INSERT')}  (goal 1)`);
}

async function tenfold(folder: string, url: string, rows: number): Promise<void> {
  const once = await measure('ours', folder, url, rows);
  await prepare(folder, rows * 10);
  const often = await measure('ours', folder, url, rows * 10);
  report('ours', [once]);
  report('ours, ten times the rows', [often]);
  console.log(`ten times the rows take ${(often.ms / once.ms).toFixed(1)} times as long (goal 11)`);
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-import-'));
  let server: PrivateServer | undefined;
  try {
    if (!options.url) server = await startPrivateServer(join(folder, 'server'), process.env.PATH ?? '');
    const url = server?.url('bench') ?? String(options.url);
    await migrateDatabase(url);
    await prepare(folder, Number(options.rows));
    await (options.tenfold ? tenfold : compare)(folder, url, Number(options.rows));
  } finally {
    await server?.stop();
    await rm(folder, { recursive: true });
  }
}

if (options.variant) await runOne(options.variant, options.folder ?? '', options.url ?? '');
else await main();
