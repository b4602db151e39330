import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../shared/database/database.ts';
import { privateServerUrl } from '../../shared/database/private-server.ts';
import { temporaryPlace } from '../harness/backup-world.ts';
import { type CommandEnd, startTallyport, tallyport } from '../harness/command.ts';
import { launchStack, startStack, temporaryDirectory } from '../harness/stack.ts';

const place = await temporaryPlace();
const stack = await startStack({ IMPORT_SWEEP_INTERVAL: '1' });
const environment = { DATA_DIR: stack.dataDirectory };
const run = (...args: string[]) => tallyport(args, environment);
const told = async (ending: CommandEnd | Promise<CommandEnd>) => JSON.parse((await ending).stdout);
const COUNT = ['posts', '--rows', 'created_at:month', '--columns', 'event_type', '--subtotals'];

afterAll(() => stack.stop());

const HEADER = 'post_id,version_no,event_type,created_at,created_by,title,url,tag_ids,parent_post_ids';
const post = (id: number, event = 'create', version = 1) =>
  `${id},${version},${event},2026-0${(id % 3) + 1}-01T00:00:00Z,mika,😀 ${id},,"[1]",[]`;

async function file(name: string, lines: string[]): Promise<string> {
  const path = join(place, name);
  await writeFile(path, [HEADER, ...lines, ''].join('\n'));
  return path;
}

test('a file is imported, watched, counted, exported, and what was wrong with another is shown and saved', async () => {
  const good = await file('posts-1.csv', [post(1), post(2), post(3)]);
  const bad = await file('posts-2.csv', [post(4), post(5, 'explode')]);
  const watched = await run('import', good, bad, '--watch', '--on-error', 'skip', '--json');
  expect(watched).toMatchObject({ code: 6, stderr: '' });
  const { imports } = await told(watched);
  expect(imports).toMatchObject([
    { ledger: 'posts', state: 'done', rows_inserted: 3, rows_failed: 0 },
    { ledger: 'posts', state: 'done', rows_inserted: 1, rows_failed: 1 },
  ]);
  expect(await run('import', good, '--watch', '--on-error', 'skip')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^import \d+ {2}posts-1\.csv into posts: done \(the same file as before\): 3 inserted\n$/,
    ),
  });
  expect((await run('import', bad, '--on-error', 'skip')).stdout).toContain(
    `: 1 inserted, 1 failed\n  Which rows, and why: tallyport imports errors ${imports[1].id}\n`,
  );
  expect((await run('imports', 'list')).stdout).toMatch(/\d+ +done +posts +posts-2\.csv +1 +0 +0 +1 /);
  expect((await run('imports', 'errors', String(imports[1].id))).stdout).toMatch(/ 3 +event_type .*explode/);
  const report = join(place, 'errors.csv');
  await run('imports', 'errors', String(imports[1].id), '--output', report);
  expect(await readFile(report, 'utf8')).toContain('explode');

  const counted = await run('counts', ...COUNT);
  expect(counted.stdout).toMatch(/^created_at +create +total\n/);
  expect(counted.stdout).toMatch(/\n2026-02 +2 +2\n/);
  expect(counted.stdout).toMatch(/\ntotal +4 +4\n\nAs of /);
  expect(await told(run('counts', ...COUNT, '--json'))).toMatchObject({ mode: 'summary', output_count: 3 });
  expect(await run('counts', 'posts', '--rows', 'nothing')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/nothing is not an axis of this ledger\. One of: created_at, event_type, /),
  });
  const details = ['posts', '--details', '--fields', 'post_id', 'title', 'tag_ids'];
  expect((await run('counts', ...details)).stdout).toMatch(/^post_id +title +tag_ids\n +3 +😀 3 +\["?1"?\]\n/);
  const first = await told(run('counts', ...details, '--limit', '3', '--json'));
  expect(first).toMatchObject({ mode: 'details', rows: [{ post_id: 3 }, { post_id: 1 }, { post_id: 4 }] });
  const rest = await told(run('counts', ...details, '--cursor', first.next_cursor, '--json'));
  expect(rest).toMatchObject({ rows: [{ post_id: 2 }], next_cursor: null });
  expect(await run('counts', 'posts', '--rows', 'event_type', '--limit', '3')).toMatchObject({ code: 2 });
  expect(await run('counts', '--rows', 'event_type')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/ledger/),
  });

  const output = join(place, 'counts.csv');
  expect(await run('export', ...COUNT, '-o', output)).toMatchObject({ code: 0 });
  expect((await readFile(output, 'utf8')).split('\r\n')[1]).toMatch(/^regular,1,2026-01,/);
  const metrics = await (await fetch(`${stack.url}/metrics`)).text();
  const [, longest] = /\ntallyport_export_seconds\{of="longest"\} (\S+)\n/.exec(metrics) ?? [];
  expect(Number(longest)).toBeGreaterThan(0);
  expect(await run('export', ...COUNT, '-o', output)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('exists'),
  });
  expect(await run('export', ...COUNT, '-o', join(place, 'nowhere/counts.csv'))).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('its directory is not there'),
  });
  expect(await run('import', join(place, 'absent.csv'))).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/^There is no file .*absent\.csv\.$/m),
  });
  expect(await run('export', ...COUNT, '-o', output, '--force', '--raw', '--no-bom')).toMatchObject({ code: 0 });
});

test('doctor finds nothing wrong with a service that was just started', async () => {
  const { code, stdout } = await run('doctor', '--json');
  const { findings } = JSON.parse(stdout) as { findings: { state: string; check: string }[] };
  expect(findings.filter(({ state }) => state !== 'ok')).toMatchObject([{ check: 'backups', state: 'warning' }]);
  expect(code).toBe(0);
});

test('an import is taken back, a failed one is sent again, one that has ended cannot be canceled', async () => {
  const path = await file('posts-3.csv', [post(7), post(8)]);
  const [{ id }] = (await told(run('import', path, '--watch', '--json'))).imports;
  expect(await run('imports', 'cancel', String(id))).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('done'),
  });
  expect((await run('imports', 'revert', String(id), '--dry-run')).stdout).toMatch(/^2 rows .* would be taken out/);
  expect((await run('imports', 'revert', String(id))).stdout).toMatch(/^2 rows .* were taken out/);
  expect(await told(run('imports', 'show', String(id), '--json'))).toMatchObject({ state: 'reverted' });
  expect(await run('imports', 'show', '999999')).toMatchObject({ code: 4 });

  const database = openDatabase(await privateServerUrl(join(stack.dataDirectory, 'mysql'), 'tallyport'), 1);
  try {
    await database.execute(`UPDATE imports SET state = 'failed' WHERE id = ?`, [id]);
  } finally {
    await database.close();
  }
  expect(await run('imports', 'redispatch', String(id))).toMatchObject({ code: 0 });
  expect(await run('import', path, '--watch')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/done .*2 inserted/),
  });
});

test('users: made, given a role and a key, banned at once; keys of the command line end with it', async () => {
  const email = 'mika@example.com';
  expect((await run('users', 'add', email, '--role', 'importer')).stdout).toMatch(/^\S{16}\n$/);
  expect(await run('users', 'add', email)).toMatchObject({ code: 3 });
  const key = (await run('users', 'key', 'add', email, '--name', 'nightly')).stdout.trim();
  const away = { TALLYPORT_URL: stack.url, TALLYPORT_KEY: key, DATA_DIR: join(place, 'nowhere') };
  expect(await tallyport(['imports', 'list'], away)).toMatchObject({ code: 0, stdout: 'No such imports.\n' });
  const asMika = { ...environment, TALLYPORT_AS: email };
  expect(await tallyport(['imports', 'list'], asMika)).toMatchObject({ code: 0, stdout: 'No such imports.\n' });
  expect(await run('users', 'role', email, 'viewer')).toMatchObject({ code: 0 });
  expect(await tallyport(['counts', ...COUNT], asMika)).toMatchObject({ code: 0 });
  expect(await tallyport(['import', await file('posts-9.csv', [])], asMika)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('Viewers'),
  });
  expect(await tallyport(['imports', 'list'], away)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('Viewers'),
  });
  expect(await run('users', 'ban', email, '--reason', 'left')).toMatchObject({ code: 0 });
  expect(await tallyport(['counts', ...COUNT], away)).toMatchObject({ code: 3 });
  expect(await run('users', 'unban', email)).toMatchObject({ code: 0 });
  expect(await run('users', 'ban', 'nobody@example.com')).toMatchObject({ code: 4 });
  expect(await run('users', 'role', 'admin@example.com', 'viewer')).toMatchObject({ code: 3 });
  const { keys } = await told(run('users', 'key', 'list', '--all', '--json'));
  expect(keys.every((one: { state: string }) => one.state === 'revoked')).toBe(true);
  expect(await told(run('users', 'key', 'list', '--json'))).toEqual({ keys: [] });
  expect(await tallyport(['counts', ...COUNT], { ...away, TALLYPORT_URL: 'http://127.0.0.1:9' })).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('Nothing answers at http://127.0.0.1:9'),
  });
});

test('a backup of the service that runs is restored elsewhere, and the service there counts the same', async () => {
  const backup = join(place, 'all.sql.gz');
  const more = await file(
    'posts-4.csv',
    Array.from({ length: 2000 }, (_, index) => post(index + 100)),
  );
  const importing = run('import', more, '--watch');
  const exporting = run('export', ...COUNT, '-o', join(place, 'meanwhile.csv'));
  expect(await run('db', 'backup', backup)).toMatchObject({ code: 0 });
  expect([await importing, await exporting]).toMatchObject([{ code: 0 }, { code: 0 }]);
  expect(await run('db', 'restore', backup, '--force')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('in use'),
  });
  expect(await run('db', 'backup', join(stack.dataDirectory, 'mysql/x.gz'))).toMatchObject({ code: 3 });

  const elsewhere = await temporaryDirectory();
  try {
    const restored = await startTallyport(['db', 'restore', backup], { DATA_DIR: elsewhere }).ended;
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Restored \d+ rows of \d+ tables/) });
    const again = launchStack(elsewhere);
    await again.ready;
    const [theirs, ours] = await Promise.all([
      told(tallyport(['counts', ...COUNT, '--json'], { DATA_DIR: elsewhere })),
      told(run('counts', ...COUNT, '--json')),
    ]);
    const total = theirs.result_rows.at(-1).total[0];
    // Before the large import or after it: nothing between the two.
    expect([ours.result_rows.at(-1).total[0], ours.result_rows.at(-1).total[0] - 2000]).toContain(total);
    expect((await tallyport(['users', 'list'], { DATA_DIR: elsewhere })).stdout).toContain('mika@example.com');
    again.process.kill('SIGTERM');
    await again.ended;
    expect((await stat(join(elsewhere, 'mysql'))).mode & 0o077).toBe(0);
  } finally {
    await rm(elsewhere, { recursive: true, force: true });
  }
});
