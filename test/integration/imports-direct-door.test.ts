import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { serve } from '@hono/node-server';
import { beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../harness/announcement.ts';
import { eventually } from '../harness/eventually.ts';
import { openImportApi } from '../harness/import-api.ts';
import { fileOf, openImportLine } from '../harness/import-line.ts';

const line = await openImportLine('directory and table', { IMPORT_MAX_QUEUED: '3', IMPORT_MAX_BYTES: '10485760' });
const api = openImportApi(line);
const { database } = line;
beforeEach(() => line.clear());

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
