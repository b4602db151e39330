import { chmod, mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../shared/config/config.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { askDatabaseTime } from '../../shared/export-queue/database-clock.ts';
import { openExportQueue } from '../../shared/export-queue/export-queue.ts';
import { appear } from '../../shared/export-queue/workers.ts';
import { storeTick } from '../../shared/jobs/tick.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { databaseChecks } from '../../shared/operations/doctor/database-checks.ts';
import { type Finding, runChecks } from '../../shared/operations/doctor/finding.ts';
import { storeHeartbeat } from '../../shared/operations/processes.ts';
import { recordWiring, wiringOf } from '../../shared/operations/wiring.ts';
import { atEnd } from '../harness/at-end.ts';
import { temporaryPlace } from '../harness/backup-world.ts';
import { tallyport } from '../harness/command.ts';
import { mayMount, mountSmall } from '../harness/mounts.ts';
import { startTestServer } from '../harness/private-server.ts';

const server = await startTestServer();
const database = openDatabase(server.databaseUrl, 2);
atEnd(() => database.close());
const place = await temporaryPlace();
const SECRET = 'a-secret-of-the-tests-with-32-characters';
const environment = { DATABASE_URL: server.databaseUrl, DATA_DIR: place, BACKUP_DIRECTORY: join(place, 'backups') };
const config = readConfig({ ...environment, SECRET });
const EXPORTS = config.COUNTS_EXPORT_DIRECTORY;

/** Everything as it is while a service runs well. */
beforeEach(async () => {
  await chmod(place, 0o700);
  await writeFile(join(place, 'secret'), `${SECRET}\n`, { mode: 0o600 });
  await chmod(join(place, 'secret'), 0o600);
  await rm(join(place, 'objects'), { recursive: true, force: true });
  await mkdir(join(place, 'objects'), { mode: 0o700 });
  await rm(EXPORTS, { recursive: true, force: true });
  const queue = await openExportQueue(config, () => askDatabaseTime(database));
  await appear(queue);
  for (const table of ['jobs', 'imports', 'queue_messages', 'processes', 'wirings'])
    await database.execute(`DELETE FROM ${table}`);
  for (const name of ['api', 'ingest', 'tick']) await storeHeartbeat(database, name, name);
  const wiring = await wiringOf(config);
  await recordWiring(database, 'api', wiring);
  await recordWiring(database, 'export', wiring);
  await storeTick(database);
});

async function examined(more: Record<string, string> = {}): Promise<{ code: number | null; wrong: Finding[] }> {
  const { code, stdout, stderr } = await tallyport(['doctor', '--json'], { ...environment, ...more });
  expect(stderr).toBe('');
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return { code, wrong: findings.filter(({ state }) => state === 'fault') };
}

test('finds nothing wrong where nothing is, and says so line by line', async () => {
  expect(await examined()).toEqual({ code: 0, wrong: [] });
  const { stdout } = await tallyport(['doctor'], environment);
  expect(stdout).toMatch(/^✓ versions +Tallyport .* on Node v24/);
  expect(stdout).toMatch(/✓ export directory +.* ours alone; two processes lock and rename in it\.\n/);
  expect(stdout).toMatch(/\n\nNothing is wrong\.\n$/);
});

const importRow = (state: string, age: string) =>
  database.execute(
    `INSERT INTO imports (state, ledger, options, filename, content_type, user_id, request_id, bucket, object_key, created_at)
     VALUES (?, 'tags', '{}', 'f', 't', 'u', 'r', 'b', 'k', UTC_TIMESTAMP(6) - INTERVAL ${age})`,
    [state],
  );
const sql = (text: string) => () => database.execute(text);
const workerFile = async () => join(EXPORTS, (await readdir(EXPORTS)).find((name) => name.startsWith('worker.')) ?? '');

interface Planted {
  check: string;
  found: RegExp;
  plant: () => Promise<unknown>;
  mend?: () => Promise<unknown>;
}

/** They do not hide each other: each is found while all the others are there. */
async function expectFound(planted: readonly Planted[], more: Record<string, string> = {}) {
  for (const { plant } of planted) await plant();
  try {
    const { code, wrong } = await examined(more);
    expect(code).toBe(6);
    const wanted = planted.map(({ check, found }) => ({
      ...{ check, state: 'fault', found: expect.stringMatching(found), advice: expect.stringMatching(/.{5}/) },
    }));
    expect(wrong).toEqual(expect.arrayContaining(wanted));
    expect(wrong).toHaveLength(wanted.length);
  } finally {
    for (const { mend } of planted) await mend?.();
    await rm(join(place, 'objects'), { recursive: true, force: true });
  }
}

test('every fault of the outside is found, with what to do', () =>
  expectFound(
    [
      { check: 'data directory', found: /mode 755/, plant: () => chmod(place, 0o755) },
      { check: 'secret', found: /mode 644/, plant: () => chmod(join(place, 'secret'), 0o644) },
      {
        check: 'database settings',
        found: /max_connections is 20/,
        plant: sql('SET GLOBAL max_connections = 20'),
        mend: sql('SET GLOBAL max_connections = 200'),
      },
      {
        check: 'database settings',
        found: /read_only/,
        plant: sql('SET GLOBAL read_only = 1'),
        mend: sql('SET GLOBAL read_only = 0'),
      },
      {
        check: 'schema',
        found: /0012_wirings missing/,
        plant: sql(`UPDATE schema_migrations SET statements_done = 0 WHERE name = '0012_wirings'`),
        mend: sql(`UPDATE schema_migrations SET statements_done = 1 WHERE name = '0012_wirings'`),
      },
      {
        check: 'object store',
        found: /does not take and give/,
        async plant() {
          await rm(join(place, 'objects'), { recursive: true });
          await writeFile(join(place, 'objects'), '');
        },
      },
      { check: 'export directory', found: /mode 755/, plant: () => chmod(EXPORTS, 0o755) },
      {
        check: 'export workers',
        found: /works on another database/,
        plant: sql(`DELETE FROM wirings WHERE name = 'export'`),
      },
      {
        check: 'one wiring',
        found: /api on .* another SECRET/,
        plant: sql(`UPDATE wirings SET secret = 'x' WHERE name = 'api'`),
      },
      {
        check: 'one wiring',
        found: /api on .* another export directory/,
        plant: sql(`UPDATE wirings SET exports = 'x' WHERE name = 'api'`),
      },
      { check: 'backups', found: /dump.* was not found on this machine/, plant: async () => {} },
    ],
    { PATH: '/nowhere' },
  ));

test('everything that stands still or waits for a person is found, with what to do', () =>
  expectFound([
    {
      check: 'schema',
      found: /another version.*0001_ledgers/,
      plant: sql(`UPDATE schema_migrations SET sha256 = REVERSE(sha256) WHERE version = 1`),
      mend: sql(`UPDATE schema_migrations SET sha256 = REVERSE(sha256) WHERE version = 1`),
    },
    {
      check: 'queue',
      found: /1 dead letters/,
      plant: sql(`INSERT INTO queue_messages (queue, body, sent_at, visible_at, dead_at)
        VALUES ('tallyport-imports', '{}', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))`),
    },
    {
      check: 'export workers',
      found: /No export worker lives/,
      plant: async () => rename(await workerFile(), join(EXPORTS, `worker.00ff.${Date.now() - 60_000}.json`)),
    },
    {
      check: 'schedule',
      found: /last looked after 4\d\d s ago/,
      plant: () => storeTick(database, new Date(Date.now() - 400_000)),
    },
    {
      check: 'processes',
      found: /No sign of life from: ingest/,
      plant: sql(`DELETE FROM processes WHERE name = 'ingest'`),
    },
    {
      check: 'processes',
      found: /runs version 0\.0\.9/,
      plant: sql(`UPDATE processes SET version = '0.0.9' WHERE name = 'tick'`),
    },
    { check: 'imports', found: /Imports have failed: \d+/, plant: () => importRow('failed', '1 HOUR') },
    { check: 'imports', found: /on their way for more than 2 h/, plant: () => importRow('queued', '3 HOUR') },
    {
      check: 'jobs',
      found: /Jobs have failed: \d+/,
      plant: sql(`INSERT INTO jobs (kind, payload, state, run_at, created_at)
        VALUES ('k', '', 'failed', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))`),
    },
  ]));

test.runIf(mayMount)('a disk that is nearly full, or has no room for one more file, is found', async () => {
  const small = await mountSmall(32 * 1024 ** 2, 30);
  await writeFile(join(small, 'fill'), Buffer.alloc(31 * 1024 ** 2));
  const objects = { OBJECT_STORE: `directory:${join(small, 'objects')}` };
  const nearly = await examined(objects);
  expect(nearly).toMatchObject({
    code: 6,
    wrong: [{ check: 'free space', found: expect.stringMatching(/objects has [01] MiB free \([0-3] %\)/) }],
  });
  expect(nearly.wrong[0]?.advice).toMatch('docs/runbook.md, "disk-full"');
  await rm(join(small, 'fill'));
  expect(await examined(objects)).toEqual({ code: 0, wrong: [] });
  for (let name = 0; (await statfs(small)).ffree > 0; name++) await writeFile(join(small, String(name)), '');
  const { wrong } = await examined(objects);
  expect(wrong).toContainEqual(
    expect.objectContaining({ check: 'free space', found: expect.stringMatching('inodes') }),
  );
});

test('a file that an import names and the store lacks is found: a database restored without its objects', async () => {
  const bucket = (await openObjectStore(readConfig(environment))).bucket;
  await importRow('done', '1 HOUR');
  await database.execute(`UPDATE imports SET bucket = ?, object_key = 'imports/7/original'`, [bucket]);
  expect(await examined()).toMatchObject({
    code: 6,
    wrong: [{ check: 'originals', found: expect.stringMatching(/^Of the newest 1 imports the store lacks .* \d+\.$/) }],
  });
  await mkdir(join(place, 'objects/imports/7'), { recursive: true });
  await writeFile(join(place, 'objects/imports/7/original'), 'x');
  expect(await examined()).toEqual({ code: 0, wrong: [] });
});

test('a short secret, and a database that is down, are found', async () => {
  const weak = await examined({ SECRET: 'short' });
  expect(weak.wrong[0]).toMatchObject({ check: 'secret', found: expect.stringMatching(/fewer than 32/) });
  const down = await examined({ DATABASE_URL: 'mysql://root@127.0.0.1:9/tallyport' });
  expect(down).toMatchObject({ code: 6, wrong: [{ check: 'database', found: expect.stringMatching(/ECONNREFUSED/) }] });
});

test('a clock that is wrong is found', async () => {
  const late = () => Date.now() - 600_000;
  const findings = await runChecks(databaseChecks(database, late).filter(({ name }) => name === 'clock'));
  expect(findings).toMatchObject([{ state: 'fault', found: expect.stringMatching(/differ by (599|600|601) s/) }]);
});

test('it changes nothing', async () => {
  // The store makes its own directories when it is opened first.
  await examined();
  const before = await readdir(place, { recursive: true });
  await examined();
  expect(await readdir(place, { recursive: true })).toEqual(before);
});
