import { beforeEach, describe, expect, test } from 'vitest';
import { claimImport } from '../../shared/imports/claim.ts';
import { redispatchImport } from '../../shared/imports/redispatch.ts';
import { DRIVERS, fileOf, openImportLine } from '../harness/import-line.ts';
import { expectSettled } from '../harness/settled.ts';

const never = new Error('the process died here');

describe.each(DRIVERS)('a death or a fault once the file is stored, with %s', async (drivers) => {
  const line = await openImportLine(drivers);
  const { database, store } = line;
  beforeEach(() => line.clear());
  const settled = (state: string, left?: { tags: number; objects: number }) => expectSettled(line, state, left);

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
});
