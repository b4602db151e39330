import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { createJobs } from '../../shared/jobs/jobs.ts';
import { createSchedule } from '../../shared/jobs/schedule.ts';
import { createLog } from '../../shared/log.ts';
import { atEnd } from '../harness/at-end.ts';
import { type CommandEnd, PROGRAM, startTallyport, tallyport } from '../harness/command.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const log = createLog('json', {}, { write: () => {} });
const jobs = createJobs({ database, maxAttempts: 1, leaseSeconds: 60, log });
jobs.handle('note', () => {});
jobs.handle('flaky', () => {
  throw new Error('broken');
});
const directory = await mkdtemp(join(tmpdir(), 'tallyport-cli-'));
atEnd(() => rm(directory, { recursive: true, force: true }));

const run = (...args: string[]) => tallyport(args, { DATABASE_URL: database.url, DATA_DIR: directory });
const told = async (ending: Promise<CommandEnd>) => JSON.parse((await ending).stdout);

beforeEach(() => database.execute('DELETE FROM jobs'));

test('help names every command with examples and the exit codes; a typing error is told and ends with 2', async () => {
  const help = await startTallyport(['--help'], {}).ended;
  expect(help).toMatchObject({ code: 0, stderr: '' });
  for (const word of ['jobs', 'schedule', 'users', 'db', 'completion', 'Exit codes:', 'Examples:'])
    expect(help.stdout).toContain(word);
  expect(help.stdout).not.toContain('\x1b');
  expect(await startTallyport(['jbos'], {}).ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean jobs?'),
  });
  expect(await run('jobs', 'list', '--limit', '1e2')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching('whole'),
  });
  const forPrograms = await run('jobs', 'list', '--limit', '1e2', '--json');
  expect(JSON.parse(forPrograms.stderr)).toMatchObject({
    error: { exit_code: 2, message: expect.stringMatching(/--limit .*whole number/) },
  });
  expect(JSON.parse((await run('--json')).stderr)).toMatchObject({ error: { exit_code: 2 } });
  const unusable = await tallyport(['jobs', 'list'], { DATABASE_URL: 'sqlite:x', PORT: '-1' });
  expect(unusable).toMatchObject({ code: 2, stderr: expect.stringMatching(/PORT: .*\n.*DATABASE_URL: /) });
});

test('jobs: listed with counts, shown, retried one by one or all, pruned', async () => {
  const failed = [await jobs.enqueue(database, 'flaky', '{"a":1}'), await jobs.enqueue(database, 'flaky', '')];
  const done = await jobs.enqueue(database, 'note', '');
  while (await jobs.workOne());
  const list = await run('jobs', 'list');
  expect(list.stdout).toMatch(/^ID +KIND +STATE +ATTEMPTS +DUE +LAST ERROR\n/);
  expect(list.stdout).toMatch(/Error: broken\n/);
  expect(list.stdout).toMatch(/0 queued, 0 running, 1 done, 2 failed\n$/);
  expect(await told(run('jobs', 'list', '--state', 'failed', '--limit', '1', '--json'))).toMatchObject({
    counts: { queued: 0, running: 0, done: 1, failed: 2 },
    jobs: [{ id: failed[1], state: 'failed', lastError: 'Error: broken' }],
  });
  expect(await told(run('--json', 'jobs', 'show', failed[0] ?? ''))).toMatchObject({
    id: failed[0],
    payload: '{"a":1}',
  });
  expect(await run('jobs', 'show', '999999')).toMatchObject({ code: 4, stderr: 'There is no job 999999.\n' });
  expect(await run('jobs', 'retry', done)).toMatchObject({ code: 3, stderr: expect.stringContaining('is done') });
  expect(await run('jobs', 'retry')).toMatchObject({ code: 2 });
  expect(await run('jobs', 'retry', failed[0] ?? '')).toMatchObject({ code: 0 });
  expect(await told(run('jobs', 'retry', '--all-failed', '--json'))).toEqual({ retried: [failed[1]] });
  expect(await jobs.stateCount('queued')).toBe(2);
  expect(await told(run('jobs', 'prune', '--json'))).toEqual({ deleted: 0 });
  expect(await told(run('jobs', 'prune', '--days', '0', '--json'))).toEqual({ deleted: 1 });
});

test('what others wrote cannot move the cursor of whoever lists it', async () => {
  await jobs.enqueue(database, 'note', '\x1b[2J');
  const [{ id }] = (await told(run('jobs', 'list', '--json'))).jobs;
  const { stdout } = await run('jobs', 'show', id);
  expect(stdout).toContain('\\u{1b}[2J');
  expect(stdout).not.toContain('\x1b');
});

test('schedule: the tasks with their last and next run', async () => {
  const schedule = createSchedule({ database, log });
  schedule.every(60, 'sweep', () => {
    throw new Error('no broom');
  });
  await schedule.runDue(new Date('2026-11-30T00:00:00Z'));
  await schedule.runDue(new Date('2026-11-30T00:01:00Z'));
  expect(await told(run('schedule', '--json'))).toMatchObject({
    last_tick: '2026-11-30T00:01:00.000Z',
    tasks: [{ name: 'sweep', lastStartedAt: '2026-11-30T00:01:00.000000Z', lastError: 'Error: no broom' }],
  });
  expect((await run('schedule')).stdout).toMatch(/sweep +60 +2026-11-30T00:01.*no broom/);
});

test('commands never run scheduled tasks or jobs', async () => {
  await jobs.enqueue(database, 'note', '');
  for (const command of [['schedule'], ['jobs', 'list'], ['db', 'status'], ['db', 'migrate']]) await run(...command);
  expect(await jobs.stateCount('queued')).toBe(1);
});

test('db status and migrate; a database that does not answer ends with 5, none at all with 4', async () => {
  expect(await run('db', 'status')).toMatchObject({ code: 0, stdout: expect.stringContaining('0001_ledgers') });
  expect(await told(run('db', 'migrate', '--json'))).toMatchObject({ applied: [] });
  await database.execute('UPDATE schema_migrations SET sha256 = ? WHERE version = 1', ['0'.repeat(64)]);
  expect(await run('db', 'status')).toMatchObject({ code: 6, stdout: expect.stringMatching(/0001_ledgers +changed/) });
  const nobody = { DATABASE_URL: 'mysql://root:geheim@127.0.0.1:9/tallyport' };
  const away = await tallyport(['jobs', 'list', '--json'], nobody);
  expect(JSON.parse(away.stderr)).toMatchObject({
    error: { exit_code: 5, message: expect.stringMatching('ECONNREFUSED') },
  });
  expect(away.stderr).not.toContain('geheim');
  expect(await tallyport(['jobs', 'list'], { DATA_DIR: directory })).toMatchObject({ code: 4 });
});

test('a database that refuses us is told apart from one that is away', async () => {
  const [wrongUser, wrongName] = [new URL(database.url), new URL(database.url)];
  wrongUser.username = 'nobody-here';
  wrongUser.password = 'geheim';
  wrongName.pathname = '/no_such_database';
  const of = async (url: URL, ...args: string[]) => tallyport(args, { DATABASE_URL: url.href, DATA_DIR: directory });
  expect(await of(wrongUser, 'jobs', 'list')).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/refuses the user or the password.*Mend the user/),
  });
  expect(await of(wrongName, 'jobs', 'list')).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/has no database of this name \(ER_BAD_DB_ERROR\)\. Mend the name/),
  });
  const { findings } = JSON.parse((await of(wrongUser, 'doctor', '--json')).stdout);
  expect(findings.at(-1)).toMatchObject({ check: 'database', found: expect.stringMatching(/^It refuses the user/) });
});

test('users: an address must be one, and a ban of one day is told so', async () => {
  expect(await run('users', 'add', 'nomail')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching('email address'),
  });
  expect(await told(run('users', 'list', '--json'))).toEqual({ users: [] });
  await run('users', 'add', 'mika@example.com');
  expect((await run('users', 'ban', 'mika@example.com', '--days', '1')).stdout).toMatch(/is banned for 1 day\.\n$/);
});

test('without a Node that can run it, the command says so in a sentence', async () => {
  const checkout = join(directory, 'checkout');
  await mkdir(join(checkout, 'bin'), { recursive: true });
  await mkdir(join(checkout, 'node_modules'));
  await copyFile(PROGRAM, join(checkout, 'bin/tallyport'));
  await writeFile(join(checkout, 'node'), '#!/bin/sh\necho 20\n', { mode: 0o755 });
  const env = { PATH: `${checkout}:${process.env.PATH}` };
  const refused = await promisify(execFile)(join(checkout, 'bin/tallyport'), [], { env }).catch((error) => error);
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Tallyport needs Node 24.*setup/),
  });
});

test('bash completes commands, options and choices', async () => {
  const { stdout: script } = await run('completion', 'bash');
  const complete = async (line: string) => {
    const words = line.split(' ');
    const asked = `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
      _tallyport; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await promisify(execFile)('bash', ['-c', asked])).stdout.trim().split('\n');
  };
  expect(await complete('tallyport jo')).toEqual(['jobs']);
  expect(await complete('tallyport --json jobs re')).toEqual(['retry']);
  expect(await complete('tallyport jobs list --st')).toEqual(['--state']);
  expect(await complete('tallyport completion ')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
});
