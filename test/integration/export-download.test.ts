import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileName } from '../../shared/export-queue/file-names.ts';
import { isHeld } from '../../shared/export-queue/held-file.ts';
import { sweep } from '../../shared/export-queue/sweep.ts';
import { raisePolicyRevision } from '../../shared/ledgers/policy-revision.ts';
import { openTestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { serveExports } from '../harness/ready-export.ts';

const database = await openTestDatabase();
/** More than the network takes in when the other end does not read. */
const LARGE = Buffer.alloc(24_000_000, 'a line of an export\r\n');
const SMALL = Buffer.from('a,b\r\n1,2\r\n');

type Exports = Awaited<ReturnType<typeof serveExports>>;
type Ready = Awaited<ReturnType<Exports['ready']>>;

interface Attempt {
  attempt: string;
  state: string;
  file_token: string;
  expires_at: string;
}

const asked = async (exports: Exports, { job }: Ready) =>
  (await (await exports.call('POST', `${job}/download`)).json()) as Attempt;

const downloadOf = async (exports: Exports, { id }: Ready) => (await exports.queue.store.read(id))?.download?.state;

/** Sends a request and reads nothing of its answer until told to. */
async function slowGet(exports: Exports, path: string): Promise<IncomingMessage> {
  const sent = request(`${exports.url}${path}`);
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

/** Reads an answer to its end. @returns the bytes and whether they were all that had been announced */
async function rest(answer: IncomingMessage): Promise<{ bytes: number; whole: boolean }> {
  let bytes = 0;
  try {
    for await (const chunk of answer) bytes += chunk.length;
  } catch {
    // Cut: `complete` says so.
  }
  return { bytes, whole: answer.complete };
}

test('an attempt is registered once, taken once, and its start and end are told', async () => {
  const exports = await serveExports(database);
  const ready = await exports.ready(LARGE);
  const first = await asked(exports, ready);
  expect(first).toEqual({
    attempt: expect.stringMatching(/^[\w-]{20,}$/),
    state: 'pending',
    file_token: expect.any(String),
    expires_at: '2026-11-30T00:00:45.000000Z',
  });
  expect(await asked(exports, ready)).toEqual(first);

  const path = `/files/${first.file_token}${ready.attempt(first.attempt)}`;
  const head = await exports.call('HEAD', path);
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(LARGE.length)]);
  expect(await downloadOf(exports, ready)).toBe('pending');

  const answer = await slowGet(exports, path);
  await eventually('it has started', async () => (await downloadOf(exports, ready)) === 'started');
  const second = await exports.call('GET', path);
  expect([second.status, ((await second.json()) as { type: string }).type]).toEqual([
    409,
    'urn:tallyport:problem:attempt-taken',
  ]);
  expect(await rest(answer)).toEqual({ bytes: LARGE.length, whole: true });
  await eventually('it has finished', async () => (await downloadOf(exports, ready)) === 'finished');
  expect((await exports.call('GET', path)).status).toBe(409);
  const status = (await (await exports.call('GET', ready.job)).json()) as { download: object };
  expect(status.download).toEqual({ attempt: first.attempt, state: 'finished', expires_at: first.expires_at });
  const [audit] = await database.query(`SELECT COUNT(*) AS entries FROM audit WHERE subject_id = ?`, [ready.id]);
  expect(Number(audit?.entries)).toBe(1);
});

test('of many requests for one attempt exactly one gets the file', async () => {
  const exports = await serveExports(database);
  const ready = await exports.ready(SMALL);
  const { attempt } = await asked(exports, ready);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => exports.call('GET', `${ready.file}${ready.attempt(attempt)}`)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
});

test('an attempt that nobody takes expires after 45 s, and is not given anew', async () => {
  const exports = await serveExports(database);
  const ready = await exports.ready(SMALL);
  const { attempt } = await asked(exports, ready);
  exports.pass(44.9);
  expect(((await (await exports.call('GET', ready.job)).json()) as { download: Attempt }).download.state).toBe(
    'pending',
  );
  exports.pass(0.1);
  expect(await asked(exports, ready)).toMatchObject({ attempt, state: 'expired' });
  expect((await exports.call('GET', `${ready.file}${ready.attempt(attempt)}`)).status).toBe(410);
  expect((await exports.call('GET', ready.file)).status).toBe(200);
});

test('a taken attempt whose start cannot be confirmed in time is cut', async () => {
  const exports = await serveExports(database);
  const ready = await exports.ready(LARGE);
  const { attempt } = await asked(exports, ready);
  // Nobody can say whether its caller may go on: the request hangs before its first byte.
  exports.callers.now = () => new Promise(() => {});
  const answer = await slowGet(exports, `${ready.file}${ready.attempt(attempt)}`);
  await eventually('it is streaming', async () => (await downloadOf(exports, ready)) === 'streaming');
  exports.pass(45);
  expect(await rest(answer)).toEqual({ bytes: 0, whole: false });
  await eventually('it has expired', async () => (await downloadOf(exports, ready)) === 'expired');
});

const changes: [string, (exports: Exports, ready: Ready) => unknown][] = [
  ['its owner is banned', ({ callers }) => Object.assign(callers, { now: async () => undefined })],
  ['its owner signs in anew', ({ callers }) => signedInAs(callers, { sessionId: 's2' })],
  ['its owner gets another role', ({ callers }) => signedInAs(callers, { role: 'viewer' })],
  ['nobody can tell who its owner is', ({ callers }) => Object.assign(callers, { now: () => Promise.reject(Error()) })],
  ['what is private changes', () => raisePolicyRevision(database)],
  ['it is canceled', async (exports, { job }) => expect((await exports.call('DELETE', job)).status).toBe(202)],
];

test.each(changes)('a download is cut when %s, also while its client takes nothing', async (_, change) => {
  for (const plain of [false, true]) {
    const exports = await serveExports(database, { EXPORT_RECHECK_MS: '50' });
    const ready = await exports.ready(LARGE);
    const { attempt } = await asked(exports, ready);
    const answer = await slowGet(exports, plain ? ready.file : `${ready.file}${ready.attempt(attempt)}`);
    await once(answer, 'readable');
    await change(exports, ready);
    await eventually(
      'the file is let go',
      async () => !(await isHeld(join(exports.queue.store.path, fileName(ready.id)))),
    );
    const { bytes, whole } = await rest(answer);
    expect(whole).toBe(false);
    expect(bytes).toBeLessThan(LARGE.length);
    if (!plain) await eventually('it has failed', async () => (await downloadOf(exports, ready)) === 'failed');
  }
});

test('a client that goes away, and one that takes nothing for too long, leave a failed attempt', async () => {
  const exports = await serveExports(database, { EXPORT_STALL_LIMIT: '1', EXPORT_RECHECK_MS: '50' });
  for (const goes of [true, false]) {
    const ready = await exports.ready(LARGE);
    const { attempt } = await asked(exports, ready);
    const answer = await slowGet(exports, `${ready.file}${ready.attempt(attempt)}`);
    await once(answer, 'readable');
    if (goes) answer.destroy();
    await eventually('it has failed', async () => (await downloadOf(exports, ready)) === 'failed');
  }
});

test('a transfer under way keeps its file beyond the expiry; nobody else gets it then', async () => {
  const exports = await serveExports(database);
  const ready = await exports.ready(LARGE);
  const answer = await slowGet(exports, ready.file);
  await once(answer, 'readable');
  exports.pass(600);
  await exports.beat();
  await sweep(exports.queue);
  expect((await exports.queue.store.read(ready.id))?.state).toBe('expired');
  expect((await exports.call('GET', ready.file)).status).toBe(410);
  const held = async () => (await exports.queue.store.list()).files.length;
  expect(await held()).toBe(1);
  exports.pass(120);
  await exports.beat();
  await sweep(exports.queue);
  expect(await held()).toBe(1);
  expect(await rest(answer)).toEqual({ bytes: LARGE.length, whole: true });
  await eventually('the file is swept', async () => {
    await sweep(exports.queue);
    return (await held()) === 0;
  });
  expect(await exports.queue.store.read(ready.id)).toBeUndefined();
});

test('an attempt belongs to its job, and needs both names', async () => {
  const exports = await serveExports(database);
  const [one, other] = [await exports.ready(SMALL), await exports.ready(SMALL)];
  const [{ attempt }, { attempt: foreign }] = [await asked(exports, one), await asked(exports, other)];
  for (const query of [one.attempt(foreign), other.attempt(foreign), one.attempt('x')])
    expect((await exports.call('GET', `${one.file}${query}`)).status).toBe(404);
  for (const query of [`?attempt=${attempt}`, one.attempt('').replace(/&.*/, '')])
    expect((await exports.call('GET', `${one.file}${query}`)).status).toBe(422);
  expect(await downloadOf(exports, one)).toBe('pending');
});

test('what was registered under another policy is gone for every route, its cancel is written down', async () => {
  const exports = await serveExports(database);
  const ready = await exports.ready(SMALL);
  const { attempt } = await asked(exports, ready);
  await raisePolicyRevision(database);
  for (const [method, path] of [
    ['GET', ready.job],
    ['POST', `${ready.job}/download`],
    ['GET', ready.file],
    ['HEAD', ready.file],
    ['GET', `${ready.file}${ready.attempt(attempt)}`],
  ] as const)
    expect((await exports.call(method, path)).status, path).toBe(410);
  const canceled = await exports.call('DELETE', ready.job);
  expect([canceled.status, ((await canceled.json()) as { state: string }).state]).toEqual([202, 'canceled']);
  expect((await exports.queue.store.list()).files).toEqual([]);
});

test('a cancel of a ready export deletes its file; again it changes nothing', async () => {
  const exports = await serveExports(database);
  const ready = await exports.ready(SMALL);
  for (let round = 0; round < 2; round++) {
    const answer = await exports.call('DELETE', ready.job);
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ state: 'canceled', cancel_requested: true });
  }
  expect((await exports.queue.store.list()).files).toEqual([]);
  for (const [method, path] of [
    ['GET', ready.file],
    ['POST', `${ready.job}/download`],
  ] as const)
    expect((await exports.call(method, path)).status).toBe(410);
});

function signedInAs(callers: Exports['callers'], change: object): void {
  callers.now = async (caller) => ({ ...caller, ...change });
}
