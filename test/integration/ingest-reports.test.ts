import { expect, test } from 'vitest';
import { errorReportKey } from '../../shared/names.ts';
import { openPostsLine, POSTS_HEADER } from '../harness/posts-line.ts';

const { database, store, dependencies, receive, nextMessage, ingest, importedText, derived } = await openPostsLine();

const BAD = `${POSTS_HEADER},note
1,1,create,2025-01-01T00:00:00Z,mika,"a, ""b""",,,,keep me
0010,0,create,never,mika,=x,,,,"two
lines"
2,1,create,2025-01-01T00:00:00Z,mika,b,,,,
`;

async function report(importId: string | number): Promise<string> {
  const { body } = await store.get(errorReportKey(String(importId)));
  return Buffer.concat(await Array.fromAsync(body)).toString('utf8');
}

test('reject: nothing is written; the report has the bad rows as they were, with line, code and message', async () => {
  const refused = await importedText(BAD);
  expect(refused).toMatchObject({ state: 'rejected', rows_read: 3, rows_failed: 1, error_count: 3 });
  expect(refused.problem?.message).toBe('One row has errors; nothing was imported.');
  expect(await derived()).toEqual([]);
  expect(await report(refused.id)).toBe(
    `\uFEFF${POSTS_HEADER},note,line,code,message\r\n0010,0,create,never,mika,=x,,,,"two\nlines",3,not_an_id not_a_version not_a_time,"${refused.errors.map((error) => error.message).join(' ')}"\r\n`,
  );
  expect(await database.query('SELECT * FROM posts_staging')).toEqual([]);
});

test('skip: the good rows are in, the others are in the report; a conflict is one of them', async () => {
  await importedText(`${POSTS_HEADER}\n2,1,create,2025-01-01T00:00:00Z,mika,another,,,\n`);
  const done = await importedText(BAD, { onError: 'skip' });
  expect(done).toMatchObject({ state: 'done', rows_read: 3, rows_inserted: 1, rows_failed: 2, error_count: 4 });
  expect(await derived()).toHaveLength(2);
  const lines = (await report(done.id)).split('\r\n');
  expect(lines[2]).toMatch(/^2,1,create,2025-01-01T00:00:00Z,mika,b,,,,,5,conflict,/);
  expect(await database.query('SELECT * FROM posts_staging')).toEqual([]);
});

test('skip with no good row at all: rejected', async () => {
  const refused = await importedText(`${POSTS_HEADER}\nx,1,create,2025-01-01,,,,,\n`, { onError: 'skip' });
  expect(refused).toMatchObject({ state: 'rejected', rows_failed: 1 });
});

test('a dry run counts and writes nothing', async () => {
  const text = `${POSTS_HEADER}\n1,1,create,2025-01-01T00:00:00Z,mika,a,,,\n2,1,create,2025-01-01T00:00:00Z,mika,b,,,\n`;
  await importedText(text.replace(/\n2.*/, ''));
  const tried = await importedText(text, { dryRun: true });
  expect(tried).toMatchObject({ state: 'done', rows_inserted: 1, rows_unchanged: 1 });
  expect(await derived()).toHaveLength(1);
});

test('a report that the consumer could not write is written by its job', async () => {
  const text = BAD;
  await receive(text.split('\n').slice(1, -1));
  const message = await nextMessage();
  const full = { ...store, put: () => Promise.reject(new Error('disk full')) };
  await ingest(message, full);
  const [row] = await database.query<{ id: string; state: string }>('SELECT id, state FROM imports');
  expect(row?.state).toBe('rejected');
  await expect(report(row?.id ?? '')).rejects.toMatchObject({ name: 'ObjectMissing' });
  const { backgroundJobs } = dependencies();
  expect(await backgroundJobs.workOne(new Date(Date.now() + 40_000))).toBe(true);
  expect(await report(row?.id ?? '')).toContain('cell_count');
  expect(await database.query('SELECT * FROM posts_staging')).toEqual([]);
});
