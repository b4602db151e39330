import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openConnection, openDatabase } from '../shared/database/database.ts';
import { migrateDatabase } from '../shared/database/migrate.ts';
import { startPrivateServer } from '../shared/database/private-server.ts';
import { createJobs } from '../shared/jobs/jobs.ts';
import { createLog } from '../shared/log.ts';

/**
 * Background jobs: each enqueued in a transaction of its own, then claimed and finished by four workers, processes of
 * their own; against the same statements on bare mysql2. In turns; medians and their ratio (jobs a second).
 *
 *     node bench/jobs.ts [ROUNDS] [JOBS]
 */
const WORKERS = 4;
const GOAL = 0.8;
const [rounds = 5, count = 3000] = process.argv.slice(2).map(Number);
const VARIANTS = ['ours', 'bare'] as const;
type Variant = (typeof VARIANTS)[number];

/** Milliseconds. */
interface Round {
  enqueue: number;
  work: number;
  all: number;
}

async function main(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'tallyport-bench-'));
  const server = await startPrivateServer(directory, process.env.PATH ?? '');
  const url = server.url('tallyport');
  await migrateDatabase(url);
  const database = openDatabase(url, 2);
  try {
    const before = await deadlocks(database);
    const results: Record<Variant, Round[]> = { ours: [], bare: [] };
    for (let round = -1; round < rounds; round++)
      for (const variant of round % 2 ? VARIANTS : VARIANTS.toReversed()) {
        const result = await run(database, url, variant);
        if (round >= 0) results[variant].push(result);
      }
    for (const part of ['enqueue', 'work', 'all'] as const) print(part, results);
    console.log(`deadlocks: ${(await deadlocks(database)) - before}`);
  } finally {
    await database.close();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function run(database: Database, url: string, variant: Variant): Promise<Round> {
  await database.execute('TRUNCATE TABLE jobs');
  const enqueueing = performance.now();
  await (variant === 'ours' ? enqueueOurs(database) : enqueueBare(database));
  const enqueue = performance.now() - enqueueing;
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => startWorker(variant, url)));
  const began = performance.now();
  await Promise.all(
    workers.map(async (worker) => {
      const ended = once(worker, 'exit');
      worker.send('begin');
      await ended;
    }),
  );
  const work = performance.now() - began;
  const [row] = await database.query(
    `SELECT COUNT(*) AS done, SUM(attempts) AS attempts FROM jobs WHERE state = 'done'`,
  );
  if (Number(row?.done) !== count || Number(row?.attempts) !== count)
    throw new Error(`${variant}: ${row?.done} of ${count} jobs done in ${row?.attempts} attempts.`);
  return { enqueue, work, all: enqueue + work };
}

async function enqueueOurs(database: Database): Promise<void> {
  const log = createLog('json');
  const jobs = createJobs({ database, maxAttempts: 5, leaseSeconds: 60, log });
  jobs.handle('nothing', () => {});
  for (let n = 0; n < count; n++) await database.transaction((tx) => jobs.enqueue(tx, 'nothing', String(n)));
}

async function enqueueBare(database: Database): Promise<void> {
  const connection = await openConnection(database.address);
  for (let n = 0; n < count; n++) {
    await connection.beginTransaction();
    await connection.query(
      `INSERT INTO jobs (kind, payload, state, unique_key, open_key, run_at, created_at)
       VALUES ('nothing', ?, 'queued', NULL, NULL, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))
       ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id)`,
      [String(n)],
    );
    await connection.commit();
  }
  await connection.end();
}

async function startWorker(variant: Variant, url: string): Promise<ChildProcess> {
  const worker = fork(new URL('./jobs-worker.ts', import.meta.url), [variant, url]);
  await once(worker, 'message');
  return worker;
}

async function deadlocks(database: Database): Promise<number> {
  const [row] = await database.query<{ Value: string }>(`SHOW GLOBAL STATUS LIKE 'Innodb_deadlocks'`);
  return Number(row?.Value ?? Number.NaN);
}

function print(part: keyof Round, results: Record<Variant, Round[]>): void {
  const rates = (variant: Variant) => results[variant].map((round) => (count / round[part]) * 1000);
  const [ours, bare] = [rates('ours'), rates('bare')];
  const ratio = median(ours) / median(bare);
  console.log(
    `${part.padEnd(8)} ours ${median(ours).toFixed(0)}/s (${ours.map((rate) => rate.toFixed(0)).join(' ')}), ` +
      `bare ${median(bare).toFixed(0)}/s (${bare.map((rate) => rate.toFixed(0)).join(' ')}): ` +
      `${ratio.toFixed(2)} x, goal ${GOAL}${ratio >= GOAL ? '' : ' MISSED'}`,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

await main();
