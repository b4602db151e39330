import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { ingestBatch } from '../../functions/ingest/ingest-batch.ts';
import { announceImport } from '../../shared/imports/announce.ts';
import { claimImport } from '../../shared/imports/claim.ts';
import { decodeQueueMessage } from '../../shared/imports/message.ts';
import { DEFAULT_OPTIONS } from '../../shared/imports/options.ts';
import { promoteUploaded } from '../../shared/imports/promote.ts';
import { redispatchImport } from '../../shared/imports/redispatch.ts';
import { importObjectKey } from '../../shared/names.ts';
import { eventually } from '../harness/eventually.ts';
import { bytes, DRIVERS, fileOf, openImportLine, USER } from '../harness/import-line.ts';

describe.each(DRIVERS)('messages, with %s', async (drivers) => {
  const line = await openImportLine(drivers);
  const { database, store, queue } = line;
  beforeEach(() => line.clear());

  /** Receives what is there until all of it is dead. */
  async function die(letters = 1): Promise<void> {
    await eventually('all of it is dead', async () => {
      for (const { receipt } of await line.messages()) await queue.changeVisibility(receipt, 0);
      return (await queue.depth()).dead === letters;
    });
  }

  test('an import whose message died has failed, keeps the message, and a redispatch mends it', async () => {
    await line.receive(fileOf(1));
    await die();
    await line.watch();
    const failed = await line.only();
    expect(failed).toMatchObject({ state: 'failed', problem_code: 'dead_letter' });
    expect(JSON.parse(String(failed.dead_letter))).toMatchObject({ import_id: failed.id });
    expect((await queue.depth()).dead).toBe(0);
    expect(line.lines.filter(({ level }) => level === 'error')).toMatchObject([{ import_id: failed.id }]);
    await redispatchImport(line.dependencies(), String(failed.id), { userId: 'u1', requestId: 'r' }, line.log);
    expect(await line.only()).toMatchObject({ dead_letter: null, problem_code: null, finished_at: null });
    await line.consumeAll();
    expect(await line.states()).toEqual(['done']);
  });

  test('a letter of an import that was sent again, or has ended, only goes', async () => {
    await line.receive(fileOf(1));
    await die();
    const { id } = await line.only();
    await redispatchImport(line.dependencies(), String(id), { userId: 'u1', requestId: 'r' }, line.log);
    await line.watch();
    expect(await line.states()).toEqual(['queued']);
    expect((await queue.depth()).dead).toBe(0);
    await die();
    await database.execute(`UPDATE imports SET state = 'done', finished_at = UTC_TIMESTAMP(6)`);
    await line.watch();
    expect(await line.states()).toEqual(['done']);
    expect((await queue.depth()).dead).toBe(0);
  });

  test('under a live lease the letter waits; when the lease has ended the import has failed', async () => {
    await line.receive(fileOf(1));
    await die();
    const { id } = await line.only();
    await database.transaction((tx) => claimImport(tx, String(id), 60));
    await line.watch();
    expect(await line.states()).toEqual(['processing']);
    expect((await queue.depth()).dead).toBe(1);
    await database.execute('UPDATE imports SET lease_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND');
    await eventually('the letter can be seen again', async () => {
      await line.watch();
      return (await line.only()).state === 'failed';
    });
    expect((await queue.depth()).dead).toBe(0);
  });

  test('one bad message never takes its batch along; a duplicate in one batch has one effect', async () => {
    await line.receive(fileOf(1));
    await line.receive(fileOf(2));
    const batch = await line.messages();
    const records = [...batch.map(({ body }) => body), 'bad', batch[0]?.body ?? ''];
    const event = { Records: records.map((body, index) => ({ messageId: String(index), body })) };
    const answer = await ingestBatch(event as never, (body) => line.ingest(body), line.log);
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: '2' }]);
    expect(await line.tags()).toHaveLength(2);
    for (const { receipt } of batch) await queue.delete(receipt);
  });

  test("the store's notice promotes what awaits its upload, and nothing else", async () => {
    const text = fileOf(1);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const asked = {
      ...{ ledger: 'tags', options: DEFAULT_OPTIONS, force: false, filename: 'a b.csv', contentType: 'text/csv' },
      ...{ user: USER, requestId: 'r1', size: text.length, sha256 },
    };
    const announced = await announceImport(line.dependencies(), asked);
    const id = announced.kind === 'awaiting' ? announced.importId : '';
    const body = JSON.stringify({
      Records: [
        {
          eventSource: 'aws:s3',
          eventName: 'ObjectCreated:Put',
          s3: { bucket: { name: store.bucket }, object: { key: importObjectKey(id).replaceAll('/', '%2F'), size: 1 } },
        },
      ],
    });
    const message = decodeQueueMessage(body, store.bucket);
    expect(message).toEqual({ kind: 'uploaded', importIds: [id] });
    await promoteUploaded(line.dependencies(), [id, '999']);
    expect(await line.states()).toEqual(['awaiting_upload']);
    await store.put(importObjectKey(id), bytes(text), { maxBytes: 1000 });
    await promoteUploaded(line.dependencies(), [id, id]);
    expect(await line.states()).toEqual(['queued']);
    await line.consumeAll();
    await promoteUploaded(line.dependencies(), [id]);
    expect(await line.states()).toEqual(['done']);
    expect(await line.messages()).toEqual([]);
  });

  test('letters that nobody can explain stay, and each look raises the alarm', async () => {
    const unknown = { version: 1, import_id: '999', bucket: store.bucket, key: 'imports/999/original', size: 1 };
    await queue.send(JSON.stringify({ ...unknown, sha256: 'a'.repeat(64), request_id: 'r', received_at: '' }));
    await queue.send('hello');
    await die(2);
    await line.watch();
    expect((await queue.depth()).dead).toBe(2);
    const alarms = () => line.lines.filter(({ level, fate }) => level === 'error' && fate === 'unknown').length;
    expect(alarms()).toBe(2);
    await eventually('the next look sees them again', async () => {
      await line.watch();
      return alarms() === 4;
    });
    expect((await queue.depth()).dead).toBe(2);
  });
});
