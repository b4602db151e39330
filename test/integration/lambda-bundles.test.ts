import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import { expect, test } from 'vitest';
import { LAMBDA_FUNCTIONS, type LambdaFunction } from '../../bin/bundle.ts';
import { hotPart } from '../../bin/hot-part.ts';
import { sqsEvent } from '../../functions/ingest/sqs-event.ts';
import { LOCAL_BUCKET } from '../../shared/names.ts';
import { createSqsQueue } from '../../shared/queue/sqs.ts';
import { createSqsClient } from '../../shared/queue/sqs-client.ts';
import { cookiesOf } from '../harness/accounts.ts';
import { atEnd } from '../harness/at-end.ts';
import { openTestAws } from '../harness/aws.ts';
import { buildBundles } from '../harness/bundles.ts';
import { openTestDatabase } from '../harness/database.ts';
import { setLambdaEnvironment } from '../harness/lambda-environment.ts';
import { bodyOf, type HttpRequest, httpEvent, jsonOf, lambdaContext } from '../harness/lambda-event.ts';
import { newSecretArn, openTestSecrets } from '../harness/secrets.ts';

const EDGE = 'e'.repeat(32);
const HOST = 'd111111abcdef8.cloudfront.net';

const bundles = await buildBundles();
const database = await openTestDatabase();
const aws = await openTestAws();
const secrets = await openTestSecrets();
const [application, edge] = [newSecretArn(), newSecretArn()];
secrets.contents.set(
  application,
  JSON.stringify({ SECRET: 'of the bundles, with 32 bytes and more', SECRET_PREVIOUS: '' }),
);
secrets.contents.set(edge, JSON.stringify({ ORIGIN_SECRET_A: EDGE, ORIGIN_SECRET_B: '' }));

/** Listens where X-Ray does. */
const segments: { name: string; trace_id: string; annotations: Record<string, string>; fault: boolean }[] = [];
const daemon = createSocket('udp4', (packet) => segments.push(JSON.parse(String(packet).split('\n')[1] ?? '')));
daemon.bind(0, '127.0.0.1');
await once(daemon, 'listening');
atEnd(() => daemon.close());
const TRACE = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';

await setLambdaEnvironment({
  ...secrets.environment,
  ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
  ...{ PUBLIC_URL: '', SECRET: '', SETTINGS_FROM: `${application},${edge}`, WORKER: 'external' },
  DATABASE_URL: database.url,
  OBJECT_STORE: `s3://${LOCAL_BUCKET}`,
  QUEUE: aws.queueUrl,
  QUEUE_DEAD_LETTER: aws.deadLetterUrl,
  AWS_ENDPOINT_URL: aws.url,
  AWS_XRAY_DAEMON_ADDRESS: `127.0.0.1:${(daemon.address() as AddressInfo).port}`,
  _X_AMZN_TRACE_ID: TRACE,
});
delete process.env.SECRET;

/** Lambda's limits for one event and one answer, as JSON. */
const EVENT_LIMIT = 6 * 1024 * 1024;

/** Calls a function as Lambda does: event and answer are JSON, each of 6 MB at most. */
async function invoke<T>(name: LambdaFunction, event: unknown): Promise<T> {
  const { handler } = (await import(bundles.entry(name))) as { handler(event: unknown, context: Context): Promise<T> };
  const sent = JSON.stringify(event);
  if (Buffer.byteLength(sent) > EVENT_LIMIT) throw new Error('RequestEntityTooLarge');
  const answer = JSON.stringify(await handler(JSON.parse(sent), lambdaContext()));
  if (Buffer.byteLength(answer) > EVENT_LIMIT) throw new Error('Function.ResponseSizeTooLarge');
  return JSON.parse(answer);
}

const call = ({ headers = {}, ...request }: HttpRequest) =>
  invoke<APIGatewayProxyStructuredResultV2>(
    'api',
    httpEvent({
      ...request,
      headers: {
        'x-tallyport-origin-secret': EDGE,
        'x-tallyport-viewer-host': HOST,
        'x-tallyport-viewer-address': '198.51.100.7',
        origin: `https://${HOST}`,
        ...headers,
      },
    }) satisfies APIGatewayProxyEventV2,
  );

const queue = createSqsQueue({
  client: createSqsClient(aws.url),
  queueUrl: aws.queueUrl,
  deadLetterUrl: aws.deadLetterUrl,
});
atEnd(() => queue.close());

test('the deployment brings the database up to date, and makes the first administrator when it is asked to', async () => {
  expect(await invoke('prepare', null)).toEqual({ migrations: [] });
  const { password } = await invoke<{ password?: string }>('prepare', { first_admin: 'first@example.com' });
  expect(password).toMatch(/^[\w-]{16}$/);
  expect(await invoke('prepare', { first_admin: 'first@example.com' })).toEqual({ migrations: [] });
  await database.execute('UPDATE users SET email = ? WHERE email = ?', ['admin@example.com', 'first@example.com']);
  signedIn = await call({
    method: 'POST',
    path: '/api/auth/sign-in/email',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.com', password }),
  });
  expect(signedIn.statusCode).toBe(200);
});

let signedIn: APIGatewayProxyStructuredResultV2 = {};
const cookies = () =>
  cookiesOf(new Headers((signedIn.cookies ?? []).map((cookie) => ['set-cookie', cookie] as [string, string]))).split(
    '; ',
  );
const as = (request: HttpRequest) => call({ ...request, cookies: ['theme=dark', ...cookies()] });

test('nothing comes in but through the edge', async () => {
  const refused = await call({ path: '/api/ledgers', headers: { 'x-tallyport-origin-secret': 'x'.repeat(32) } });
  expect(refused.statusCode).toBe(403);
  expect((await call({ path: '/up' })).statusCode).toBe(200);
});

test('text, JSON, bytes and cookies go through the bundle', async () => {
  const me = await as({ path: '/api/me' });
  expect([me.statusCode, me.isBase64Encoded]).toEqual([200, false]);
  expect(jsonOf(me)).toMatchObject({ user: { role: 'admin' } });
  const template = await as({ path: '/api/ledgers/tags/template.csv' });
  expect(template.isBase64Encoded).toBe(true);
  expect(bodyOf(template).toString()).toMatch(/^tag_id,version_no,/);
  expect(jsonOf(await call({ path: '/api/openapi.json' }))).toMatchObject({ openapi: '3.1.1' });
  const bad = await as({ path: '/api/imports', query: 'limit=zero' });
  expect(jsonOf(bad)).toMatchObject({ status: 422 });
});

test('10 MB do not reach the function; what is just below its limit does, and is told the other door', async () => {
  const upload = (bytes: number) =>
    as({
      method: 'POST',
      path: '/api/imports',
      query: 'ledger=tags',
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(bytes, 'x'),
    });
  await expect(upload(10_485_760)).rejects.toThrow('RequestEntityTooLarge');
  expect((await upload(4_194_305)).statusCode).toBe(413);
});

test('an import goes from the API to the rows, in one trace', async () => {
  const accepted = await as({
    method: 'POST',
    path: '/api/imports',
    query: 'ledger=tags',
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from('tag_id,version_no,event_type,created_at,name\n7,1,create,2025-01-01T00:00:00Z,桜\n'),
  });
  expect(accepted.statusCode).toBe(202);
  const requestId = String(accepted.headers?.['x-request-id']);
  const [message] = await queue.receive({ max: 1, waitSeconds: 5, visibilitySeconds: 30 });
  const event: SQSEvent = sqsEvent('arn:aws:sqs:us-east-1:000000000000:tallyport-imports', [
    { MessageId: 'good', ReceiptHandle: 'r', Body: message?.body },
    { MessageId: 'foreign', ReceiptHandle: 'r', Body: 'not ours' },
  ]);
  expect(await invoke<SQSBatchResponse>('ingest', event)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'foreign' }],
  });
  expect(jsonOf(await as({ path: `/api/imports/${jsonOf(accepted).id}` }))).toMatchObject({
    state: 'done',
    rows_inserted: 1,
  });
  const joined = segments.filter(({ annotations }) => annotations.request_id === requestId);
  expect(joined.map(({ name, fault }) => [name, fault])).toEqual([
    ['request', false],
    ['import', false],
  ]);
  expect(new Set(segments.map(({ trace_id }) => trace_id))).toEqual(new Set(['1-5759e988-bd862e3fe1be46a994272793']));
  expect(segments.filter(({ fault }) => fault)).toHaveLength(1);
});

test('a tick does what is due', async () => {
  expect(await invoke('tick', {})).toMatchObject({ tasks: 0 });
});

test.each(LAMBDA_FUNCTIONS)('%s starts small: at most 1.3 MB, and nothing that is seldom needed', async (name) => {
  const { bytes, inputs } = hotPart(bundles.metafiles[name]);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(1_300_000);
  expect(inputs.filter((path) => /node_modules\/(@aws-sdk|@smithy|better-auth|kysely|jose)\//.test(path))).toEqual([]);
  // Native code, and what only a process of one machine needs.
  const all = Object.keys(bundles.metafiles[name].inputs);
  expect(all.filter((path) => /node_modules\/(koffi|@koromix|@hono\/node-server|commander)\//.test(path))).toEqual([]);
});

test.each(LAMBDA_FUNCTIONS)('%s stands alone: it is imported where there are no packages', async (name) => {
  const script = `const { handler } = await import(${JSON.stringify(bundles.entry(name))}); console.log(typeof handler);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: bundles.directory,
    env: {},
  });
  expect(stdout).toBe('function\n');
  const authorities = await readFile(join(bundles.directory, name, 'rds-ca.pem'), 'utf8');
  expect(authorities.match(/BEGIN CERTIFICATE/g)?.length).toBeGreaterThan(50);
});

test('the migrations lie where they are applied, and nowhere else', async () => {
  expect(await readdir(join(bundles.directory, 'prepare/migrations'))).toEqual(
    (await readdir(new URL('../../shared/database/migrations', import.meta.url))).sort(),
  );
  expect(existsSync(join(bundles.directory, 'api/migrations'))).toBe(false);
});
