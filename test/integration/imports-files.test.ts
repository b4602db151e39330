import type { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteOldFiles, forgetOldKeys } from '../../shared/imports/retention.ts';
import { errorReportKey } from '../../shared/names.ts';
import { openImportApi } from '../harness/import-api.ts';
import { bytes, DRIVERS, fileOf, openImportLine } from '../harness/import-line.ts';

const DAY = 86_400_000;

describe.each(DRIVERS)('files of imports, with %s', async (drivers) => {
  const line = await openImportLine(drivers);
  const api = openImportApi(line);
  const { database, store } = line;
  beforeEach(() => line.clear());

  async function reported(): Promise<{ id: number; report: string }> {
    const { body } = await api.post('?ledger=tags', fileOf(1).replace(',create,', ',crate,'));
    await line.consumeAll();
    const report = '名,line,code,message\r\n=1+1,2,not_an_event,"a ""word"""\r\n';
    await store.put(errorReportKey(String(body.id)), bytes(report), { maxBytes: 1000 });
    return { id: body.id, report };
  }

  test('the original comes back byte for byte, under its name', async () => {
    const { body } = await api.post('?ledger=tags', fileOf(1, '𠮷野家 🌸'), {
      'X-Filename': encodeURIComponent('題"名\n.csv'),
    });
    const file = await api.get(`/${body.id}/original`);
    expect(file.body).toBe(fileOf(1, '𠮷野家 🌸'));
    expect(file.headers.get('content-type')).toBe('text/csv');
    expect(file.headers.get('content-length')).toBe(String(Buffer.byteLength(fileOf(1, '𠮷野家 🌸'))));
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="___.csv"; filename\*=UTF-8''%E9/);
  });

  test('the report of errors comes as it was written: nothing is guarded, it has to be uploaded again', async () => {
    const { id, report } = await reported();
    const file = await api.get(`/${id}/errors.csv`);
    expect([file.status, file.body]).toEqual([200, report]);
    expect(file.headers.get('content-disposition')).toContain('upload-errors.csv');
    expect((await api.get(`/${id}`)).body).toMatchObject({ state: 'rejected', errors: [{ line: 2 }] });
  });

  test('HEAD opens nothing', async () => {
    const { id, report } = await reported();
    const closed = openImportApi(line, { store: { get: () => Promise.reject(new Error('opened')) } });
    const head = await closed.send(`/${id}/errors.csv`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(Buffer.byteLength(report))]);
  });

  test('a reader that goes away closes what was opened', async () => {
    const { body } = await api.post('?ledger=tags', fileOf(1));
    let opened: Readable | undefined;
    const watched = openImportApi(line, {
      store: {
        get: async (key) => {
          const found = await store.get(key);
          opened = found.body;
          return found;
        },
      },
    });
    const response = await watched.app.request(`/api/imports/${body.id}/original`);
    await response.body?.cancel();
    expect(opened?.destroyed).toBe(true);
  });

  test('what is not there says why', async () => {
    const announced = await api.json('?ledger=tags', { name: 'a', size: 1, sha256: 'a'.repeat(64) });
    expect(await api.get(`/${announced.body.id}/original`)).toMatchObject({ status: 409, code: 'not-stored' });
    const { body } = await api.post('?ledger=tags', fileOf(1));
    expect(await api.get(`/${body.id}/errors.csv`)).toMatchObject({ status: 404, code: 'no-errors' });
    await api.json(`/${body.id}/cancel`);
    await line.sweep();
    expect(await api.get(`/${body.id}/original`)).toMatchObject({ status: 410, code: 'gone' });
    expect(await api.get('/999/original')).toMatchObject({ status: 404, code: 'not-found' });
  });

  test('originals and reports are kept for IMPORT_KEEP_DAYS, then both go and the import stays known', async () => {
    const { id } = await reported();
    await api.post('?ledger=tags', fileOf(2));
    expect(await line.objects()).toHaveLength(3);
    const at = (days: number) => ({ now: new Date(Date.now() + days * DAY) });
    const dependencies = { database, store, settings: line.config, log: line.log };
    expect(await deleteOldFiles(dependencies, at(89.9))).toBe(0);
    expect(await deleteOldFiles(dependencies, at(90.1))).toBe(1);
    expect(await line.objects()).toHaveLength(1);
    expect(await api.get(`/${id}/original`)).toMatchObject({ status: 410 });
    expect(await api.get(`/${id}/errors.csv`)).toMatchObject({ status: 410 });
    expect((await api.get(`/${id}`)).body).toMatchObject({ state: 'rejected', original_kept: false });
    expect(await deleteOldFiles(dependencies, at(90.1))).toBe(0);
  });

  test('a store that is away: the files are deleted another time, and can be read until then', async () => {
    const { id, report } = await reported();
    const at = { now: new Date(Date.now() + 91 * DAY) };
    const away = { delete: () => Promise.reject(new Error('away')) };
    await deleteOldFiles({ database, store: away, settings: line.config, log: line.log }, at);
    expect((await api.get(`/${id}/errors.csv`)).body).toBe(report);
    expect(await deleteOldFiles({ database, store, settings: line.config, log: line.log }, at)).toBe(1);
  });

  test('without its file a failed import is not sent again', async () => {
    const { body } = await api.post('?ledger=tags', fileOf(1));
    await database.execute(`UPDATE imports SET state = 'failed', finished_at = UTC_TIMESTAMP(6)`);
    const now = new Date(Date.now() + 91 * DAY);
    await deleteOldFiles({ database, store, settings: line.config, log: line.log }, { now });
    expect(await api.json(`/${body.id}/redispatch`)).toMatchObject({ status: 409, code: 'no-original' });
  });

  test('keys are forgotten after their day', async () => {
    await api.post('?ledger=tags', fileOf(1), { 'Idempotency-Key': 'k' });
    await forgetOldKeys(database, line.config, new Date(Date.now() + 0.99 * DAY));
    expect(await database.query('SELECT import_id FROM import_keys')).toHaveLength(1);
    await forgetOldKeys(database, line.config, new Date(Date.now() + 1.01 * DAY));
    expect(await database.query('SELECT import_id FROM import_keys')).toEqual([]);
  });
});

describe('preview', async () => {
  const line = await openImportLine('directory and table');
  const api = openImportApi(line);
  beforeEach(() => line.clear());
  const HEADER = '名前,tag_id,version_no,event_type,created_at,extra';
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `tag,${from + index},1,create,2025-01-01 09:00,x`).join('\n');

  test('the first 100 rows as they would be read, with what was detected; nothing is written', async () => {
    const text = `${HEADER}\n${rows(1, 49)}\ntag,050,1,create,2025-01-01 09:00,x\n${rows(51, 2000)}\nbad`;
    const { status, body } = await api.post('/preview?ledger=tags&time_zone=Asia/Tokyo', text);
    expect(status).toBe(200);
    expect(body.rows).toHaveLength(99);
    expect(body.rows[0]).toMatchObject({
      line: 2,
      values: {
        tag_id: '1',
        version_no: '1',
        event_type: 'create',
        created_at: '2025-01-01 00:00:00.000000',
        name: 'tag',
      },
    });
    expect(body.errors).toMatchObject([{ line: 51, column: 'tag_id' }]);
    expect(body.detected).toMatchObject({ encoding: 'utf-8', delimiter: ',' });
    expect(body.detected.columns).toContainEqual({ name: '名前', column: 'name' });
    expect(body.warnings).toHaveLength(1);
    expect(await line.states()).toEqual([]);
    expect(await line.objects()).toEqual([]);
    expect(await line.database.query('SELECT line FROM tags_staging')).toEqual([]);
  });

  test('a form, a map, and a file that cannot be read', async () => {
    const form = new FormData();
    form.append('file', new Blob([`題;tag_id;version_no;event_type;created_at\na;1;1;create;2025-01-01\n`]), 'a.csv');
    const mapped = await api.send(`/preview?ledger=tags&map=${encodeURIComponent('題:name')}`, {
      method: 'POST',
      body: form,
    });
    expect(mapped.body.rows).toMatchObject([{ values: { name: 'a' } }]);
    const wrong = await api.post('/preview?ledger=tags', 'a,b\n1,2\n');
    expect([wrong.status, wrong.code, wrong.body.errors[0].code]).toEqual([422, 'unreadable-file', 'header']);
    expect((await api.post('/preview?ledger=tags', '')).status).toBe(422);
    expect((await api.post('/preview?ledger=tags', 'x', { 'Content-Length': '10' })).status).toBe(400);
    expect((await api.post('/preview', fileOf(1))).status).toBe(422);
  });

  test('no more is read than it needs', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(Buffer.from(sent === 0 ? `${HEADER}\n` : `${rows(sent * 1000, sent * 1000 + 999)}\n`));
        sent++;
      },
    });
    const { status } = await api.send('/preview?ledger=tags', {
      ...{ method: 'POST', body, headers: { 'Content-Type': 'text/csv' }, duplex: 'half' },
    } as RequestInit);
    expect(status).toBe(200);
    expect(sent).toBeLessThan(100);
  });
});
