import type { SQSBatchResponse } from 'aws-lambda';
import { expect, test } from 'vitest';
import { handler } from '../../functions/hosts/lambda-ingest.ts';
import { sqsEvent } from '../../functions/ingest/sqs-event.ts';
import { ORIGIN, openTestApi } from '../harness/api.ts';
import { openTestDatabase } from '../harness/database.ts';
import { setLambdaEnvironment } from '../harness/lambda-environment.ts';

const database = await openTestDatabase();
const directory = await setLambdaEnvironment({ DATABASE_URL: database.url });
const api = await openTestApi(database.url, { DATA_DIR: directory });
const importer = await api.signIn('importer');

const ARN = 'arn:aws:sqs:ap-northeast-1:123456789012:tallyport-imports';
const deliver = (bodies: string[]): Promise<SQSBatchResponse> =>
  handler(
    sqsEvent(
      ARN,
      bodies.map((Body, index) => ({ MessageId: `m${index}`, ReceiptHandle: 'r', Body })),
    ),
  );
const failed = ({ batchItemFailures }: SQSBatchResponse) =>
  batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);

let tag = 0;
/** Uploads a file of one row. @returns the import, and the message that was sent for it */
async function uploaded(): Promise<{ id: number; message: string }> {
  tag++;
  const response = await importer('/api/imports?ledger=tags', {
    method: 'POST',
    headers: { 'content-type': 'text/csv', origin: ORIGIN },
    body: `tag_id,version_no,event_type,created_at,name\n${tag},1,create,2025-01-01T00:00:00Z,tag ${tag}\n`,
  });
  const { id } = (await response.json()) as { id: number };
  const [row] = await database.query<{ body: string }>('SELECT body FROM queue_messages ORDER BY id DESC LIMIT 1');
  return { id, message: row?.body ?? '' };
}

const state = async (id: number) => {
  const found = (await (await importer(`/api/imports/${id}`)).json()) as { state: string; attempt: number };
  return [found.state, found.attempt];
};
const rows = async () => Number((await database.query('SELECT COUNT(*) AS rows_ FROM tags'))[0]?.rows_);

test('the bad ones of a batch come again, the good ones are done, duplicates have one effect', async () => {
  const [first, second] = [await uploaded(), await uploaded()];
  const unknown = JSON.stringify({ ...JSON.parse(first.message), import_id: '999999', key: 'imports/999999/original' });
  const answer = await deliver([first.message, 'not ours', first.message, unknown, second.message]);
  expect(failed(answer)).toEqual(['m1', 'm3']);
  expect(await state(first.id)).toEqual(['done', 1]);
  expect(await state(second.id)).toEqual(['done', 1]);
  expect(await rows()).toBe(2);
  expect(failed(await deliver([second.message, first.message]))).toEqual([]);
  expect(await rows()).toBe(2);
});

test('the same message in two functions at once is done once', async () => {
  const before = await rows();
  const { id, message } = await uploaded();
  await Promise.all([deliver([message]), deliver([message])]);
  await deliver([message]);
  expect(await state(id)).toEqual(['done', 1]);
  expect(await rows()).toBe(before + 1);
});

test('one whose lease another function holds is reported, not acknowledged', async () => {
  const { id, message } = await uploaded();
  await database.execute(
    `UPDATE imports SET state = 'processing', attempt = 1, lease_until = UTC_TIMESTAMP(6) + INTERVAL 60 SECOND WHERE id = ?`,
    [id],
  );
  const answer = await deliver([message]);
  expect(await state(id)).toEqual(['processing', 1]);
  expect(failed(answer)).toEqual(['m0']);
});

test('what S3 says by itself on the same queue is survived', async () => {
  const s3Test = {
    Service: 'Amazon S3',
    Event: 's3:TestEvent',
    Time: '2026-11-30T00:00:00.000Z',
    Bucket: 'tallyport-files',
  };
  expect(failed(await deliver([JSON.stringify(s3Test)]))).toEqual([]);
});

test('an empty batch is no trouble', async () => {
  expect(failed(await deliver([]))).toEqual([]);
});
