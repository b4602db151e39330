import { expect, test } from 'vitest';
import { claimImport } from '../../shared/imports/claim.ts';
import { openPostsLine, postRow } from '../harness/posts-line.ts';

const { database, store, receive, nextMessage, ingest, imported, derived } = await openPostsLine();

test('previous version and changed fields are right, in whatever order the versions arrive', async () => {
  const versions = [
    postRow(1, 1, 'a', '[1]'),
    postRow(1, 2, 'b', '[1]'),
    postRow(1, 4, 'b', '[2, 1]'),
    postRow(2, 1, 'x'),
  ];
  await imported(versions);
  const wanted = await derived();
  // bit 0: title, bit 2: tag_ids
  expect(wanted.map((one) => Object.values(one))).toEqual([
    ['1', '1', null, 0],
    ['1', '2', '1', 1],
    ['1', '4', '2', 4],
    ['2', '1', null, 0],
  ]);
  await database.execute('DELETE FROM posts');
  for (const late of [versions[2], versions[0], versions[3], versions[1]]) await imported([late as string]);
  expect(await derived()).toEqual(wanted);
});

test('the same row twice in a file is one version; another under its key is a conflict, by line', async () => {
  expect(await imported([postRow(1, 1, 'a', '[2,1]'), postRow(1, 1, 'a', '1|2')])).toMatchObject({
    state: 'done',
    rows_inserted: 1,
    rows_unchanged: 1,
  });
  const refused = await imported([postRow(3, 1, 'a'), postRow(3, 1, 'b'), postRow(1, 1, 'z', '[2,1]')]);
  expect(refused).toMatchObject({ state: 'rejected', error_count: 2 });
  expect(refused?.errors.map(({ line, code }) => [line, code])).toEqual([
    [3, 'conflict'],
    [4, 'conflict'],
  ]);
  expect(await derived()).toHaveLength(1);
});

test('the same message any number of times has one effect', async () => {
  await receive([postRow(1, 1, 'a')]);
  const message = await nextMessage();
  await Promise.allSettled([ingest(message), ingest(message), ingest(message)]);
  await ingest(message);
  expect(await derived()).toHaveLength(1);
  expect(await database.query('SELECT attempt FROM imports')).toEqual([{ attempt: 1 }]);
});

test('a consumer that lost its lease cannot write any more, and leaves no staged row', async () => {
  await receive([postRow(1, 1, 'a')]);
  const message = await nextMessage();
  const id = JSON.parse(message).import_id as string;
  // While the first one reads the file, a second one takes the import over.
  const interrupting = {
    ...store,
    get: async (key: string) => {
      await database.execute('UPDATE imports SET lease_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND WHERE id = ?', [
        id,
      ]);
      const taken = await database.transaction((tx) => claimImport(tx, id, 60));
      expect(taken).toMatchObject({ kind: 'claimed', import: { attempt: 2 } });
      return store.get(key);
    },
  };
  const late = ingest(message, interrupting);
  await expect(late).rejects.toMatchObject({ name: 'ClaimLost' });
  expect(await derived()).toEqual([]);
  expect(await database.query('SELECT state, attempt FROM imports')).toEqual([{ state: 'processing', attempt: 2 }]);

  await database.execute('UPDATE imports SET lease_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND WHERE id = ?', [id]);
  await ingest(message);
  expect(await derived()).toHaveLength(1);
  expect(await database.query('SELECT * FROM posts_staging')).toEqual([]);
});

test('a message that was sent is not sent again by its job', async () => {
  await receive([postRow(1, 1, 'a')]);
  expect(await database.query('SELECT state FROM jobs')).toEqual([{ state: 'done' }]);
});

test.each([
  ['a message that is not ours', '{"Records":[]}'],
  ['a foreign bucket', JSON.stringify({ version: 1, import_id: '1', bucket: 'other', key: 'imports/1/original' })],
])('%s is not acknowledged', async (_, body) => {
  await expect(ingest(body)).rejects.toMatchObject({ name: 'ForeignMessage' });
});

test('trouble around the file gives the import back; it arrives later', async () => {
  await receive([postRow(1, 1, 'a')]);
  const message = await nextMessage();
  const away = { ...store, get: () => Promise.reject(new Error('503')) };
  await expect(ingest(message, away)).rejects.toThrow('503');
  expect(await database.query('SELECT state, lease_until FROM imports')).toEqual([
    { state: 'queued', lease_until: null },
  ]);
  await ingest(message);
  expect(await derived()).toHaveLength(1);
});

test('canceled while it was read: nothing is in the ledger', async () => {
  await receive([postRow(1, 1, 'a')]);
  const message = await nextMessage();
  const canceling = {
    ...store,
    get: async (key: string) => {
      await database.execute('UPDATE imports SET cancel_requested = TRUE');
      return store.get(key);
    },
  };
  await ingest(message, canceling);
  expect(await database.query('SELECT state FROM imports')).toEqual([{ state: 'canceled' }]);
  expect(await derived()).toEqual([]);
  expect(await database.query('SELECT * FROM posts_staging')).toEqual([]);
});
