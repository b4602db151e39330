import { expect, test, vi } from 'vitest';
import { openTestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { ADMIN } from '../harness/export-app.ts';
import { answerOf, insertPosts, openExportLine } from '../harness/export-line.ts';

// Real processes on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const database = await openTestDatabase();
await insertPosts(database, [
  { event_type: 'create', title: '=1+1' },
  { event_type: 'create', title: 'a "b", c' },
  { event_type: 'update', title: '-5' },
]);
const line = await openExportLine(database);

/** Registers an export and waits for its end. */
async function exported(body: object = {}) {
  const { token } = await answerOf(line.register(ADMIN, body));
  const status = await eventually('the export ends', async () => {
    const answer = await answerOf(line.request(`/jobs/${token}`));
    return !['queued', 'running'].includes(answer.state) && answer;
  });
  return { token, status };
}

test('without a worker nothing is registered', async () => {
  const refused = await line.register();
  expect([refused.status, (await answerOf(refused)).type]).toEqual([503, 'urn:tallyport:problem:no_worker']);
  expect(await line.names(/^job/)).toEqual([]);
});

test('an export goes the whole way, and can be fetched more than once', async () => {
  await line.startWorker();
  const answer = await line.register();
  expect(answer.status).toBe(202);
  const registered = await answerOf(answer);
  expect(registered).toEqual({
    token: expect.any(String),
    state: 'queued',
    as_of: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    expires_at: expect.any(String),
  });
  expect(Date.parse(registered.expires_at) - Date.parse(registered.as_of)).toBeCloseTo(600_000, -1);

  const status = await eventually('the export is ready', async () => {
    const current = await answerOf(line.request(`/jobs/${registered.token}`));
    return current.state === 'ready' && current;
  });
  expect(status).toMatchObject({ phase: null, processed: 2, total: 2, cancel_requested: false, download: null });
  expect(status).toMatchObject({ logical_count_unit: 'regular_result_rows', error: null, as_of: registered.as_of });
  for (const time of [status.heartbeat_at, status.updated_at, status.snapshot_at]) expect(time).toMatch(/Z$/);

  const bytes = '\uFEFFrow_type,level,event_type,count,masked\r\nregular,1,create,2,\r\nregular,1,update,1,\r\n';
  const path = `/files/${status.file_token}`;
  for (let round = 1; round <= 2; round++) {
    const file = await line.request(path);
    expect(file.status).toBe(200);
    expect(Buffer.from(await file.arrayBuffer()).toString()).toBe(bytes);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(Buffer.byteLength(bytes)),
      'content-disposition': `attachment; filename="counts-posts.csv"; filename*=UTF-8''counts-posts.csv`,
      'cache-control': 'no-store',
      'accept-ranges': 'none',
      'x-accel-buffering': 'no',
      'last-modified': expect.stringMatching(/GMT$/),
    });
  }
  const head = await line.request(path, ADMIN, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    String(Buffer.byteLength(bytes)),
    '',
  ]);
  expect(await line.names(/^(part|temp)/)).toEqual([]);
});

test('options decide on the mark, the delimiter and the guard', async () => {
  const request = { ledger: 'posts', rows: [{ axis: 'title' }] };
  const text = async (options: object) => {
    const { status } = await exported({ request, options });
    const bytes = await (await line.request(`/files/${status.file_token}`)).arrayBuffer();
    return Buffer.from(bytes).toString();
  };
  const plain = await text({ bom: false });
  expect(plain).toContain("regular,1,'=1+1,1,\r\n");
  expect(plain).toContain('regular,1,"a ""b"", c",1,\r\n');
  expect(plain).toContain('regular,1,-5,1,\r\n');
  expect(plain.startsWith('row_type,')).toBe(true);
  expect(await text({ raw: true, delimiter: '\t' })).toContain('regular\t1\t=1+1\t1\t\r\n');
});

test('a token is nothing for another user, another session or another kind', async () => {
  const { token, status } = await exported();
  const foreign = [
    { ...ADMIN, userId: 'u2' },
    { ...ADMIN, sessionId: 's2' },
  ];
  for (const caller of foreign)
    for (const path of [`/jobs/${token}`, `/files/${status.file_token}`])
      expect((await line.request(path, caller)).status).toBe(404);
  for (const path of [`/jobs/${status.file_token}`, `/files/${token}`, '/jobs/x', '/files/x.y'])
    expect((await line.request(path)).status).toBe(404);
});

test('whoever has lost a role gets no file made with it', async () => {
  const { status } = await exported();
  const answer = await line.request(`/files/${status.file_token}`, { ...ADMIN, role: 'viewer' });
  expect(answer.status).toBe(410);
});

test('an expired token is told so, but only to its owner', async () => {
  const { status } = await exported();
  const [id] = (await line.queue.store.list()).jobs.keys().toArray().slice(-1);
  const expiresAt = line.queue.clock.now() - 1;
  const old = { subject: id ?? '', userId: ADMIN.userId, sessionId: ADMIN.sessionId, expiresAt };
  const path = `/files/${line.signer.sign({ ...old, kind: 'export-file' })}`;
  expect((await line.request(path)).status).toBe(410);
  expect((await line.request(path, { ...ADMIN, userId: 'u2' })).status).toBe(404);
  expect((await line.request(`/files/${status.file_token}`)).status).toBe(200);
});

test.each([
  [{ format: 'xlsx' }, 'format'],
  [{ request: { ledger: 'posts', rows: [{ axis: 'event_type' }], cursor: 'x' } }, 'cursor'],
  [{ request: { ledger: 'posts', rows: [{ axis: 'event_type' }], limit: 5 } }, 'limit'],
  [{ request: { ledger: 'posts', rows: [{ axis: 'no_such' }] } }, 'rows.0.axis'],
  [{ options: { encoding: 'utf-16' } }, 'options.encoding'],
  [{ format: 'json', options: { encoding: 'cp932' } }, 'options.encoding'],
  [{ format: 'jsonl' }, 'format'],
  [{ request: { ledger: 'posts', mode: 'details', limit: 5 } }, 'limit'],
  [{ request: { ledger: 'posts', mode: 'details', cursor: 'x' } }, 'cursor'],
  [{ request: { ledger: 'posts', mode: 'details', fields: ['id'] } }, 'fields'],
  [{ options: { speed: 1 } }, 'options.speed'],
])('%j is refused and names %s', async (body, field) => {
  const refused = await line.register(ADMIN, body).catch((error) => error);
  const errors = refused instanceof Response ? (await answerOf(refused)).errors : refused.errors;
  expect(errors).toContainEqual(expect.objectContaining({ field }));
});
