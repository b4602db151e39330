import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { StandInReady } from '../functions/hosts/aws-stand-in.ts';
import { readConfig } from '../shared/config/config.ts';
import { type Database, openDatabase } from '../shared/database/database.ts';
import { migrateDatabase } from '../shared/database/migrate.ts';
import { startPrivateServer } from '../shared/database/private-server.ts';
import { importJobs } from '../shared/imports/background.ts';
import { DEFAULT_OPTIONS } from '../shared/imports/options.ts';
import { receiveImport } from '../shared/imports/receive.ts';
import { createLog } from '../shared/log.ts';
import { openObjectStore } from '../shared/object-store/open.ts';
import { createS3Client } from '../shared/object-store/s3-client.ts';
import { openQueue } from '../shared/queue/open.ts';
import { createSqsClient } from '../shared/queue/sqs-client.ts';

/**
 * Accepting an upload of 10 MB, from its first byte to the sent message, against the least that would keep it: a file
 * written and synced and one row inserted (one machine), one PutObject and one SendMessage (cloud). In turns, in one
 * process; medians and their ratio.
 *
 *     node bench/accept.ts [ROUNDS]
 */
const BYTES = 10_485_760;
const CHUNK = 65_536;
const WARM_UP = 3;
const GOAL = 1.25;

type Variant = (file: Buffer) => Promise<unknown>;

async function* chunks(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += CHUNK) yield file.subarray(at, at + CHUNK);
}

async function oursWith(settings: Record<string, string>, database: Database): Promise<Variant> {
  const config = readConfig({ SECRET: 'bench', IMPORT_MAX_QUEUED: '100000', ...settings });
  const store = await openObjectStore(config);
  const queue = await openQueue(config, database);
  const log = createLog('json', {}, { write: () => {} });
  const { dispatch } = importJobs(database, queue, config, log, store);
  return async (file) => {
    const received = await receiveImport(
      { ...dispatch, store, settings: config, log },
      {
        ...{ ledger: 'posts', options: DEFAULT_OPTIONS, force: false, filename: 'a.csv', contentType: 'text/csv' },
        ...{ user: { userId: 'u', role: 'importer' }, requestId: randomUUID(), body: chunks(file) },
      },
    );
    if (received.kind !== 'accepted') throw new Error(`The upload was not accepted: ${received.kind}.`);
  };
}

function bareFile(directory: string, database: Database): Variant {
  return async (file) => {
    {
      await using target = await open(join(directory, randomUUID()), 'wx');
      for await (const chunk of chunks(file)) await target.writeFile(chunk);
      await target.sync();
    }
    await database.execute('INSERT INTO bare (note) VALUES (?)', [randomUUID()]);
  };
}

function bareRequests({ url, queueUrl }: StandInReady): Variant {
  const [s3, sqs] = [createS3Client(url), createSqsClient(url)];
  return async (file) => {
    await s3.send(new PutObjectCommand({ Bucket: 'tallyport-files', Key: randomUUID(), Body: file }));
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify({ key: randomUUID() }) }));
  };
}

async function compare(name: string, rounds: number, ours: Variant, bare: Variant): Promise<void> {
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = -WARM_UP; round < rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
    for (const which of order) {
      const file = randomBytes(BYTES);
      const start = performance.now();
      await (which === 'ours' ? ours : bare)(file);
      if (round >= 0) times[which].push(performance.now() - start);
    }
  }
  const [own, least] = [median(times.ours), median(times.bare)];
  for (const [which, all] of Object.entries(times))
    console.log(`${name}, ${which}: ${all.map((ms) => ms.toFixed(1)).join(' ')} ms`);
  console.log(`${name}: ${own.toFixed(1)} / ${least.toFixed(1)} ms = ${(own / least).toFixed(2)} (goal ${GOAL})\n`);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

async function main(rounds: number): Promise<void> {
  Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench' });
  const directory = await mkdtemp(join(tmpdir(), 'tallyport-accept-'));
  const server = await startPrivateServer(join(directory, 'database'), process.env.PATH ?? '');
  const standIn = fork(new URL('../functions/hosts/aws-stand-in.ts', import.meta.url).pathname, { execArgv: [] });
  const [aws] = (await once(standIn, 'message')) as [StandInReady];
  try {
    await migrateDatabase(server.url('bench'));
    const database = openDatabase(server.url('bench'), 5);
    await database.execute('CREATE TABLE bare (id BIGINT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(100) NOT NULL)');
    const local = await oursWith({ DATA_DIR: directory }, database);
    await compare('directory and table', rounds, local, bareFile(directory, database));
    const cloud = await oursWith(
      {
        ...{ OBJECT_STORE: 's3://tallyport-files', QUEUE: aws.queueUrl, QUEUE_DEAD_LETTER: aws.deadLetterUrl },
        AWS_ENDPOINT_URL: aws.url,
      },
      database,
    );
    await compare('S3 and SQS', rounds, cloud, bareRequests(aws));
    await database.close();
  } finally {
    standIn.kill('SIGTERM');
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

await main(Number(process.argv[2] ?? 15));
process.exit();
