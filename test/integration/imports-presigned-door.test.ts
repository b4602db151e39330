import { beforeEach, describe, expect, test } from 'vitest';
import { announcement, putFile } from '../harness/announcement.ts';
import { openImportApi } from '../harness/import-api.ts';
import { fileOf, openImportLine } from '../harness/import-line.ts';

const line = await openImportLine('directory and table', { IMPORT_MAX_QUEUED: '3', IMPORT_MAX_BYTES: '10485760' });
const api = openImportApi(line);
const put = (id: unknown, text: string) => putFile(line.store, id, text);
beforeEach(() => line.clear());

describe('the presigned door', () => {
  test('announce, put, complete, any number of times', async () => {
    const announced = await api.json('?ledger=tags', announcement(fileOf(1)));
    expect(announced.status).toBe(201);
    expect(announced.body).toMatchObject({
      state: 'awaiting_upload',
      filename: '題名.csv',
      upload: { method: 'PUT', headers: {}, url: expect.stringContaining('/api/uploads/imports/') },
    });
    const path = `/${announced.body.id}/complete`;
    expect(await api.json(path)).toMatchObject({ status: 409, code: 'upload-missing' });
    await put(announced.body.id, fileOf(1));
    expect(await api.json(path)).toMatchObject({ status: 202, body: { state: 'queued' } });
    expect(await api.json(path)).toMatchObject({ status: 202, body: { state: 'queued' } });
    expect(await line.consumeAll()).toBe(1);
    expect(await api.json(path)).toMatchObject({ status: 202, body: { state: 'done', rows_inserted: 1 } });
  });

  test('10,485,760 bytes are taken, one more is not announced', async () => {
    const text = 'x'.repeat(10_485_760);
    const announced = await api.json('?ledger=tags', announcement(text));
    await put(announced.body.id, text);
    expect((await api.json(`/${announced.body.id}/complete`)).status).toBe(202);
    expect(await api.json('?ledger=tags', announcement(`${text}x`))).toMatchObject({ status: 413, code: 'too-large' });
  });

  test.each([
    ['another size', fileOf(11)],
    ['other bytes', fileOf(2)],
  ])('%s: 422 and rejected, again and again', async (_what, other) => {
    const announced = await api.json('?ledger=tags', announcement(fileOf(1)));
    await put(announced.body.id, other);
    for (const _time of [1, 2])
      expect(await api.json(`/${announced.body.id}/complete`)).toMatchObject({ status: 422, code: 'wrong-body' });
    expect(await line.states()).toEqual(['rejected']);
    expect(await line.objects()).toEqual([]);
    expect(await line.messages()).toEqual([]);
  });

  test('after a cancel it takes no file; what still lands is deleted', async () => {
    const announced = await api.json('?ledger=tags', announcement(fileOf(1)));
    expect(await api.json(`/${announced.body.id}/cancel`)).toMatchObject({ status: 200, body: { state: 'canceled' } });
    await put(announced.body.id, fileOf(1));
    expect(await api.json(`/${announced.body.id}/complete`)).toMatchObject({ status: 409, code: 'not-awaiting' });
    await line.sweep();
    expect(await line.objects()).toEqual([]);
  });

  test.each([
    ['nothing', {}, ['name', 'size', 'sha256']],
    ['an empty file', { ...announcement(''), name: 'a' }, ['size']],
    ['a checksum that is none', { ...announcement('a'), sha256: 'A'.repeat(64) }, ['sha256']],
    ['another field', { ...announcement('a'), url: 'x' }, ['url']],
  ])('%s is not announced', async (_what, body, fields) => {
    const answer = await api.json('?ledger=tags', body);
    expect([answer.status, answer.body.errors.map(({ field }: { field: string }) => field)]).toEqual([422, fields]);
    expect(await line.states()).toEqual([]);
  });
});
