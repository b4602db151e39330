import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { serve } from '@hono/node-server';
import { beforeEach, describe, expect, test } from 'vitest';
import { importObjectKey } from '../../shared/names.ts';
import { eventually } from '../harness/eventually.ts';
import { openImportApi } from '../harness/import-api.ts';
import { bytes, type Faults, fileOf, openImportLine } from '../harness/import-line.ts';

const line = await openImportLine('directory and table', { IMPORT_MAX_QUEUED: '3', IMPORT_MAX_BYTES: '10485760' });
const api = openImportApi(line);
const { store, database } = line;
beforeEach(() => line.clear());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const announcement = (text: string) => ({ name: '題名.csv', size: Buffer.byteLength(text), sha256: sha256(text) });
const put = (id: unknown, text: string) =>
  store.put(importObjectKey(String(id)), bytes(text), { maxBytes: 20_000_000 });

describe('the direct door', () => {
  test('a raw body is received, and an audit line says by whom', async () => {
    const { status, body, headers } = await api.post('?ledger=tags', fileOf(1), {
      'X-Filename': encodeURIComponent('題名 🌸.csv'),
    });
    expect(status).toBe(202);
    expect(body).toMatchObject({ state: 'queued', filename: '題名 🌸.csv', bytes: fileOf(1).length, ledger: 'tags' });
    expect(headers.get('location')).toBe(`/api/imports/${body.id}`);
    expect(await database.query('SELECT action, user_id, subject_id, request_id FROM audit')).toEqual([
      { action: 'import.received', user_id: 'u1', subject_id: String(body.id), request_id: 'request' },
    ]);
    await line.consumeAll();
    expect((await api.get(`/${body.id}`)).body).toMatchObject({ state: 'done', rows_inserted: 1 });
  });

  test('a form is streamed: its field `file`, wherever it stands', async () => {
    const form = new FormData();
    form.append('note', 'x'.repeat(1000));
    form.append('file', new Blob([fileOf(1)], { type: 'text/csv' }), '記録.csv');
    form.append('after', 'y');
    const { status, body } = await api.send('?ledger=tags', { method: 'POST', body: form });
    expect([status, body.filename, body.sha256]).toEqual([202, '記録.csv', sha256(fileOf(1))]);
  });

  test.each([
    ['no field `file`', '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\ny\r\n--b--\r\n', 422, 'no-file', []],
    ['nothing at all', '', 400, 'broken-form', []],
    ['an end that is missing', `--b\r\n${part('file')}`, 400, 'broken-off', ['upload_missing']],
    [
      'two files',
      `--b\r\n${part('file')}\r\n--b\r\n${part('file')}\r\n--b--\r\n`,
      400,
      'broken-off',
      ['upload_missing'],
    ],
  ])('a form with %s is refused and leaves no object', async (_what, body, status, code, states) => {
    const answer = await api.post('?ledger=tags', body, { 'Content-Type': 'multipart/form-data; boundary=b' });
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(await line.states()).toEqual(states);
    expect(await line.objects()).toEqual([]);
  });

  test.each([
    ['a second file', `${part('file')}\r\n--b\r\n`, `${part('file')}\r\n--b--\r\n`],
    ['a cut', `${part('file')}\r\n--b\r\n`, 'Content-Disposition: form-data; name="x"\r\n\r\ny'],
  ])('%s after the whole file is noticed before the file is taken', async (_what, ...parts) => {
    const texts = [`--b\r\n${parts[0]}`, parts[1] ?? ''];
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const text = texts.shift();
          if (text === undefined) controller.close();
          else controller.enqueue(Buffer.from(text));
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const answer = await api.send('?ledger=tags', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
    expect([answer.status, answer.code]).toEqual([400, 'broken-off']);
    expect(await line.objects()).toEqual([]);
  });

  test('a form without a boundary is refused', async () => {
    const answer = await api.post('?ledger=tags', 'x', { 'Content-Type': 'multipart/form-data' });
    expect([answer.status, answer.code]).toEqual([422, 'broken-form']);
  });

  function part(name: string): string {
    return `Content-Disposition: form-data; name="${name}"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${fileOf(1)}`;
  }

  test.each([
    ['an empty body', '', {}, 422, 'empty-file', 'rejected'],
    ['an understated Content-Length', fileOf(1), { 'Content-Length': '10' }, 400, 'broken-off', 'upload_missing'],
    ['an overstated Content-Length', fileOf(1), { 'Content-Length': '1000' }, 400, 'broken-off', 'upload_missing'],
  ])('%s is answered clearly and leaves no object', async (_what, body, headers, status, code, state) => {
    const answer = await api.post('?ledger=tags', body, headers);
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(await line.states()).toEqual([state]);
    expect(await line.objects()).toEqual([]);
  });

  test('exactly IMPORT_MAX_BYTES in chunks of any size is taken, one byte more is not', async () => {
    const most = 10_485_760;
    const chunked = (size: number) => ({ method: 'POST', body: pieces(size), duplex: 'half' }) as RequestInit;
    const taken = await api.send('?ledger=tags', chunked(most));
    expect([taken.status, taken.body.bytes]).toEqual([202, most]);
    const [before] = [await line.objects()];
    expect(await api.send('?ledger=tags', chunked(most + 1))).toMatchObject({ status: 413, code: 'too-large' });
    const announced = { 'Content-Length': String(most + 1) };
    expect(await api.post('?ledger=tags', 'x', announced)).toMatchObject({ status: 413, code: 'too-large' });
    expect(await line.states()).toEqual(['queued', 'rejected']);
    expect(await line.objects()).toEqual(before);
  });

  function pieces(size: number): ReadableStream<Uint8Array> {
    let left = size;
    return new ReadableStream({
      pull(controller) {
        const chunk = new Uint8Array(Math.min(left, 333_333)).fill(120);
        left -= chunk.length;
        if (chunk.length > 0) controller.enqueue(chunk);
        else controller.close();
      },
    });
  }

  test('a store that fails: 503 with Retry-After, nothing queued', async () => {
    const broken = openImportApi(line, { store: { put: () => Promise.reject(new Error('disk full')) } });
    const answer = await broken.post('?ledger=tags', fileOf(1));
    expect([answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([503, 'store-failed', '10']);
    expect(await line.messages()).toEqual([]);
    expect(await database.query('SELECT id FROM jobs')).toEqual([]);
  });

  test('a queue that fails: 202, and the answer says that it waits', async () => {
    const broken = openImportApi(line, { queue: { send: () => Promise.reject(new Error('away')) } });
    const answer = await broken.post('?ledger=tags', fileOf(1));
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ state: 'stored', problem: { code: 'not_dispatched' } });
  });

  test('on a real socket: chunks arrive whole, a Content-Length that is too small ends the connection', async () => {
    const server = serve({ fetch: api.app.fetch, hostname: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    const talk = async (text: string) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.write(text);
      let answer = '';
      for await (const chunk of socket) answer += chunk;
      return answer.match(/HTTP\/1.1 \d+/g);
    };
    const head = 'POST /api/imports?ledger=tags HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\n';
    const file = fileOf(1);
    const cut = [file.slice(0, 40), file.slice(40)]
      .map((text) => `${text.length.toString(16)}\r\n${text}\r\n`)
      .join('');
    expect(await talk(`${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${cut}0\r\n\r\n`)).toEqual([
      'HTTP/1.1 202',
    ]);
    expect((await line.only()).bytes).toBe(String(file.length));
    expect(await talk(`${head}Content-Length: 10\r\n\r\n${file}`)).toContain('HTTP/1.1 400');
    await eventually('both imports are on their way', async () => (await line.states()).join() === 'queued,queued');
    server.close();
  });
});

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

describe('options', () => {
  test.each([
    ['', ['ledger']],
    ['?ledger=nothing', ['ledger']],
    ['?ledger=tags&dryrun=true', ['dryrun']],
    ['?ledger=tags&dry_run=yes', ['dry_run']],
    ['?ledger=tags&encoding=windows-1252', ['encoding']],
    ['?ledger=tags&delimiter=xx', ['delimiter']],
    ['?ledger=tags&time_zone=Mars/Base', ['time_zone']],
    ['?ledger=tags&on_error=ignore&on_conflict=merge', ['on_error', 'on_conflict']],
    ['?ledger=tags&map=title', ['map']],
    ['?ledger=tags&map=a:title', ['map']],
    ['?ledger=tags&ledger=posts', ['ledger']],
  ])('%s is refused, by field', async (query, fields) => {
    const answer = await api.post(query, fileOf(1));
    expect([answer.status, answer.body.errors.map(({ field }: { field: string }) => field)]).toEqual([422, fields]);
    expect(await line.states()).toEqual([]);
  });

  test('are the same for both doors and told in the answer', async () => {
    const query = `?ledger=tags&encoding=cp932&delimiter=tab&time_zone=asia/tokyo&on_error=skip&dry_run=true&map=${encodeURIComponent('題名: x:name , 分類:category')}`;
    const direct = await api.post(query, fileOf(1));
    const announced = await api.json(query, announcement(fileOf(2)));
    expect(direct.body.options).toEqual({
      ...{ encoding: 'shift_jis', delimiter: '\t', time_zone: 'Asia/Tokyo', on_error: 'skip', on_conflict: 'error' },
      ...{ dry_run: true, map: { '題名: x': 'name', 分類: 'category' } },
    });
    expect(announced.body.options).toEqual(direct.body.options);
  });
});

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

describe('limits', () => {
  test('at most so many unfinished imports of one user, also when all come at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map((tag) => api.post('?ledger=tags', fileOf(tag))));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429, 429]);
    expect(await api.json('?ledger=tags', announcement(fileOf(6)))).toMatchObject({
      status: 429,
      code: 'too-many-imports',
    });
    const other = openImportApi(line, {}, { userId: 'u2', role: 'importer' });
    expect((await other.post('?ledger=tags', fileOf(7))).status).toBe(202);
    await line.consumeAll();
    expect((await api.post('?ledger=tags', fileOf(8))).status).toBe(202);
  });

  test('a type that is no file is refused, with those that are', async () => {
    const answer = await api.post('?ledger=tags', '<a/>', { 'Content-Type': 'application/xml' });
    expect(answer).toMatchObject({ status: 415, code: 'body-type' });
    expect(answer.body.errors[0].allowed).toContain('text/csv');
  });

  test('viewers may not, and nobody sees what is not theirs', async () => {
    const viewer = openImportApi(line, {}, { userId: 'u9', role: 'viewer' });
    expect((await viewer.post('?ledger=tags', fileOf(1))).status).toBe(403);
    const mine = await api.post('?ledger=tags', fileOf(1));
    const other = openImportApi(line, {}, { userId: 'u2', role: 'importer' });
    for (const path of ['', '/complete', '/cancel', '/redispatch', '/original', '/errors.csv'])
      expect(
        (
          await (path === '' || path.includes('.') || path === '/original' ? other.get : other.json)(
            `/${mine.body.id}${path}`,
          )
        ).status,
        path,
      ).toBe(404);
    expect((await other.get('')).body.imports).toEqual([]);
  });
});

test('the list goes page by page, by state and ledger', async () => {
  for (const tag of [1, 2, 3]) await api.post('?ledger=tags', fileOf(tag));
  const first = await api.get('?limit=2');
  const next = await api.get(`?limit=2&before=${first.body.next}`);
  const ids = [...first.body.imports, ...next.body.imports].map(({ id }: { id: number }) => id);
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect([ids.length, next.body.next]).toEqual([3, null]);
  await line.consumeAll();
  expect((await api.get('?state=queued,stored')).body.imports).toEqual([]);
  expect((await api.get('?state=done&ledger=tags')).body.imports).toHaveLength(3);
  expect((await api.get('?ledger=posts')).body.imports).toEqual([]);
  expect((await api.get('?state=nothing')).status).toBe(422);
  for (const limit of ['0', '201', '1000', '1e2', ''])
    expect((await api.get(`?limit=${limit}`)).status, limit).toBe(422);
  expect((await api.get('?before=x')).status).toBe(422);
});

test('the list leaves out uploads of what was here already, unless asked for', async () => {
  const first = await api.post('?ledger=tags', fileOf(1));
  await api.post('?ledger=tags', fileOf(1));
  const idsOf = async (query: string) => (await api.get(query)).body.imports.map(({ id }: { id: number }) => id);
  expect(await idsOf('')).toEqual([first.body.id]);
  expect(await idsOf('?duplicates=true')).toEqual([first.body.id + 1, first.body.id]);
  expect((await api.get('?duplicates=true&state=canceled')).body.imports[0]).toMatchObject({
    duplicate_of: first.body.id,
  });
});
