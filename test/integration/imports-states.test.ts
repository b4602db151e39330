import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { cancelRequested, claimImport, holdClaim, releaseClaim, renewClaim } from '../../shared/imports/claim.ts';
import { saveFindings } from '../../shared/imports/findings.ts';
import { markCanceled } from '../../shared/imports/outcome.ts';
import { IMPORT_STATES, type ImportState, WORTHLESS_STATES } from '../../shared/imports/state.ts';
import { importObjectKey } from '../../shared/names.ts';
import { eventually } from '../harness/eventually.ts';
import { openImportApi } from '../harness/import-api.ts';
import { fileOf, openImportLine } from '../harness/import-line.ts';

const line = await openImportLine('directory and table');
const api = openImportApi(line, {}, { userId: 'u1', role: 'admin' });
const { database, store } = line;
beforeEach(() => line.clear());

type Situation = ImportState | 'processing, lease ended';
const SITUATIONS: Situation[] = [...IMPORT_STATES, 'processing, lease ended'];
const ACTIONS = ['complete', 'cancel', 'redispatch', 'revert', 'claim', 'sweep'] as const;

/** An import in a state, with its object where such an import has one; nothing in the queue, an hour old. */
async function importIn(situation: Situation): Promise<string> {
  const presigned = situation === 'awaiting_upload' || situation === 'upload_missing';
  const file = fileOf(1);
  const sha256 = createHash('sha256').update(file).digest('hex');
  const { body } = presigned
    ? await api.json('?ledger=tags', { name: 'a.csv', size: file.length, sha256 })
    : await api.post('?ledger=tags', file);
  const id = String(body.id);
  if (situation === 'done' || situation === 'reverted') await line.consumeAll();
  for (const { receipt } of await line.messages()) await line.queue.delete(receipt);
  if (situation === 'store_failed' || situation === 'receiving') await store.delete(importObjectKey(id));
  const state = situation.split(',')[0] as ImportState;
  const ended = state !== situation ? '- INTERVAL 1 SECOND' : '+ INTERVAL 1 DAY';
  await database.execute(
    `UPDATE imports SET state = ?, created_at = created_at - INTERVAL 20 MINUTE,
       lease_until = IF(? = 'processing', UTC_TIMESTAMP(6) ${ended}, NULL),
       attempt = IF(? = 'processing', 1, attempt), started_at = IF(? = 'processing', UTC_TIMESTAMP(6), started_at),
       finished_at = IF(? IN ('receiving', 'awaiting_upload', 'stored', 'queued', 'processing'), NULL, UTC_TIMESTAMP(6))
     WHERE id = ?`,
    [state, state, state, state, state, id],
  );
  return id;
}

async function act(action: (typeof ACTIONS)[number], id: string): Promise<number | string> {
  if (action === 'claim') return (await database.transaction((tx) => claimImport(tx, id, 60))).kind;
  if (action === 'sweep') {
    await line.sweep();
    return 'swept';
  }
  return (await api.json(`/${id}/${action}`)).status;
}

/** What each action answers in each state, and the state after it. */
const EXPECTED: Record<Situation, Record<(typeof ACTIONS)[number], [number | string, ImportState]>> = {
  receiving: {
    complete: [409, 'receiving'],
    cancel: [200, 'canceled'],
    redispatch: [409, 'receiving'],
    revert: [409, 'receiving'],
    claim: ['held', 'receiving'],
    sweep: ['swept', 'upload_missing'],
  },
  awaiting_upload: {
    complete: [409, 'awaiting_upload'],
    cancel: [200, 'canceled'],
    redispatch: [409, 'awaiting_upload'],
    revert: [409, 'awaiting_upload'],
    claim: ['held', 'awaiting_upload'],
    sweep: ['swept', 'awaiting_upload'],
  },
  stored: {
    complete: [202, 'stored'],
    cancel: [200, 'canceled'],
    redispatch: [202, 'queued'],
    revert: [409, 'stored'],
    claim: ['claimed', 'processing'],
    sweep: ['swept', 'stored'],
  },
  queued: {
    complete: [202, 'queued'],
    cancel: [200, 'canceled'],
    redispatch: [202, 'queued'],
    revert: [409, 'queued'],
    claim: ['claimed', 'processing'],
    sweep: ['swept', 'queued'],
  },
  processing: {
    complete: [202, 'processing'],
    cancel: [202, 'processing'],
    redispatch: [409, 'processing'],
    revert: [409, 'processing'],
    claim: ['held', 'processing'],
    sweep: ['swept', 'processing'],
  },
  'processing, lease ended': {
    complete: [202, 'processing'],
    cancel: [200, 'canceled'],
    redispatch: [409, 'processing'],
    revert: [409, 'processing'],
    claim: ['claimed', 'processing'],
    sweep: ['swept', 'queued'],
  },
  done: ended('done', { complete: 202, revert: [200, 'reverted'] }),
  rejected: ended('rejected', { complete: 202 }),
  failed: ended('failed', { complete: 202, redispatch: [202, 'queued'] }),
  reverted: ended('reverted', { complete: 202 }),
  canceled: ended('canceled', { complete: 409 }),
  store_failed: ended('store_failed', { complete: 409 }),
  upload_missing: ended('upload_missing', { complete: 409 }),
};

function ended(
  state: ImportState,
  but: { complete: number; redispatch?: [number, ImportState]; revert?: [number, ImportState] },
): (typeof EXPECTED)[Situation] {
  return {
    complete: [but.complete, state],
    cancel: [409, state],
    redispatch: but.redispatch ?? [409, state],
    revert: but.revert ?? [409, state],
    claim: ['ended', state],
    sweep: ['swept', state],
  };
}

describe.each(SITUATIONS)('an import that is %s', (situation) => {
  test.each(ACTIONS)('%s', async (action) => {
    const id = await importIn(situation);
    const answer = await act(action, id);
    expect([answer, ...(await line.states())]).toEqual(EXPECTED[situation][action]);
    if (action === 'sweep') {
      const gone = WORTHLESS_STATES.includes(situation as ImportState) || /receiving|awaiting/.test(situation);
      expect(await line.objects()).toHaveLength(gone ? 0 : 1);
    }
  });
});

describe('cancel while it is processed', () => {
  async function claimed() {
    await line.receive(fileOf(1));
    const { id } = await line.only();
    const claim = await database.transaction((tx) => claimImport(tx, String(id), 60));
    if (claim.kind !== 'claimed') throw new Error(claim.kind);
    return claim.import;
  }

  test('is told to the renewal of the lease, and holds in the committing transaction', async () => {
    const claim = await claimed();
    await renewClaim(database, claim, 60, 10, 200);
    expect((await api.get(`/${claim.importId}`)).body).toMatchObject({ rows_read: 10, bytes_read: 200 });
    expect(await cancelRequested(database, claim)).toBe(false);
    const answer = await api.json(`/${claim.importId}/cancel`);
    expect([answer.status, answer.body.state, answer.body.cancel_requested]).toEqual([202, 'processing', true]);
    await expect(renewClaim(database, claim, 60, 20)).rejects.toMatchObject({ name: 'CancelRequested' });
    await database.transaction(async (tx) => {
      await holdClaim(tx, claim);
      expect(await cancelRequested(tx, claim)).toBe(true);
      await markCanceled(tx, claim);
    });
    expect(await line.states()).toEqual(['canceled']);
    expect((await api.json(`/${claim.importId}/cancel`)).status).toBe(409);
  });

  test('is decided by the row: it waits for a commit that has begun and then comes too late', async () => {
    const claim = await claimed();
    let canceling: Promise<{ status: number }> | undefined;
    await database.transaction(async (tx) => {
      await holdClaim(tx, claim);
      canceling = api.json(`/${claim.importId}/cancel`);
      await eventually('the cancel waits for the row', async () => {
        // Not innodb_trx: MariaDB serves it from a cache that is never renewed while somebody asks often.
        const waiting = `SELECT id FROM information_schema.processlist
          WHERE db = DATABASE() AND info LIKE 'SELECT state, lease_until%FOR UPDATE'`;
        return (await database.query(waiting)).length > 0;
      });
      await tx.execute(`UPDATE imports SET state = 'done', lease_until = NULL WHERE id = ?`, [claim.importId]);
    });
    expect((await canceling)?.status).toBe(409);
    expect(await line.only()).toMatchObject({ state: 'done', cancel_requested: 0 });
  });

  test('ends with the consumer, whether it gives the import back or dies', async () => {
    const claim = await claimed();
    await api.json(`/${claim.importId}/cancel`);
    await releaseClaim(database, claim);
    expect(await line.only()).toMatchObject({ state: 'canceled', problem_code: null });
    await line.clear();

    for (const comes of ['sweep', 'claim'] as const) {
      const dying = await claimed();
      await api.json(`/${dying.importId}/cancel`);
      await database.execute('UPDATE imports SET lease_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND');
      await act(comes, dying.importId);
      expect(await line.states()).toEqual(['canceled']);
      await line.clear();
    }
  });

  test('an import that is about to be canceled is no duplicate', async () => {
    const claim = await claimed();
    await api.json(`/${claim.importId}/cancel`);
    expect((await api.post('?ledger=tags', fileOf(1))).status).toBe(202);
  });
});

test('what the file turned out to be is told while it is processed; a late consumer tells nothing', async () => {
  await line.receive(fileOf(1));
  const { id } = await line.only();
  const claim = { importId: String(id), attempt: 1 };
  await database.transaction((tx) => claimImport(tx, claim.importId, 60));
  const found = { detected: { encoding: 'utf-8' }, warnings: ['a', 'b'.repeat(20_000)] };
  await saveFindings(database, claim, found);
  await saveFindings(database, { ...claim, attempt: 0 }, { detected: {}, warnings: [] });
  const { body } = await api.get(`/${id}`);
  expect(body).toMatchObject({ detected: { encoding: 'utf-8' }, warnings: ['a'] });
});

describe('revert', () => {
  test('says how many rows, takes them back, and says by whom; only administrators may', async () => {
    await line.receive(fileOf(1));
    await line.consumeAll();
    const { id } = await line.only();
    const importer = openImportApi(line, {}, { userId: 'u1', role: 'importer' });
    expect((await importer.json(`/${id}/revert`)).status).toBe(403);
    expect(await api.json(`/${id}/revert?dry_run=true`)).toMatchObject({
      body: { state: 'done', dry_run: true, rows: 1 },
    });
    expect(await line.tags()).toHaveLength(1);
    expect(await api.json(`/${id}/revert`)).toMatchObject({ status: 200, body: { state: 'reverted', rows: 1 } });
    expect(await line.tags()).toEqual([]);
    const audit = await database.query(`SELECT user_id, details FROM audit WHERE action = 'import.reverted'`);
    expect(audit).toEqual([{ user_id: 'u1', details: '{"ledger":"tags","rows":1}' }]);
    expect((await api.post('?ledger=tags', fileOf(1))).status).toBe(202);
  });

  test('twice at once: one of them does it', async () => {
    await line.receive(fileOf(1));
    await line.consumeAll();
    const { id } = await line.only();
    const answers = await Promise.all([1, 2].map(() => api.json(`/${id}/revert`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

test('a store that takes what was canceled meanwhile: 409, and the object goes', async () => {
  const slow = {
    put: async (...given: Parameters<typeof store.put>) => {
      const { id } = await line.only();
      await api.json(`/${id}/cancel`);
      return store.put(...given);
    },
  };
  const answer = await openImportApi(line, { store: slow }).post('?ledger=tags', fileOf(1));
  expect([answer.status, answer.code]).toEqual([409, 'canceled']);
  expect(await line.objects()).toEqual([]);
});
