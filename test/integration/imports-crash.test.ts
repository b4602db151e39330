import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { announceImport } from '../../shared/imports/announce.ts';
import { claimImport } from '../../shared/imports/claim.ts';
import { completeUpload } from '../../shared/imports/complete.ts';
import { DEFAULT_OPTIONS } from '../../shared/imports/options.ts';
import { receiveImport } from '../../shared/imports/receive.ts';
import { redispatchImport } from '../../shared/imports/redispatch.ts';
import { importObjectKey } from '../../shared/names.ts';
import { bytes, DRIVERS, fileOf, openImportLine, USER } from '../harness/import-line.ts';

const never = new Error('the process died here');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe.each(DRIVERS)('a crash or a fault, with %s', async (drivers) => {
  const line = await openImportLine(drivers);
  const { database, store } = line;
  beforeEach(() => line.clear());

  const upload = (text: string) => ({
    ...{ ledger: 'tags', options: DEFAULT_OPTIONS, force: false, filename: 'tags.csv', contentType: 'text/csv' },
    ...{ user: USER, requestId: 'r1', body: bytes(text) },
  });

  /** Afterwards: one effect, nothing left behind, nothing that moves by itself. */
  async function settled(state: string, { tags = 1, objects = 1 } = {}) {
    await line.consumeAll();
    expect(await line.states()).toEqual([state]);
    expect(await line.tags()).toHaveLength(tags);
    expect(await line.objects()).toHaveLength(objects);
    expect(await database.query('SELECT import_id FROM tags_staging')).toEqual([]);
    await line.sweep(60);
    await line.work(60);
    expect(await line.messages()).toEqual([]);
    expect(await line.states()).toEqual([state]);
  }

  /** The process ends in the middle of a receive: what it throws at is not caught by anything that would clean up. */
  const dying = { ...line.dependencies(), database: { ...database, execute: () => Promise.reject(never) } };

  test('dies after the row: upload_missing, after its grace', async () => {
    const dead = { ...dying, store: { ...store, put: () => Promise.reject(never) } };
    await expect(receiveImport(dead, upload(fileOf(1)))).rejects.toBe(never);
    expect(await line.states()).toEqual(['receiving']);
    await line.sweep(14);
    expect(await line.states()).toEqual(['receiving']);
    await line.sweep(16);
    await settled('upload_missing', { tags: 0, objects: 0 });
  });

  test('dies after the object: the sweep takes it over', async () => {
    const dead = { ...line.dependencies(), database: { ...database, transaction: failingAfterFirst() } };
    await expect(receiveImport(dead, upload(fileOf(1)))).rejects.toBe(never);
    expect(await line.states()).toEqual(['receiving']);
    expect(await line.objects()).toHaveLength(1);
    await line.sweep(16);
    expect(await line.states()).toEqual(['queued']);
    expect(await line.only()).toMatchObject({ bytes: String(fileOf(1).length), sha256: sha256(fileOf(1)) });
    await settled('done');
  });

  function failingAfterFirst(): typeof database.transaction {
    let count = 0;
    return (work) => (++count > 1 ? Promise.reject(never) : database.transaction(work));
  }

  test('dies after `stored`: its job sends it', async () => {
    const dead = { send: () => Promise.reject(never) };
    expect(await line.receive(fileOf(1), {}, { queue: dead })).toMatchObject({ kind: 'accepted' });
    expect(await line.only()).toMatchObject({ state: 'stored', problem_code: 'not_dispatched' });
    await line.sweep(60);
    expect(await line.messages()).toEqual([]);
    await line.work();
    expect(await line.only()).toMatchObject({ state: 'queued', problem_code: null });
    await settled('done');
  });

  test('the message was accepted but its mark is lost: sent again, one effect', async () => {
    const timedOut = {
      send: async (body: string) => {
        await line.queue.send(body);
        throw new Error('timed out');
      },
    };
    await line.receive(fileOf(1), {}, { queue: timedOut });
    expect(await line.states()).toEqual(['stored']);
    await line.work();
    const twice = await line.messages();
    expect(twice).toHaveLength(2);
    await Promise.allSettled(twice.map(({ body }) => line.ingest(body)));
    for (const { body, receipt } of twice) {
      await line.ingest(body);
      await line.queue.delete(receipt);
    }
    expect(await database.query('SELECT attempt FROM imports')).toEqual([{ attempt: 1 }]);
    await settled('done');
  });

  test('the message is processed before its job runs: the job has nothing to do', async () => {
    const timedOut = {
      send: async (body: string) => {
        await line.queue.send(body);
        throw new Error('timed out');
      },
    };
    await line.receive(fileOf(1), {}, { queue: timedOut });
    await line.consumeAll();
    expect(await line.only()).toMatchObject({ state: 'done', problem_code: null });
    await line.work();
    await settled('done');
  });

  test('`queued` and the message is lost: sent again when nobody claimed it for half an hour', async () => {
    await line.receive(fileOf(1));
    for (const { receipt } of await line.messages()) await line.queue.delete(receipt);
    await line.sweep(29);
    expect(await line.messages()).toEqual([]);
    await line.sweep(31);
    expect(await line.only()).toMatchObject({ state: 'queued', rescues: 0 });
    await settled('done');
  });

  test('given back before its mark was written, and the message is lost: sent again all the same', async () => {
    const quick = {
      send: async (body: string) => {
        const id = await line.queue.send(body);
        const [message] = await line.messages();
        const away = { get: () => Promise.reject(new Error('away')) };
        await expect(line.ingest(body, { store: away })).rejects.toThrow('away');
        await line.queue.delete(message?.receipt ?? '');
        return id;
      },
    };
    await line.receive(fileOf(1), {}, { queue: quick });
    expect(await line.only()).toMatchObject({ state: 'queued', problem_code: 'interrupted' });
    await line.sweep(29);
    expect(await line.states()).toEqual(['queued']);
    expect(await line.messages()).toEqual([]);
    await line.sweep(31);
    expect(await line.only()).toMatchObject({ state: 'queued', rescues: 1 });
    await settled('done');
  });

  test('the consumer dies in mid-write: sent again; what the late one still writes is refused', async () => {
    await line.receive(fileOf(1));
    const [message] = await line.messages();
    // The first consumer has read the file and stands still before it stages it; its lease ends.
    const slow = {
      get: async (key: string) => {
        const { import_id: id } = JSON.parse(message?.body ?? '');
        await database.execute('UPDATE imports SET lease_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND WHERE id = ?', [
          id,
        ]);
        await line.queue.delete(message?.receipt ?? '');
        await line.sweep();
        expect(await line.only()).toMatchObject({ state: 'queued', rescues: 1 });
        await line.consumeAll();
        return store.get(key);
      },
    };
    await expect(line.ingest(message?.body ?? '', { store: slow })).rejects.toMatchObject({ name: 'ClaimLost' });
    expect(await line.only()).toMatchObject({ state: 'done', attempt: 2 });
    await line.sweep();
    await settled('done');
  });

  test('a consumer that died leaves staged rows: they go with the sweep, those at work stay', async () => {
    await line.receive(fileOf(1));
    const { id } = await line.only();
    await database.transaction((tx) => claimImport(tx, String(id), 60));
    await stage(String(id), 1);
    await line.sweep();
    expect(await database.query('SELECT attempt FROM tags_staging')).toEqual([{ attempt: 1 }]);
    await database.execute(`UPDATE imports SET state = 'canceled', finished_at = UTC_TIMESTAMP(6)`);
    await stage(String(id), 2);
    await line.sweep();
    expect(await database.query('SELECT attempt FROM tags_staging')).toEqual([{ attempt: 2 }]);
    await database.execute('DELETE FROM tags_staging');
  });

  async function stage(importId: string, attempt: number) {
    await database.execute(
      `INSERT INTO tags_staging (import_id, attempt, line, tag_id, version_no, event_type, created_at, content_hash)
       VALUES (?, ?, 2, 1, 1, 'create', UTC_TIMESTAMP(6), REPEAT('x', 32))`,
      [importId, attempt],
    );
  }

  test('consumers that die over it again and again: it has failed, alarmed, and one redispatch mends it', async () => {
    await line.receive(fileOf(1));
    const { id } = await line.only();
    for (let death = 1; death <= 6; death++) {
      await database.transaction((tx) => claimImport(tx, String(id), 60));
      await database.execute('UPDATE imports SET lease_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND');
      await line.sweep();
    }
    expect(await line.only()).toMatchObject({ state: 'failed', problem_code: 'abandoned', attempt: 6 });
    expect(line.lines.filter(({ level }) => level === 'error')).toMatchObject([{ import_id: id, outcome: 'failed' }]);
    await line.consumeAll();
    expect(await line.states()).toEqual(['failed']);
    await redispatchImport(line.dependencies(), String(id), { userId: 'u1', requestId: 'r2' }, line.log);
    await settled('done');
  });

  test('`stored` without any job: the sweep promises it again; with a failed one it waits for somebody', async () => {
    await line.receive(fileOf(1), {}, { queue: { send: () => Promise.reject(never) } });
    await database.execute(`UPDATE jobs SET state = 'failed', open_key = NULL`);
    await line.sweep(60);
    expect(await line.states()).toEqual(['stored']);
    await database.execute('DELETE FROM jobs');
    await line.sweep(60);
    expect(await line.states()).toEqual(['queued']);
    await settled('done');
  });

  test('five dispatches fail: visible, alarmed, and one redispatch mends it', async () => {
    const away = { queue: { send: () => Promise.reject(never) } };
    await line.receive(fileOf(1), {}, away);
    for (const minutes of [1, 3, 10, 30, 120, 200]) await line.work(minutes, away);
    expect(await line.dependencies().backgroundJobs.stateCount('failed')).toBe(1);
    expect(line.lines.filter(({ level }) => level === 'error')).toMatchObject([{ event: 'job failed' }]);
    const { id, state, problem_code } = await line.only();
    expect([state, problem_code]).toEqual(['stored', 'not_dispatched']);
    await redispatchImport(line.dependencies(), String(id), { userId: 'u1', requestId: 'r2' }, line.log);
    await settled('done');
  });

  test('the store fails before the object lands: store_failed, nothing queued', async () => {
    const away = { put: () => Promise.reject(new Error('503')) };
    expect(await line.receive(fileOf(1), {}, { store: away })).toEqual({ kind: 'store_failed' });
    expect(await database.query('SELECT id FROM jobs')).toEqual([]);
    await settled('store_failed', { tags: 0, objects: 0 });
  });

  test('the store fails after the object landed, and again when it is to be deleted: the sweep deletes it', async () => {
    const late = {
      put: async (...given: Parameters<typeof store.put>) => {
        await store.put(...given);
        throw new Error('timed out');
      },
      delete: () => Promise.reject(new Error('503')),
    };
    expect(await line.receive(fileOf(1), {}, { store: late })).toEqual({ kind: 'store_failed' });
    expect(await line.objects()).toHaveLength(1);
    await line.sweep();
    await settled('store_failed', { tags: 0, objects: 0 });
  });

  test('an object that lands long after the 503 is deleted, never processed', async () => {
    await line.receive(fileOf(1), {}, { store: { put: () => Promise.reject(new Error('503')) } });
    await line.sweep(60);
    const { id } = await line.only();
    await store.put(importObjectKey(String(id)), bytes(fileOf(1)), { maxBytes: 1000 });
    await line.sweep(90);
    expect(await line.objects()).toEqual([]);
    await line.sweep(121);
    expect(await line.only()).toMatchObject({ state: 'store_failed', objects_deleted_at: expect.any(String) });
  });

  test('the upload outlives its grace: the sweep has given it up, and its object goes', async () => {
    const slow = {
      put: async (...given: Parameters<typeof store.put>) => {
        await line.sweep(16);
        return store.put(...given);
      },
    };
    expect(await line.receive(fileOf(1), {}, { store: slow })).toEqual({ kind: 'late' });
    await settled('upload_missing', { tags: 0, objects: 0 });
  });

  test('the sweep and the upload meet over the whole object: one of them goes on with it', async () => {
    const slow = {
      put: async (...given: Parameters<typeof store.put>) => {
        const result = await store.put(...given);
        await line.sweep(16);
        return result;
      },
    };
    expect(await line.receive(fileOf(1), {}, { store: slow })).toMatchObject({ kind: 'accepted' });
    await settled('done');
  });

  test('awaiting_upload: gone after two hours; with its object it goes on', async () => {
    await announced(fileOf(1));
    await line.sweep(119);
    expect(await line.states()).toEqual(['awaiting_upload']);
    await line.sweep(121);
    expect(await line.states()).toEqual(['upload_missing']);
    await line.clear();

    const id = await announced(fileOf(1));
    await store.put(importObjectKey(id), bytes(fileOf(1)), { maxBytes: 1000 });
    await line.sweep(121);
    await settled('done');
  });

  test('awaiting_upload with other bytes than announced: rejected, by whoever looks', async () => {
    const id = await announced(fileOf(1));
    await store.put(importObjectKey(id), bytes(fileOf(2)), { maxBytes: 1000 });
    await line.sweep(121);
    expect(await line.only()).toMatchObject({ problem_code: 'wrong_sha256' });
    await settled('rejected', { tags: 0, objects: 0 });
  });

  test('completed by many at once: one of them does it', async () => {
    const id = await announced(fileOf(1));
    expect(await completeUpload(line.dependencies(), id, USER)).toEqual({ kind: 'missing' });
    await store.put(importObjectKey(id), bytes(fileOf(1)), { maxBytes: 1000 });
    const all = await Promise.all([1, 2, 3].map(() => completeUpload(line.dependencies(), id, USER)));
    expect(all).toEqual([{ kind: 'accepted' }, { kind: 'accepted' }, { kind: 'accepted' }]);
    expect(await database.query('SELECT action FROM audit')).toEqual([{ action: 'import.received' }]);
    await settled('done');
  });

  async function announced(text: string): Promise<string> {
    const asked = { ...upload(text), size: text.length, sha256: sha256(text) };
    const result = await announceImport(line.dependencies(), asked);
    if (result.kind !== 'awaiting') throw new Error(result.kind);
    return result.importId;
  }
});
