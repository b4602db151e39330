import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../harness/client.ts';
import { valuesOf } from '../harness/counts.ts';
import { ADMIN, startStack } from '../harness/stack.ts';

const POSTS = `post_id,version_no,event_type,created_at,created_by,title,url,tag_ids,parent_post_ids
1,1,create,2025-01-31T23:59:59+09:00,mika,"Rice, ""桜"" 🌸",https://example.org/1,"[2, 1]",[]
1,2,update,2025-02-01T00:00:00+09:00,sora,𠮷野家,https://example.org/1,"[1]",[]
2,1,create,2025-02-10T12:00:00.123456Z,,"=1+1
second line",,[],[1]
`;

describe.each([
  ['directory and table', []],
  ['S3 and SQS', ['--aws-local']],
])('the whole way, with %s', (_name, args) => {
  let stack: Awaited<ReturnType<typeof startStack>>;
  let client: Client;
  beforeAll(async () => {
    stack = await startStack({}, args);
    client = new Client(stack.url);
    await client.signIn(ADMIN);
  });
  afterAll(() => stack?.stop());

  test('a file becomes rows, its counts are right, and their export says the same', async () => {
    const accepted = await client.upload('posts', POSTS);
    const done = await client.finished(accepted.id);
    expect(done).toMatchObject({
      state: 'done',
      rows_read: 3,
      rows_inserted: 3,
      rows_unchanged: 0,
      filename: '記録.csv',
    });

    const request = {
      ledger: 'posts',
      rows: [{ axis: 'created_at', unit: 'month' } as const],
      columns: [{ axis: 'event_type' }],
      subtotals: true,
      time_zone: 'Asia/Tokyo',
    };
    const answer = await client.count(request);
    expect(answer.result_rows.map((row) => [valuesOf(row.key), row.cells, row.total])).toEqual([
      [['2025-01'], [[1], null], [1]],
      [['2025-02'], [[1], [1]], [2]],
      [[], [[2], [1]], [3]],
    ]);

    const download = await client.export(request);
    expect(download.headers.get('content-disposition')).toContain('attachment');
    expect(Buffer.from(await download.arrayBuffer()).toString('utf8')).toBe(
      [
        '\uFEFFrow_type,level,created_at,create / count,update / count,total / count,masked',
        'regular,1,2025-01,1,,1,',
        'regular,1,2025-02,1,1,2,',
        'total,0,,2,1,3,',
        '',
      ].join('\r\n'),
    );
  });

  test('the same bytes again are answered with the first import; forced, they change nothing', async () => {
    const first = await client.upload('posts', POSTS, '&force=true');
    await client.finished(first.id);
    const again = await client.upload('posts', POSTS);
    expect(again.duplicate).toBe(true);
    const forced = await client.finished((await client.upload('posts', POSTS, '&force=true')).id);
    expect(forced).toMatchObject({ state: 'done', rows_inserted: 0, rows_unchanged: 3 });
  });

  test('a file with bad rows is refused whole, with the line and the column of each', async () => {
    const bad = POSTS.replace('2,1,create', '0010,0,create').replace(',sora,', ',sora,extra,');
    const refused = await client.finished((await client.upload('posts', bad)).id);
    expect(refused.state).toBe('rejected');
    expect(refused.errors.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, null, 'cell_count'],
      [4, 'post_id', 'not_an_id'],
      [4, 'version_no', 'not_a_version'],
    ]);
  });

  test('history cannot be changed: another row under an existing key is a conflict', async () => {
    await client.finished((await client.upload('posts', POSTS, '&force=true')).id);
    const changed = POSTS.replace('𠮷野家', '吉野家');
    const refused = await client.finished((await client.upload('posts', changed)).id);
    expect(refused).toMatchObject({ state: 'rejected', errors: [{ line: 3, code: 'conflict' }] });
  });

  test('nobody gets anything without a session, and no export but their own', async () => {
    const stranger = new Client(stack.url);
    for (const path of ['/api/me', '/api/imports', '/api/ledgers', '/api/counts/export/jobs/x'])
      expect((await stranger.fetch(path)).status, path).toBe(401);

    const created = await client.postJson('/api/auth/admin/create-user', {
      email: 'viewer@example.com',
      password: 'viewer-password',
      name: 'Viewer',
      role: 'viewer',
    });
    expect(created.status).toBe(200);
    await stranger.signIn({ email: 'viewer@example.com', password: 'viewer-password' });
    expect((await stranger.fetch('/api/imports')).status).toBe(403);
    const mine = await client.export({ ledger: 'posts', rows: [{ axis: 'event_type' }] });
    expect(mine.status).toBe(200);
    await mine.body?.cancel();
    expect((await stranger.fetch(new URL(mine.url).pathname)).status).toBe(404);
  });
});
