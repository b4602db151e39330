import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { handler as api } from '../../functions/hosts/lambda-api.ts';
import { handler as ingest } from '../../functions/hosts/lambda-ingest.ts';
import { sqsEvent } from '../../functions/ingest/sqs-event.ts';
import { LOCAL_BUCKET } from '../../shared/names.ts';
import { createSqsQueue } from '../../shared/queue/sqs.ts';
import { createSqsClient } from '../../shared/queue/sqs-client.ts';
import { cookiesOf, createUsers } from '../harness/accounts.ts';
import { atEnd } from '../harness/at-end.ts';
import { openTestAws } from '../harness/aws.ts';
import { openTestDatabase } from '../harness/database.ts';
import { setLambdaEnvironment } from '../harness/lambda-environment.ts';
import { type HttpRequest, httpEvent, jsonOf, lambdaContext } from '../harness/lambda-event.ts';

const database = await openTestDatabase();
const aws = await openTestAws();
await setLambdaEnvironment({
  DATABASE_URL: database.url,
  OBJECT_STORE: `s3://${LOCAL_BUCKET}`,
  QUEUE: aws.queueUrl,
  QUEUE_DEAD_LETTER: aws.deadLetterUrl,
  AWS_ENDPOINT_URL: aws.url,
});
const client = createSqsClient(aws.url);
const queue = createSqsQueue({ client, queueUrl: aws.queueUrl, deadLetterUrl: aws.deadLetterUrl });
atEnd(() => queue.close());

const users = await createUsers(database.url, ['importer']);
const origin = 'https://tallyport.example';
const jsonType = { 'content-type': 'application/json', origin };
const call = (request: HttpRequest) => api(httpEvent(request), lambdaContext());
const signedIn = await call({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  headers: jsonType,
  body: JSON.stringify(users.importer),
});
const set = (signedIn.cookies ?? []).map((cookie) => ['set-cookie', cookie] as [string, string]);
const cookies = cookiesOf(new Headers(set)).split('; ');
const as = async (request: HttpRequest, status = 200) => {
  const answer = await call({ cookies, ...request });
  expect(answer.statusCode, answer.body).toBe(status);
  return jsonOf(answer);
};

/** Hands everything that waits in the queue to the function behind it. */
async function drain() {
  const messages = await queue.receive({ max: 10, waitSeconds: 0, visibilitySeconds: 30 });
  const event = sqsEvent(
    'arn:aws:sqs:us-east-1:000000000000:tallyport-imports',
    messages.map(({ id, receipt, body }) => ({ MessageId: id, ReceiptHandle: receipt, Body: body })),
  );
  expect(await ingest(event)).toEqual({ batchItemFailures: [] });
  for (const { receipt } of messages) await queue.delete(receipt);
  return messages.map(({ body }) => body);
}

/** A file of exactly so many bytes. */
function fileOf(bytes: number): Buffer {
  const rows = ['tag_id,version_no,event_type,created_at,name\n'];
  let length = rows[0]?.length ?? 0;
  for (let id = 1; ; id++) {
    const start = `${id},1,create,2025-01-01T00:00:00Z,`;
    const room = bytes - length - start.length - 1;
    const name = 'x'.repeat(Math.min(400, room));
    if (room <= 0) break;
    rows.push(`${start}${name}\n`);
    length += start.length + name.length + 1;
    if (length === bytes) break;
  }
  return Buffer.from(rows.join('').padEnd(bytes, '\n'));
}

test('10 MB by the presigned door, from the announcement to the rows', async () => {
  const file = fileOf(10_485_760);
  expect(file.length).toBe(10_485_760);
  const announced = { name: '大.csv', size: file.length, sha256: createHash('sha256').update(file).digest('hex') };
  const post = { method: 'POST', headers: jsonType };
  const waiting = await as(
    { ...post, path: '/api/imports', query: 'ledger=tags', body: JSON.stringify(announced) },
    201,
  );
  expect(waiting).toMatchObject({ state: 'awaiting_upload', filename: '大.csv' });
  const path = `/api/imports/${waiting.id}`;
  await as({ ...post, path: `${path}/complete` }, 409);

  const { method, url, headers } = waiting.upload as { method: string; url: string; headers: Record<string, string> };
  expect(url).toMatch(/X-Amz-SignedHeaders=[^&]*content-length[^&]*x-amz-checksum-sha256/);
  expect((await fetch(url, { method, headers, body: new Uint8Array(file) })).status).toBe(200);
  expect(await as({ ...post, path: `${path}/complete` }, 202)).toMatchObject({ state: 'queued', bytes: file.length });

  const [message] = await drain();
  expect(message?.length).toBeLessThan(1000);
  expect(JSON.parse(message ?? '')).toMatchObject({
    import_id: String(waiting.id),
    size: file.length,
    sha256: announced.sha256,
  });
  const done = await as({ path });
  expect(done).toMatchObject({ state: 'done', rows_failed: 0 });
  const [stored] = await database.query('SELECT COUNT(*) AS versions FROM tags');
  expect(done.rows_inserted).toBe(Number(stored?.versions));
});

test('a small file by the direct door; its message carries the id of the request', async () => {
  const sent = await call({
    method: 'POST',
    path: '/api/imports',
    query: 'ledger=tags',
    headers: { 'content-type': 'application/octet-stream', origin },
    body: 'tag_id,version_no,event_type,created_at,name\n900000,1,create,2025-01-01T00:00:00Z,last\n',
    cookies,
  });
  expect(sent.statusCode).toBe(202);
  const [message] = await drain();
  expect(JSON.parse(message ?? '').request_id).toBe(sent.headers?.['x-request-id']);
  expect(await as({ path: `/api/imports/${jsonOf(sent).id}` })).toMatchObject({ state: 'done', rows_inserted: 1 });
});
