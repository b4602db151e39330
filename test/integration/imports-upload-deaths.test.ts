import { beforeEach, describe, expect, test } from 'vitest';
import { announceImport } from '../../shared/imports/announce.ts';
import { completeUpload } from '../../shared/imports/complete.ts';
import { DEFAULT_OPTIONS } from '../../shared/imports/options.ts';
import { receiveImport } from '../../shared/imports/receive.ts';
import { importObjectKey } from '../../shared/names.ts';
import { sha256 } from '../harness/announcement.ts';
import { bytes, DRIVERS, fileOf, openImportLine, USER } from '../harness/import-line.ts';
import { expectSettled } from '../harness/settled.ts';

const never = new Error('the process died here');

describe.each(DRIVERS)('a death or a fault before the file is stored, with %s', async (drivers) => {
  const line = await openImportLine(drivers);
  const { database, store } = line;
  beforeEach(() => line.clear());
  const settled = (state: string, left?: { tags: number; objects: number }) => expectSettled(line, state, left);

  const upload = (text: string) => ({
    ...{ ledger: 'tags', options: DEFAULT_OPTIONS, force: false, filename: 'tags.csv', contentType: 'text/csv' },
    ...{ user: USER, requestId: 'r1', body: bytes(text) },
  });

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
