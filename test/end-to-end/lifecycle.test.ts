import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { EXIT } from '../../functions/cli/exit-codes.ts';
import { Client, poll } from '../harness/client.ts';
import { tallyport } from '../harness/command.ts';
import { hasProcessTable, LOOPBACK, listeningAddresses, processesOf } from '../harness/process-table.ts';
import { ADMIN, launchStack, temporaryDirectory } from '../harness/stack.ts';

const TAG = 'tag_id,version_no,event_type,created_at,name\n1,1,create,2025-01-01T00:00:00Z,guitar\n';

const launched: ReturnType<typeof launchStack>[] = [];
const directories: string[] = [];
function launch(directory: string, environment: Record<string, string> = {}, args: string[] = []) {
  const stack = launchStack(directory, environment, args);
  launched.push(stack);
  return stack;
}
async function directory() {
  const made = await temporaryDirectory();
  directories.push(made);
  return made;
}
afterEach(async () => {
  for (const stack of launched.splice(0)) {
    stack.process.kill('SIGTERM');
    await stack.ended;
  }
  for (const made of directories.splice(0)) await rm(made, { recursive: true, force: true });
});

const gone = (data: string) => poll(async () => (processesOf(data).length === 0 ? true : undefined));

describe.runIf(hasProcessTable)('processes', () => {
  test.each([
    ['directory and table', []],
    ['S3 and SQS', ['--aws-local']],
  ])('with %s: everything listens on the loopback address only, and Ctrl-C leaves nothing behind', async (_, args) => {
    const data = await directory();
    const stack = launch(data, {}, args);
    const url = await stack.ready;
    const running = processesOf(data);
    expect(running.length).toBeGreaterThanOrEqual(7);
    const addresses = listeningAddresses(running);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(address).toMatch(LOOPBACK);

    const { stdout } = await tallyport(['doctor', '--json'], { DATA_DIR: data });
    const { findings } = JSON.parse(stdout) as { findings: { check: string }[] };
    expect(findings.filter(({ check }) => check === 'processes')).toMatchObject([{ state: 'ok' }]);

    stack.process.kill('SIGINT');
    expect(await stack.ended).toBe(0);
    expect(processesOf(data)).toEqual([]);
    await expect(fetch(`${url}/live`)).rejects.toThrow();
  });

  test('kill -9 of the starter takes everything along, and the next start finds what was there', async () => {
    const data = await directory();
    const first = launch(data);
    const client = new Client(await first.ready);
    await client.signIn(ADMIN);
    const { id } = await client.upload('tags', TAG);
    await client.finished(id);
    first.process.kill('SIGKILL');
    await first.ended;
    await gone(data);

    const second = launch(data);
    const again = new Client(await second.ready);
    await again.signIn(ADMIN);
    expect((await again.finished(id)).rows_inserted).toBe(1);
    expect((await again.count({ ledger: 'tags', rows: [{ axis: 'event_type' }] })).output_count).toBe(1);
  });

  test('a process that dies is started again', async () => {
    const data = await directory();
    const stack = launch(data);
    const url = await stack.ready;
    const before = processesOf(data);
    for (const pid of before) if (pid !== stack.process.pid) process.kill(pid, 'SIGKILL');
    const client = new Client(url);
    await poll(async () => ((await client.signIn(ADMIN).catch(() => undefined))?.status === 200 ? true : undefined));
    const { id } = await client.upload('tags', TAG);
    expect((await client.finished(id)).state).toBe('done');
    expect((await client.export({ ledger: 'tags', rows: [{ axis: 'event_type' }] })).status).toBe(200);
  });
});

test('a second start on the same data says who holds it', async () => {
  const data = await directory();
  const first = launch(data);
  const url = await first.ready;
  const second = launch(data, { PORT: new URL(url).port });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`process ${first.process.pid} has been serving ${url}`);
  expect(second.output()).not.toMatch(/^\s+at /m);
});

test('a port that another program uses is named before anything is started', async () => {
  const first = launch(await directory());
  const { port } = new URL(await first.ready);
  const second = launch(await directory(), { PORT: port });
  expect(await second.ended).toBe(1);
  expect(second.output()).toMatch(new RegExp(`^Port ${port} of 127.0.0.1 cannot be used: another program uses it\\.`));
});

test('a start that is broken off has printed the new password before, and ends in order', async () => {
  const data = await directory();
  const stack = launch(data, { ADMIN_PASSWORD: '' });
  await poll(async () => (stack.output().includes('Administrator ') ? true : undefined));
  stack.process.kill('SIGINT');
  expect(await stack.ended).toBe(0);
  expect(stack.output()).toMatch(/^Administrator admin@example.com, password \S{16} /m);
  expect(stack.output()).not.toMatch(/^\s+at /m);
  if (hasProcessTable) expect(processesOf(data)).toEqual([]);
});

test.each([
  [{ DATABASE_URL: 'mysql://u:hush@127.0.0.1:1/x' }, /^The database at DATABASE_URL cannot be used: .*ECONNREFUSED/],
  [{ DATA_DIR: '/dev/null/x' }, /^DATA_DIR=\/dev\/null\/x cannot be used: /],
  [{ HOST: '999.1.1.1' }, /^HOST=999\.1\.1\.1 is no address of this machine/],
])('%j: the start says in a sentence what cannot be used', async (environment, sentence) => {
  const stack = launch(await directory(), environment as Record<string, string>);
  expect(await stack.ended).toBe(1);
  expect(stack.output()).toMatch(sentence);
  expect(stack.output()).not.toMatch(/hush|^\s+at /m);
});

test('settings that cannot be used are all named at once', async () => {
  const stack = launch(await directory(), { PORT: 'eighty', QUEUE: 'rabbit' });
  expect(await stack.ended).toBe(1);
  expect(stack.output()).toMatch(/PORT: .*\n.*QUEUE: must be table: or the URL of an SQS queue/);
});

test('the first start imports the samples through the same way', async () => {
  const stack = launch(await directory(), { SAMPLES: '1' });
  const client = new Client(await stack.ready);
  await client.signIn(ADMIN);
  const { imports } = (await (await client.fetch('/api/imports')).json()) as {
    imports: { id: number; ledger: string }[];
  };
  expect(imports.map((one) => one.ledger).sort()).toEqual(['posts', 'tags']);
  for (const { id } of imports) expect((await client.finished(id)).state).toBe('done');
});

test('a forgotten password is replaced from the command line', async () => {
  const data = await directory();
  const client = new Client(await launch(data).ready);
  await client.signIn(ADMIN);
  const { stdout } = await runCommand(data, ['users', 'password', ADMIN.email]);
  expect((await client.fetch('/api/me')).status).toBe(401);
  expect((await client.signIn(ADMIN)).status).toBe(401);
  expect((await client.signIn({ email: ADMIN.email, password: stdout.trim() })).status).toBe(200);
  await expect(runCommand(data, ['users', 'password', 'nobody@example.com'])).rejects.toMatchObject({
    code: EXIT.missing,
    stderr: 'There is no user nobody@example.com.\n',
  });
});

function runCommand(data: string, args: string[]) {
  const command = join(import.meta.dirname, '../../bin/tallyport');
  return promisify(execFile)(command, args, { env: { PATH: process.env.PATH, DATA_DIR: data } });
}
