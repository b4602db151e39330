import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { storeTick } from '../../shared/jobs/tick.ts';
import { emptyDatabase, temporaryPlace } from '../harness/backup-world.ts';
import { pathWithClients } from '../harness/client-programs.ts';
import { tallyport } from '../harness/command.ts';
import { openTestDatabase } from '../harness/database.ts';

const source = await openTestDatabase();
const PATH = await pathWithClients(source);
const place = await temporaryPlace();
const OBJECTS = join(place, 'objects');
const SETTINGS = { OBJECT_STORE: `directory:${OBJECTS}`, DATA_DIR: join(place, 'data') };

const run = (args: string[], environment: Record<string, string> = {}) =>
  tallyport(args, { DATABASE_URL: source.url, PATH: PATH ?? '', ...SETTINGS, ...environment });
const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

beforeAll(async () => {
  await source.execute(
    `CREATE TABLE own (id INT PRIMARY KEY, said VARCHAR(100) CHARACTER SET utf8mb4, bytes VARBINARY(10),
       twice INT GENERATED ALWAYS AS (id * 2) STORED, more INT GENERATED ALWAYS AS (id + 1) VIRTUAL)`,
  );
  await source.execute('INSERT INTO own (id, said, bytes) VALUES ?', [
    [
      [1, `😀 𠮷 ') ,(;\\ "\n\t\u0000`, Buffer.from([0, 255, 39, 92, 10])],
      [2, null, null],
    ],
  ]);
});

describe.skipIf(!PATH)('db backup', () => {
  test('writes a file of mode 0600 that restores everything into an empty database', async () => {
    const file = join(place, 'one.sql.gz');
    const made = await run(['db', 'backup', file, '--json']);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(made.stdout)).toMatchObject({ path: file, bytes: (await stat(file)).size, deleted: [] });
    expect(await mode(file)).toBe('600');
    const text = gunzipSync(await readFile(file)).toString();
    expect(text).toMatch(/\n-- Dump completed/);
    expect(text).toMatch(/-- tallyport table \{"name":"own","rows":2,"sha256":"[0-9a-f]{64}"\}\n/);
    expect(text).toMatch(/-- tallyport end \{"tables":\d+,"rows":\d+\}\n$/);

    const target = await emptyDatabase();
    const restored = await run(['db', 'restore', file, '--json'], { DATABASE_URL: target.url });
    expect(restored).toMatchObject({ code: 0 });
    const rows = 'SELECT *, HEX(bytes) AS hexadecimal FROM own ORDER BY id';
    expect(await target.query(rows)).toEqual(await source.query(rows));
    const migrations = 'SELECT * FROM schema_migrations ORDER BY version';
    expect(await target.query(migrations)).toEqual(await source.query(migrations));
    expect(await run(['db', 'status'], { DATABASE_URL: target.url })).toMatchObject({ code: 0 });
  });

  test('refuses what exists unless it is forced, and a directory that is not there', async () => {
    const file = join(place, 'exists.sql.gz');
    await writeFile(file, 'mine');
    expect(await run(['db', 'backup', file])).toMatchObject({ code: 3, stderr: expect.stringContaining('--force') });
    expect(await readFile(file, 'utf8')).toBe('mine');
    expect(await run(['db', 'backup', file, '--force'])).toMatchObject({ code: 0 });
    expect((await stat(file)).size).toBeGreaterThan(1000);
    expect(await mode(file)).toBe('600');
    const nowhere = await run(['db', 'backup', join(place, 'no/where.sql.gz')]);
    expect(nowhere).toMatchObject({ code: 3, stderr: expect.stringMatching(/There is no directory .*no for/) });
  });

  test('puts a dated name into a directory, which it makes for itself alone, and keeps the newest', async () => {
    const directory = join(place, 'made/new');
    expect(await run(['db', 'backup', `${directory}/`])).toMatchObject({ code: 0 });
    expect(await mode(directory)).toBe('700');
    expect(await mode(join(place, 'made'))).toBe('700');
    expect(await readdir(directory)).toEqual([expect.stringMatching(/^tallyport-\d{8}T\d{6}Z\.sql\.gz$/)]);

    const old = ['tallyport-20250101T000000Z.sql.gz', 'tallyport-20260101T000000Z.sql.gz'];
    const others = [
      ...['tallyport-20250101T000000Z.sql', 'tallyport-2025.sql.gz', 'other-20250101T000000Z.sql.gz'],
      ...['xtallyport-20250101T000000Z.sql.gz', 'tallyport-20250101T000000Z.sql.gz.old'],
    ];
    for (const name of [...old, ...others]) await writeFile(join(directory, name), '');
    await mkdir(join(directory, 'tallyport-20240101T000000Z.sql.gz'));
    await symlink(join(directory, others[0] ?? ''), join(directory, 'tallyport-20240102T000000Z.sql.gz'));
    const before = await readdir(directory);
    // A second later: two of one second would have one name.
    const made = JSON.parse((await inAnotherSecond(['db', 'backup', directory, '--keep', '2', '--json'])).stdout);
    expect(made.deleted).toEqual(old);
    const gone = before.filter((name) => !old.includes(name));
    expect((await readdir(directory)).sort()).toEqual([...gone, made.path.split('/').at(-1)].sort());
  });

  test('keep counts dated names, so a file of another name is a typing error', async () => {
    const file = join(place, 'kept.sql.gz');
    expect(await run(['db', 'backup', file, '--keep', '3'])).toMatchObject({ code: 2 });
    expect(await readdir(place)).not.toContain('kept.sql.gz');
  });

  test('refuses the directories of the database, of the objects and of the exports', async () => {
    await mkdir(OBJECTS, { recursive: true });
    await symlink(OBJECTS, join(place, 'elsewhere'));
    const [row] = await source.query('SELECT @@datadir AS place');
    const places = [
      ...[`${OBJECTS}/`, join(OBJECTS, 'x.gz'), `${OBJECTS}/deep/er/`, join(place, 'elsewhere/x.gz')],
      ...[`${row?.place}x.gz`, `${place}/data/mysql/`, `${place}/data/counts_exports/x/`],
    ];
    for (const path of places)
      expect(await run(['db', 'backup', path]), path).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('lies in'),
      });
    expect(await readdir(OBJECTS)).toEqual([]);
  });

  test('a program that is missing, fails, or ends before its closing line leaves nothing', async () => {
    const directory = await temporaryPlace();
    const missing = await run(['db', 'backup', `${directory}/x.gz`], { PATH: '/nowhere' });
    expect(missing).toMatchObject({ code: 3, stderr: expect.stringMatching(/apt-get install m.*-client/) });
    const [version] = await source.query('SELECT VERSION() AS version');
    for (const [script, said] of [
      ['echo half; exit 3', 'ended with code 3'],
      ['echo "CREATE TABLE"; echo no room >&2; kill -9 $$', 'ended with SIGKILL: no room'],
      ['echo "INSERT INTO"', 'without its closing line'],
      ['echo "-- Dump completed"', 'lacks these tables: accounts'],
    ] as const) {
      const programs = await temporaryPlace();
      const program = join(programs, 'mysqldump');
      await writeFile(program, `#!/bin/sh\n[ "$1" = --version ] && echo '${version?.version}' && exit\n${script}\n`);
      await chmod(program, 0o755);
      const failed = await run(['db', 'backup', `${directory}/`, '--keep', '1'], { PATH: `${programs}:${PATH}` });
      expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(said) });
      expect(await readdir(directory)).toEqual([]);
    }
  });

  test('user and password are right whatever they are made of', async () => {
    const password = `p"a's#s\\w=o;rd 😀`;
    const [{ user = '' } = {}] = await source.query<{ user: string }>(`SELECT CONCAT('u', LEFT(UUID(), 8)) AS user`);
    await source.execute(`CREATE USER '${user}'@'%' IDENTIFIED BY ?`, [password]);
    await source.execute(`GRANT ALL ON *.* TO '${user}'@'%'`);
    const url = new URL(source.url);
    url.username = user;
    url.password = encodeURIComponent(password);
    const file = join(place, 'password.sql.gz');
    expect(await run(['db', 'backup', file], { DATABASE_URL: url.href })).toMatchObject({ code: 0 });
    await source.execute(`DROP USER '${user}'@'%'`);
  });
});

describe.skipIf(!PATH)('db restore', () => {
  test('refuses, before it touches anything, what is not a whole backup of this kind of server', async () => {
    const target = await emptyDatabase();
    const good = join(place, 'good.sql.gz');
    await run(['db', 'backup', good]);
    const text = gunzipSync(await readFile(good)).toString();
    const bytes = await readFile(good);
    const other = text.includes('"server":"mariadb"') ? ['"mariadb"', '"mysql"'] : ['"mysql"', '"mariadb"'];
    const cases: [string, Buffer][] = [
      ['unexpected end', bytes.subarray(0, bytes.length / 2)],
      ['cannot be read', Buffer.from('SELECT 1')],
      ['closing line', gzipSync(text.slice(0, text.indexOf('-- Dump completed')))],
      ['manifest is missing', gzipSync(text.slice(0, text.indexOf('-- tallyport backup')))],
      ['cut off', gzipSync(text.slice(0, text.indexOf('-- tallyport end')))],
      ['added to', gzipSync(`${text}DROP TABLE users;\n`)],
      ['own: its rows are not the same', gzipSync(text.replace('𠮷', '吉'))],
      ['own: 1 rows instead of 2 rows', gzipSync(text.replace(/,\s?\(2,NULL[^)]*\)/, ''))],
      ['same kind', gzipSync(text.replace(`"server":${other[0]}`, `"server":${other[1]}`))],
    ];
    for (const [said, content] of cases) {
      const file = join(place, 'broken.sql.gz');
      await writeFile(file, content);
      const refused = await run(['db', 'restore', file], { DATABASE_URL: target.url });
      expect(refused, said).toMatchObject({ code: 3, stderr: expect.stringContaining(said) });
      expect(await target.query('SHOW TABLES')).toEqual([]);
    }
    expect(await run(['db', 'restore', join(place, 'absent')], { DATABASE_URL: target.url })).toMatchObject({
      code: 3,
    });
  });

  test('refuses a database that holds something, unless forced: then it holds what the backup does', async () => {
    const target = await emptyDatabase();
    const file = join(place, 'forced.sql.gz');
    await run(['db', 'backup', file]);
    await target.execute('CREATE TABLE mine (id INT PRIMARY KEY)');
    const environment = { DATABASE_URL: target.url };
    const refused = await run(['db', 'restore', file], environment);
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('not empty (1 tables)') });
    expect(await run(['db', 'restore', file, '--force'], environment)).toMatchObject({ code: 0 });
    expect(await target.query('SHOW TABLES')).toHaveLength((await source.query('SHOW TABLES')).length);
  });

  test('refuses a database on which a schedule ticks or work goes on', async () => {
    const again = (more = {}) => run(['db', 'restore', join(place, 'absent'), '--force'], more);
    await storeTick(source);
    expect(await again()).toMatchObject({ code: 3, stderr: expect.stringContaining('a service runs on it') });
    await storeTick(source, new Date(Date.now() - 60_000));
    expect((await again({ WORKER: 'external' })).stderr).toContain('a service runs on it');
    await source.execute(
      `INSERT INTO jobs (kind, payload, state, run_at, created_at, lease_until)
       VALUES ('note', '', 'running', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), UTC_TIMESTAMP(6) + INTERVAL 60 SECOND)`,
    );
    expect(await again()).toMatchObject({ code: 3, stderr: expect.stringContaining('1 jobs are being worked on') });
    await source.execute(`DELETE FROM jobs`);
    // Nobody is there: now it is the file that is looked at.
    expect((await again()).stderr).toContain('cannot be read as a backup');
  });
});

test.skipIf(!PATH)('db migrate takes a copy first, unless there is nothing to do or to lose', async () => {
  const target = await emptyDatabase();
  const directory = join(place, 'before-migrations');
  const migrate = async (...more: string[]) => {
    const environment = { DATABASE_URL: target.url, BACKUP_DIRECTORY: directory };
    return JSON.parse((await run(['db', 'migrate', '--json', ...more], environment)).stdout);
  };
  expect(await migrate()).toMatchObject({ applied: expect.arrayContaining(['0001_ledgers']), backup: null });
  expect(await migrate()).toEqual({ applied: [], backup: null });
  const last = 'DELETE FROM schema_migrations ORDER BY version DESC LIMIT 1';
  await target.execute(last);
  await target.execute('DROP TABLE audit');
  const unfinished = `UPDATE schema_migrations SET statements_done = 0 WHERE name = '0007_audit'`;
  await target.execute(unfinished);
  const migrated = await migrate();
  expect(migrated.applied).toContain('0007_audit');
  expect(await mode(migrated.backup)).toBe('600');
  expect(await readdir(directory)).toHaveLength(1);
});

/** Runs a command in a second of the clock in which no other one ran. */
async function inAnotherSecond(args: string[]) {
  const second = Math.floor(Date.now() / 1000);
  while (Math.floor(Date.now() / 1000) === second) await new Promise((later) => setTimeout(later, 20));
  return run(args);
}
