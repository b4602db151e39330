import { beforeEach, describe, expect, test } from 'vitest';
import { announcement, putFile } from '../harness/announcement.ts';
import { openImportApi } from '../harness/import-api.ts';
import { type Faults, fileOf, openImportLine } from '../harness/import-line.ts';

const line = await openImportLine('directory and table', { IMPORT_MAX_QUEUED: '3', IMPORT_MAX_BYTES: '10485760' });
const api = openImportApi(line);
const { database } = line;
const put = (id: unknown, text: string) => putFile(line.store, id, text);
beforeEach(() => line.clear());

describe('the same file again', () => {
  test('is answered with the first import, by both doors, while that is on its way or done', async () => {
    const first = await api.post('?ledger=tags', fileOf(1));
    for (const _state of ['queued', 'done']) {
      expect(await api.post('?ledger=tags&time_zone=UTC', fileOf(1))).toMatchObject({
        status: 200,
        body: { id: first.body.id, duplicate: true },
      });
      expect(await api.json('?ledger=tags', announcement(fileOf(1)))).toMatchObject({
        status: 200,
        body: { id: first.body.id, duplicate: true },
      });
      await line.consumeAll();
    }
    expect(await database.query('SELECT state, duplicate_of FROM imports ORDER BY id')).toEqual([
      { state: 'done', duplicate_of: null },
      { state: 'canceled', duplicate_of: String(first.body.id) },
      { state: 'canceled', duplicate_of: String(first.body.id) },
    ]);
    expect(await line.objects()).toEqual([`imports/${first.body.id}/original`]);
  });

  test('is imported with other options, for another ledger, by somebody else, forced, or after a cancel', async () => {
    const first = await api.post('?ledger=tags', fileOf(1));
    const other = openImportApi(line, {}, { userId: 'u2', role: 'importer' });
    expect((await api.post('?ledger=tags&dry_run=true', fileOf(1))).status).toBe(202);
    expect((await other.post('?ledger=posts', fileOf(1))).status).toBe(202);
    expect((await other.post('?ledger=tags', fileOf(1))).status).toBe(202);
    expect((await api.post('?ledger=tags&force=true', fileOf(1))).status).toBe(202);
    await api.json(`/${first.body.id}/cancel`);
    const admin = openImportApi(line, {}, { userId: 'u3', role: 'admin' });
    expect((await admin.post('?ledger=tags', fileOf(1))).body).toMatchObject({ duplicate: true });
  });

  test('sent many times at once is imported once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => api.post('?ledger=tags', fileOf(1))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 202]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await line.states()).sort()).toEqual(['canceled', 'canceled', 'queued']);
    expect(await line.consumeAll()).toBe(1);
    expect(await line.tags()).toHaveLength(1);
  });

  test('completed after another came the other way: a duplicate of that', async () => {
    const announced = await api.json('?ledger=tags', announcement(fileOf(1)));
    const direct = await api.post('?ledger=tags', fileOf(1));
    await put(announced.body.id, fileOf(1));
    expect(await api.json(`/${announced.body.id}/complete`)).toMatchObject({
      status: 200,
      body: { id: direct.body.id, duplicate: true },
    });
    expect(await line.objects()).toEqual([`imports/${direct.body.id}/original`]);
  });
});

describe('Idempotency-Key', () => {
  const key = { 'Idempotency-Key': 'k1' };

  test('the same key and body: the same import; another body: 422', async () => {
    const first = await api.post('?ledger=tags&force=true', fileOf(1), key);
    const again = await api.post('?ledger=tags&force=true', fileOf(1), key);
    expect([again.status, again.body.id, again.headers.get('idempotency-replayed')]).toEqual([
      202,
      first.body.id,
      'true',
    ]);
    expect(await api.post('?ledger=tags&force=true', fileOf(2), key)).toMatchObject({
      status: 422,
      code: 'key-reused',
    });
    expect(await line.states()).toEqual(['queued']);
  });

  test('its scope is the user and the options, for a day', async () => {
    const first = await api.post('?ledger=tags', fileOf(1), key);
    const other = openImportApi(line, {}, { userId: 'u2', role: 'importer' });
    expect((await other.post('?ledger=tags', fileOf(2), key)).status).toBe(202);
    expect((await api.post('?ledger=tags&dry_run=true', fileOf(2), key)).status).toBe(202);
    await database.execute('UPDATE import_keys SET created_at = created_at - INTERVAL 86401 SECOND');
    const later = await api.post('?ledger=tags', fileOf(2), key);
    expect(later.status).toBe(202);
    expect(later.body.id).not.toBe(first.body.id);
  });

  test('while the first request runs: 409 with Retry-After; many at once make one import', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => api.post('?ledger=tags&force=true', fileOf(1), key)));
    const running = answers.filter(({ status }) => status === 409);
    for (const { code, headers } of running) expect([code, headers.get('retry-after')]).toEqual(['key-in-use', '10']);
    expect(await line.states()).toEqual(['queued']);
  });

  test.each<[string, Faults, number]>([
    ['a 503', { store: { put: () => Promise.reject(new Error('away')) } }, 503],
    ['a body that broke off', {}, 400],
  ])('%s frees the key', async (_what, faults, status) => {
    const broken = openImportApi(line, faults);
    const cut: Record<string, string> = status === 400 ? { 'Content-Length': '1000' } : {};
    expect((await broken.post('?ledger=tags', fileOf(1), { ...key, ...cut })).status).toBe(status);
    expect((await api.post('?ledger=tags', fileOf(2), key)).status).toBe(202);
  });

  test('an announcement again: the same import with a fresh URL, until its file is here', async () => {
    const first = await api.json('?ledger=tags', announcement(fileOf(1)), key);
    const again = await api.json('?ledger=tags', announcement(fileOf(1)), key);
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect(again.body.upload.url).toContain('signature=');
    expect(await api.json('?ledger=tags', announcement(fileOf(2)), key)).toMatchObject({
      status: 422,
      code: 'key-reused',
    });
    await put(first.body.id, fileOf(1));
    await api.json(`/${first.body.id}/complete`);
    const done = await api.json('?ledger=tags', announcement(fileOf(1)), key);
    expect([done.status, done.body.id]).toEqual([200, first.body.id]);
  });

  test('an announcement whose file never came frees the key', async () => {
    const first = await api.json('?ledger=tags', announcement(fileOf(1)), key);
    await line.sweep(121);
    const again = await api.json('?ledger=tags', announcement(fileOf(2)), key);
    expect([again.status, again.body.id === first.body.id]).toEqual([201, false]);
  });

  test.each(['', 'a b', 'é', 'x'.repeat(256)])('%j is no key', async (bad) => {
    const answer = await api.post('?ledger=tags', fileOf(1), { 'Idempotency-Key': bad });
    expect(answer.status).toBe(422);
  });
});
