import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { failureOf } from '../../functions/export-worker/failure.ts';
import { generateExport } from '../../functions/export-worker/generate.ts';
import type { ReadTable, Table } from '../../functions/export-worker/table.ts';
import { changeExport } from '../../shared/export-queue/change.ts';
import { claimExport } from '../../shared/export-queue/claim.ts';
import { exportFilePath } from '../../shared/export-queue/finish.ts';
import { registerExport } from '../../shared/export-queue/registration.ts';
import { appear } from '../../shared/export-queue/workers.ts';
import { raisePolicyRevision } from '../../shared/ledgers/policy-revision.ts';
import { openTestDatabase } from '../harness/database.ts';
import { openQueueWithClock, orderOf } from '../harness/export-queue.ts';

const database = await openTestDatabase();

const table = (rows: number, more: Partial<Table> = {}): Table => ({
  header: ['a', 'b'],
  records: Array.from({ length: rows }, (_, index) => [index, 'x']),
  expected: rows,
  total: null,
  ...more,
});

/** A running job and its generation. */
async function openRunning(settings: Record<string, string> = {}) {
  const { queue, pass } = await openQueueWithClock(settings);
  const { worker } = await appear(queue);
  await registerExport(queue, orderOf('u1'));
  const claim = await claimExport(queue, worker);
  if (!claim) throw new Error('Nothing was claimed.');
  await claim.slot.release();
  const { job } = claim;
  const current = async () => (await queue.store.read(job.id)) ?? job;
  const generate = (readTable: ReadTable) =>
    generateExport({ queue, database, readTable, progressMs: 1, onConnection: () => {} }, job);
  const left = async () => (await readdir(queue.store.path)).filter((name) => /^(part|file|temp)/.test(name));
  return { queue, pass, job, current, generate, left };
}

test('the phases are recorded in order, the first before any SQL', async () => {
  const { queue, job, current, generate } = await openRunning();
  expect(job).toMatchObject({ state: 'running', phase: 'aggregating', updated_at: null, snapshot_at: null });
  const seen: unknown[] = [];
  const ready = await generate(async () => {
    const during = await current();
    seen.push([during.phase, during.processed, during.total, typeof during.snapshot_at]);
    return table(3, { total: 3 });
  });
  expect(seen).toEqual([['aggregating', 0, null, 'string']]);
  expect(ready).toMatchObject({ state: 'ready', phase: null, processed: 3, total: 3, file: { size: 23 } });
  expect(await readFile(exportFilePath(queue, ready), 'utf8')).toBe('\uFEFFa,b\r\n0,x\r\n1,x\r\n2,x\r\n');
});

test('the count that is told while writing is one that was written, and grows', async () => {
  const { current, generate } = await openRunning();
  const told: number[] = [];
  let written = 0;
  function* slowly() {
    for (; written < 5; written++) yield [written, 'x'.repeat(70_000)];
  }
  const done = generate(async () => table(5, { records: slowly() }));
  for (let state = 'running'; state === 'running'; ) {
    const job = await current();
    expect(job.processed).toBeLessThanOrEqual(written);
    told.push(job.processed);
    state = job.state;
  }
  await done;
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBe(5);
});

test.each<[string, Record<string, string>, Table, string]>([
  ['a file that grows too large', { EXPORT_MAX_BYTES: '100000' }, table(100_000), 'too_large'],
  ['a row too few', {}, table(3, { expected: 4 }), 'internal'],
  ['a row too many', {}, table(3, { expected: 2 }), 'internal'],
])('%s ends the export and leaves nothing', async (_, settings, content, code) => {
  const { generate, left } = await openRunning(settings);
  const error = await generate(async () => content).catch((thrown) => thrown);
  expect(failureOf(error).code).toBe(code);
  expect(await left()).toEqual([]);
});

test('a lost connection and a full disk are told as such, anything else as ours', async () => {
  const { generate, left } = await openRunning();
  const lost = await generate(async (connection) => {
    await database.execute(`KILL ${connection.threadId}`);
    await connection.query('SELECT 1');
    return table(1);
  }).catch((error) => error);
  expect(failureOf(lost).code).toBe('database_lost');
  expect(await left()).toEqual([]);
  // 2026-11-30: what comes to a connection that has ended has no code at all in mysql2.
  const closed = Object.assign(new Error('Cannot add new command when connection is in closed state'), { fatal: true });
  expect(failureOf(closed).code).toBe('database_lost');
  expect(failureOf(Object.assign(new Error('x'), { code: 'ENOSPC', path: '/x' })).code).toBe('storage_full');
  expect(failureOf(Object.assign(new Error('secret'), { code: 'ENOENT', path: '/x' }))).toMatchObject({
    code: 'internal',
    message: expect.not.stringContaining('secret'),
  });
});

test('what was private to whom when the export was registered must still be so in its snapshot', async () => {
  const { generate, left } = await openRunning();
  await raisePolicyRevision(database);
  const error = await generate(async () => table(1)).catch((thrown) => thrown);
  await database.execute('UPDATE policy_revision SET revision = 1');
  expect(failureOf(error).code).toBe('permission_changed');
  expect(await left()).toEqual([]);
});

test('a cancel stops the writing; the file is gone before the supervisor ends the job', async () => {
  const { queue, job, current, generate, left } = await openRunning();
  let written = 0;
  function* endless() {
    for (; written < 1_000_000; written++) yield [written, 'x'.repeat(1000)];
  }
  const generation = generate(async () => {
    await changeExport(queue, job.id, { type: 'ask-cancel' });
    return table(1_000_000, { records: endless() });
  });
  await expect(generation).rejects.toThrow('canceled');
  expect(written).toBeLessThan(1_000_000);
  expect((await current()).state).toBe('running');
  expect(await left()).toEqual([]);
});
