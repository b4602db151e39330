import { expect, test } from 'vitest';
import type { ExportContent } from '../../functions/export-worker/content.ts';
import { failureOf } from '../../functions/export-worker/failure.ts';
import { changeExport } from '../../shared/export-queue/change.ts';
import { raisePolicyRevision } from '../../shared/ledgers/policy-revision.ts';
import { openTestDatabase } from '../harness/database.ts';
import { openRunning } from '../harness/running-export.ts';

const database = await openTestDatabase();

const content = (rows: number, more: Partial<ExportContent> = {}): ExportContent => ({
  head: '\uFEFFa,b\r\n',
  records: [Array.from({ length: rows }, (_, index) => `${index},x\r\n`)],
  tail: '',
  expected: rows,
  total: null,
  ...more,
});

test('the phases are recorded in order, the first before any SQL', async () => {
  const { job, current, generate, fileOf } = await openRunning(database);
  expect(job).toMatchObject({ state: 'running', phase: 'aggregating', updated_at: null, snapshot_at: null });
  const seen: unknown[] = [];
  const ready = await generate(async () => {
    const during = await current();
    seen.push([during.phase, during.processed, during.total, typeof during.snapshot_at]);
    return content(3, { total: 3 });
  });
  expect(seen).toEqual([['aggregating', 0, null, 'string']]);
  expect(ready).toMatchObject({ state: 'ready', phase: null, processed: 3, total: 3, file: { size: 23 } });
  expect((await fileOf(ready)).toString()).toBe('\uFEFFa,b\r\n0,x\r\n1,x\r\n2,x\r\n');
});

test('the count that is told while writing is one that was written, and grows', async () => {
  const { current, generate } = await openRunning(database);
  const told: number[] = [];
  let written = 0;
  function* slowly() {
    for (; written < 5; written++) yield [`${written},${'x'.repeat(70_000)}\r\n`];
  }
  const done = generate(async () => content(5, { records: slowly() }));
  for (let state = 'running'; state === 'running'; ) {
    const job = await current();
    // What is yielded and not asked on for may be written already.
    expect(job.processed).toBeLessThanOrEqual(written + 1);
    told.push(job.processed);
    state = job.state;
  }
  await done;
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBe(5);
});

test.each<[string, Record<string, string>, ExportContent, string]>([
  ['a file that grows too large', { EXPORT_MAX_BYTES: '100000' }, content(100_000), 'too_large'],
  ['a row too few', {}, content(3, { expected: 4 }), 'internal'],
  ['a row too many', {}, content(3, { expected: 2 }), 'internal'],
])('%s ends the export and leaves nothing', async (_, settings, made, code) => {
  const { generate, left } = await openRunning(database, settings);
  const error = await generate(async () => made).catch((thrown) => thrown);
  expect(failureOf(error).code).toBe(code);
  expect(await left()).toEqual([]);
});

test('a lost connection and a full disk are told as such, anything else as ours', async () => {
  const { generate, left } = await openRunning(database);
  const lost = await generate(async (connection) => {
    await database.execute(`KILL ${connection.threadId}`);
    await connection.query('SELECT 1');
    return content(1);
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
  const { generate, left } = await openRunning(database);
  await raisePolicyRevision(database);
  const error = await generate(async () => content(1)).catch((thrown) => thrown);
  await database.execute('UPDATE policy_revision SET revision = 1');
  expect(failureOf(error).code).toBe('permission_changed');
  expect(await left()).toEqual([]);
});

test('a cancel stops the writing; the file is gone before the supervisor ends the job', async () => {
  const { queue, job, current, generate, left } = await openRunning(database);
  let written = 0;
  function* endless() {
    for (; written < 1_000_000; written++) yield [`${'x'.repeat(1000)}\r\n`];
  }
  const generation = generate(async () => {
    await changeExport(queue, job.id, { type: 'ask-cancel' });
    return content(1_000_000, { records: endless() });
  });
  await expect(generation).rejects.toThrow('canceled');
  expect(written).toBeLessThan(1_000_000);
  expect((await current()).state).toBe('running');
  expect(await left()).toEqual([]);
});

test.each(['cancel', 'limit'])('a statement that does not end is stopped by a %s', async (how) => {
  const { queue, job, generate, left } = await openRunning(database);
  const generation = generate(
    async (connection) => {
      if (how === 'cancel') await changeExport(queue, job.id, { type: 'ask-cancel' });
      await connection.query('SELECT SLEEP(3600)');
      return content(1);
    },
    how === 'limit' ? 1 : 60,
  );
  const error = await generation.catch((thrown) => thrown);
  if (how === 'cancel') expect(error.name).toBe('ExportCanceled');
  else expect(failureOf(error).code).toBe('time_limit');
  const running = await database.query(
    `SELECT id FROM information_schema.processlist WHERE info = 'SELECT SLEEP(3600)'`,
  );
  expect(running).toEqual([]);
  expect(await left()).toEqual([]);
});
