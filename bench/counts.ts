import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { INTERACTIVE_LIMITS } from '../shared/counts/answer-limits.ts';
import { planCounts } from '../shared/counts/plan.ts';
import { privateVersions } from '../shared/counts/private-versions.ts';
import { countsRequestSchema } from '../shared/counts/request.ts';
import { runCounts } from '../shared/counts/run.ts';
import { type Connection, type Database, openDatabase, type Row, type Value } from '../shared/database/database.ts';
import { migrateDatabase } from '../shared/database/migrate.ts';
import { type PrivateServer, startPrivateServer } from '../shared/database/private-server.ts';
import { posts } from '../shared/ledgers/posts.ts';
import { importHistory } from './counts-history.ts';
import { antiPeer, QUESTIONS, type Question } from './counts-questions.ts';
import { type DuckDb, openDuckDb } from './duckdb.ts';

/**
 * Counts over a million versions of posts with two million tags and 10,000 discards, to an administrator and to a viewer,
 * each question in turn with DuckDB on the same data; and what searching every list for every discard would take. All
 * within the limits of an interactive answer, on a server of its own.
 *
 *     node bench/counts.ts [--rounds 7] [--versions 1000000] [--discards 10000] [--url URL]
 *
 * URL: a database that was left by such a run or is empty. STATEMENTS=1 prints each statement with its time.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    versions: { type: 'string', default: '1000000' },
    discards: { type: 'string', default: '10000' },
    url: { type: 'string' },
  },
});

/** Versions that the anti-peer is asked about; it takes as long for each of them. */
const ANTI_PEER_VERSIONS = 200;
const ROLES = ['admin', 'viewer'] as const;
type CountingRole = (typeof ROLES)[number];

async function ask(database: Database, role: CountingRole, { request }: Question): Promise<number> {
  const asOf = '2026-11-30T00:00:00.000000Z';
  const plan = planCounts(countsRequestSchema.parse(request), { role }, { timeZone: 'UTC', asOf });
  if (plan.mode !== 'summary') throw new Error('The benchmark counts only.');
  const answer = await database.snapshot((tx) => runCounts(told(tx), plan, INTERACTIVE_LIMITS));
  return answer.result_rows.length;
}

function told(connection: Connection): Pick<Connection, 'query'> {
  if (!process.env.STATEMENTS) return connection;
  return {
    async query<R = Row>(sql: string, values?: readonly Value[]) {
      const before = performance.now();
      const rows = await connection.query<R>(sql, values);
      const ms = (performance.now() - before).toFixed(0).padStart(6);
      console.log(`${ms} ms ${String(rows.length).padStart(7)} rows  ${sql.replace(/\s+/g, ' ')}`);
      return rows;
    },
  };
}

function askDuckDb(duckDb: DuckDb, role: CountingRole, question: Question): Promise<Record<string, unknown>[]> {
  const seen = (label: string) => (role === 'admin' ? label : `CASE WHEN private.id IS NULL THEN ${label} END`);
  const joinPrivate = (id: string) => (role === 'admin' ? '' : `LEFT JOIN private ON private.id = ${id}`);
  return duckDb.rows(question.duckDb(seen, joinPrivate));
}

/** Gives DuckDB the same versions, with what is derived from them. */
async function copyTo(duckDb: DuckDb, database: Database, folder: string): Promise<void> {
  const hidden = privateVersions(posts);
  const tables = {
    v: 'SELECT id, post_id, version_no, event_type, created_at, changed_fields FROM posts',
    t: 'SELECT version_id, tag_id, created_at, event_type FROM posts_tag_ids',
    private: hidden.text,
  };
  for (const [name, sql] of Object.entries(tables)) {
    const path = join(folder, `${name}.csv`);
    const rows = await database.query<Record<string, string>>(sql, name === 'private' ? hidden.values : []);
    const file = createWriteStream(path);
    file.write(`${Object.keys(rows[0] ?? {}).join(',')}\n`);
    for (let start = 0; start < rows.length; start += 10_000)
      file.write(
        rows
          .slice(start, start + 10_000)
          .map((row) => `${Object.values(row).join(',')}\n`)
          .join(''),
      );
    await new Promise<void>((resolve) => file.end(resolve));
    await duckDb.run(`CREATE TABLE ${name} AS SELECT * FROM read_csv('${path}', header = true)`);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return (performance.now() - before) / 1000;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

const seconds = (value: number) => `${value.toFixed(3)} s`;
const listed = (values: readonly number[]) => `[${values.map((value) => value.toFixed(2)).join(' ')}]`;

async function compare(database: Database, duckDb: DuckDb | undefined): Promise<void> {
  for (const question of QUESTIONS)
    for (const role of ROLES) {
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < Number(options.rounds); round++) {
        ours.push(await timed(() => ask(database, role, question)));
        if (duckDb) theirs.push(await timed(() => askDuckDb(duckDb, role, question)));
      }
      const own = median(ours);
      const peer = duckDb ? `DuckDB ${seconds(median(theirs))}, ratio ${(own / median(theirs)).toFixed(1)}` : '';
      const goal = `goal ${question.goalSeconds} s`;
      console.log(`${question.name.padEnd(28)} ${role.padEnd(7)} ${seconds(own)} (${goal})  ${peer}  ${listed(ours)}`);
    }
}

async function compareAntiPeer(database: Database): Promise<void> {
  const question = QUESTIONS[1] as Question;
  const own = await timed(() => ask(database, 'viewer', question));
  const versions = Math.min(ANTI_PEER_VERSIONS, Number(options.versions));
  const part = await timed(() => database.query(antiPeer(versions)));
  const whole = (part * Number(options.versions)) / versions;
  console.log(
    `every list searched for every discard: ${seconds(part)} for ${versions} versions, so ${whole.toFixed(0)} s for all: ${(whole / own).toFixed(0)} times as long as ours (goal 100)`,
  );
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-counts-'));
  let server: PrivateServer | undefined;
  try {
    if (!options.url) server = await startPrivateServer(join(folder, 'server'), process.env.PATH ?? '');
    const url = server?.url('bench') ?? String(options.url);
    await migrateDatabase(url);
    const database = openDatabase(url, 2);
    const [found] = await database.query('SELECT COUNT(*) AS count FROM posts');
    if (Number(found?.count) === 0) {
      const took = await timed(() => importHistory(database, Number(options.versions), Number(options.discards)));
      console.log(`imported in ${took.toFixed(0)} s`);
    }
    for (const table of ['posts', 'posts_tag_ids', 'posts_entities']) await database.query(`ANALYZE TABLE ${table}`);
    const [size] = await database.query(
      `SELECT (SELECT COUNT(*) FROM posts) AS versions, (SELECT COUNT(*) FROM posts_tag_ids) AS tags,
         (SELECT COUNT(*) FROM posts WHERE event_type = 'discard')
           + (SELECT COUNT(*) FROM tags WHERE event_type = 'discard') AS discards`,
    );
    console.log(`${size?.versions} versions of posts, ${size?.tags} pairs with a tag, ${size?.discards} discards`);
    const duckDb = await openDuckDb();
    if (duckDb) await copyTo(duckDb, database, folder);
    await compare(database, duckDb);
    await compareAntiPeer(database);
    await database.close();
  } finally {
    await server?.stop();
    await rm(folder, { recursive: true });
  }
}

await main();
