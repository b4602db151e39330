import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openConnection, openDatabase } from '../../shared/database/database.ts';
import { stageByInsert } from '../../shared/imports/insert-stager.ts';
import { stageByLoad } from '../../shared/imports/load-stager.ts';
import { openStager } from '../../shared/imports/stager.ts';
import { clearStaging, type Stager } from '../../shared/imports/staging.ts';
import { posts } from '../../shared/ledgers/posts.ts';
import { openTestDatabase } from '../harness/database.ts';
import { startTestServer } from '../harness/private-server.ts';
import { stagedRows, type Values } from '../harness/staged-rows.ts';

const database = await openTestDatabase();
const claim = { importId: '9223372036854775807', attempt: 3 };

afterEach(async () => {
  await database.execute('DELETE FROM posts_staging');
});

const HARD = [
  ...[
    '\\N',
    '\\',
    '\\\\',
    'a\\',
    '\t',
    'a\tb\t',
    '\n',
    'a\r\nb\r',
    '',
    ' ',
    '"',
    "'",
    'NULL',
    '👩‍🚀🏳️‍🌈',
    '𠮷野家',
    '髙﨑',
  ],
  ...[
    '\u3000',
    '\ufeffa',
    '\u2028',
    'e\u0301',
    'ﬀ',
    '\u001a',
    '\u0008',
    '%_',
    '\u{10ffff}',
    'a'.repeat(1000),
    '𠮷'.repeat(1000),
  ],
];
const row = (index: number, title: string | null): Values => [
  ...[String(index + 1), '9223372036854775807', 'restore', '1000-01-01 00:00:00.000001', title?.slice(0, 30) ?? null],
  ...[title, null, '[1, 9223372036854775807]', '[]'],
];
const rows = stagedRows(
  posts,
  [null, ...HARD].map((title, index) => row(index, title)),
);

const stored = () =>
  database.query<Record<string, string>>(
    `SELECT line, post_id, version_no, CAST(event_type AS CHAR) AS event_type, created_at, HEX(created_by) AS created_by,
            HEX(title) AS title, url, tag_ids, parent_post_ids, HEX(content_hash) AS hash
     FROM posts_staging WHERE import_id = ? AND attempt = ? ORDER BY line`,
    [claim.importId, claim.attempt],
  );

const ways: [string, () => Promise<Stager>][] = [
  ['LOAD DATA', async () => stageByLoad(await openConnection(database.address), posts, claim)],
  ['INSERT', async () => stageByInsert(await openConnection(database.address), posts, claim)],
];

test.each(ways)('%s: every text arrives byte by byte', async (_, open) => {
  const stager = await open();
  await stager.write(rows.slice(0, 5));
  await stager.write([]);
  await stager.write(rows.slice(5));
  expect(await stored()).toEqual([]);
  expect(await stager.end()).toBe(rows.length);
  const hex = (text: string | null | undefined) => text && Buffer.from(text).toString('hex').toUpperCase();
  expect(await stored()).toEqual(
    rows.map(({ line, values: [post, version, event, at, by, title, url, tags, parents], contentHash }) => ({
      line: String(line),
      post_id: post,
      version_no: version,
      event_type: event,
      created_at: at,
      created_by: hex(by) ?? null,
      title: hex(title) ?? null,
      url,
      tag_ids: tags,
      parent_post_ids: parents,
      hash: contentHash.toUpperCase(),
    })),
  );
});

test.each(ways)('%s: given up, nothing stays', async (_, open) => {
  const stager = await open();
  await stager.write(rows);
  await stager.abort();
  expect(await stored()).toEqual([]);
});

test.each([
  ['a value that is not one', [rows[0], { ...rows[1], values: row(2, 'a').with(3, 'yesterday') }]],
  ['a line twice', [rows[0], rows[0]]],
])('%s: all rows are refused, however lenient the server is', async (_, bad) => {
  for (const [, open] of ways) {
    const stager = await open();
    const end = async () => {
      await stager.write(bad as typeof rows);
      await stager.end();
    };
    await expect(end()).rejects.toThrow();
    await stager.abort();
    expect(await stored()).toEqual([]);
  }
});

test.each(ways)('%s: a connection that is lost is an error, never a wait', async (_, open) => {
  const stager = await open();
  const [thread] = await database.query<{ id: string }>(
    'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID() ORDER BY id DESC LIMIT 1',
  );
  await database.query(`KILL CONNECTION ${thread?.id}`);
  const go = async () => {
    for (let time = 0; time < 200; time++) await stager.write(rows);
    await stager.end();
  };
  await expect(go()).rejects.toThrow();
  await stager.abort();
});

test('a server that does not keep up slows the writer down', async () => {
  const blocker = await openConnection(database.address);
  await blocker.beginTransaction();
  await blocker.query(
    `INSERT INTO posts_staging SELECT ?, ?, 2, 1, 1, 'create', '2025-01-01', NULL, NULL, NULL, '[]', '[]', REPEAT('a', 32)`,
    [claim.importId, claim.attempt],
  );
  // The server waits with the first row, and reads no further.
  const stager = await openStager(database, posts, claim);
  const rowsOfPart = Array.from({ length: 100 }, () => row(1, 'x'.repeat(1000)));
  const parts = 100;
  let written = 0;
  const writing = (async () => {
    for (; written < parts; written++) await stager.write(stagedRows(posts, rowsOfPart, 2 + written * 100));
  })();
  // A writer that nothing slows down needs a few turns for each part.
  for (let turn = 0; turn < parts * 50; turn++) await setImmediate();
  const writtenMeanwhile = written;
  await blocker.rollback();
  await blocker.end();
  await writing;
  expect(await stager.end()).toBe(parts * 100);
  expect(writtenMeanwhile).toBeLessThan(parts);
});

test('a new attempt clears what it and earlier ones staged, and nothing of a later one or of another import', async () => {
  const claims = [
    { importId: '1', attempt: 1 },
    { importId: '1', attempt: 2 },
    { importId: '1', attempt: 3 },
    { importId: '2', attempt: 1 },
  ];
  for (const one of claims) {
    const stager = await openStager(database, posts, one);
    await stager.write(rows.slice(0, 1));
    await stager.end();
  }
  await clearStaging(database, posts, { importId: '1', attempt: 2 });
  expect(await database.query('SELECT import_id, attempt FROM posts_staging ORDER BY 1, 2')).toEqual([
    { import_id: '1', attempt: 3 },
    { import_id: '2', attempt: 1 },
  ]);
});

test('a server that takes no files from clients gets INSERTs, and a warning that says what would be faster', async () => {
  const server = await startTestServer(['--local-infile=0']);
  const elsewhere = openDatabase(server.databaseUrl, 1);
  const warnings: string[] = [];
  const stager = await openStager(elsewhere, posts, claim, { warn: (message) => warnings.push(message) });
  await stager.write(rows);
  expect(await stager.end()).toBe(rows.length);
  expect(await elsewhere.query('SELECT COUNT(*) AS count FROM posts_staging')).toEqual([
    { count: String(rows.length) },
  ]);
  await elsewhere.close();
  expect(warnings).toEqual([expect.stringContaining('local_infile')]);
});
