import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, describe, expect, test } from 'vitest';
import type { ApiEnvironment } from '../../functions/api/environment.ts';
import { Problem, problemResponse } from '../../functions/api/problem.ts';
import { uploadRoutes } from '../../functions/api/upload-routes.ts';
import { readConfig } from '../../shared/config/config.ts';
import { LOCAL_BUCKET } from '../../shared/names.ts';
import { createDirectoryStore } from '../../shared/object-store/directory.ts';
import { ObjectMissing, type ObjectStore } from '../../shared/object-store/object-store.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { createS3Store } from '../../shared/object-store/s3.ts';
import { createS3Client } from '../../shared/object-store/s3-client.ts';
import { UPLOAD_PATH } from '../../shared/object-store/upload-signature.ts';
import { objectStoreContract } from '../contract/object-store.ts';
import { openTestAws } from '../harness/aws.ts';
import { openFiles } from '../harness/open-files.ts';

const path = await mkdtemp(join(tmpdir(), 'tallyport-objects-'));
afterAll(() => rm(path, { recursive: true }));
const aws = await openTestAws();

objectStoreContract({ name: 'directory', open: () => openServedDirectory(join(path, 'contract')) });
objectStoreContract({
  name: 'S3',
  open: () => openObjectStore(readConfig({ OBJECT_STORE: `s3://${LOCAL_BUCKET}`, AWS_ENDPOINT_URL: aws.url })),
  lax: true,
});

/** The directory driver with the routes that take its signed uploads. */
async function openServedDirectory(directory: string): Promise<ObjectStore> {
  const app = new Hono<ApiEnvironment>();
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  afterAll(() => server.close());
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as { port: number };
  const config = { OBJECT_STORE: `directory:${directory}`, PORT: String(port), SECRET: 'a secret' };
  const store = await openObjectStore(readConfig(config));
  app.onError((error, c) => {
    if (error instanceof Problem) return problemResponse(c, error, 'request');
    throw error;
  });
  app.route(UPLOAD_PATH, uploadRoutes({ store, secrets: ['a secret'] }));
  return store;
}

async function* text(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part);
}

describe('the directory', () => {
  const open = (name: string) =>
    createDirectoryStore({ path: join(path, name), secret: 'a secret', uploadUrl: 'http://127.0.0.1:1/api/uploads' });

  test('is for its owner only and keeps no trace of what failed or is gone', async () => {
    const store = open('private');
    await store.put('imports/1/original', text('a'), { maxBytes: 1 });
    for (const name of ['', 'imports', 'imports/1', '~incoming']) {
      expect((await stat(join(path, 'private', name))).mode & 0o777).toBe(0o700);
    }
    expect((await stat(join(path, 'private/imports/1/original'))).mode & 0o777).toBe(0o600);
    await expect(store.put('imports/2/original', text('too', 'long'), { maxBytes: 4 })).rejects.toThrow('4 bytes');
    await store.delete('imports/1/original');
    expect(await readdir(join(path, 'private'), { recursive: true })).toEqual(['~incoming']);
  });

  test('shows an object only when all of it is there', async () => {
    const store = open('atomic');
    async function* watching() {
      yield Buffer.from('first');
      expect(await store.head('a/b')).toBeUndefined();
      for await (const object of store.list('')) throw new Error(`${object.key} is listed.`);
      expect(await readdir(join(path, 'atomic/~incoming'))).toHaveLength(1);
      yield Buffer.from('second');
    }
    await store.put('a/b', watching(), { maxBytes: 100 });
    expect(await readdir(join(path, 'atomic/~incoming'))).toEqual([]);
  });

  test('closes the file of a body that is not read to its end', async () => {
    const store = open('handles');
    await store.put('a', text('x'.repeat(1_000_000)), { maxBytes: 1_000_000 });
    const [begun, unread] = [(await store.get('a')).body, (await store.get('a')).body];
    expect(await openFiles(join(path, 'handles'))).toHaveLength(2);
    const closed = Promise.all([begun, unread].map((body) => new Promise((done) => body.once('close', done))));
    for await (const _chunk of begun) break;
    unread.destroy();
    await closed;
    await store.put('b/c', text('x'), { maxBytes: 1 });
    await expect(store.get('b')).rejects.toThrow(ObjectMissing);
    expect(await openFiles(join(path, 'handles'))).toEqual([]);
  });

  test('a new process removes what a dead one left, and nothing that may still be written', async () => {
    const store = open('crashed');
    await store.put('a', text('x'), { maxBytes: 1 });
    const old = new Date(Date.now() - 2 * 3_600_000);
    await writeFile(join(path, 'crashed/~incoming/dead'), 'half');
    await utimes(join(path, 'crashed/~incoming/dead'), old, old);
    await writeFile(join(path, 'crashed/~incoming/alive'), 'half');
    await open('crashed').put('b', text('x'), { maxBytes: 1 });
    expect(await readdir(join(path, 'crashed/~incoming'))).toEqual(['alive']);
  });

  test('an empty secret signs nothing', async () => {
    const store = createDirectoryStore({ path, secret: '', uploadUrl: 'http://127.0.0.1:1' });
    const expected = { size: 1, sha256: 'f'.repeat(64), expiresAt: new Date() };
    await expect(store.signUpload('a', expected)).rejects.toThrow('SECRET is empty');
  });
});

describe('S3', () => {
  test('a large body that breaks off takes its parts along', async () => {
    const client = createS3Client(aws.url);
    const sent: string[] = [];
    client.middlewareStack.add(
      (next, context) => (args) => {
        sent.push(context.commandName ?? '');
        return next(args);
      },
      { step: 'initialize' },
    );
    async function* breaking() {
      for (let count = 0; count < 20; count++) yield randomBytes(1024 * 1024);
      throw new Error('the sender is gone');
    }
    const store = createS3Store({ bucket: LOCAL_BUCKET, client });
    await expect(store.put('broken', breaking(), { maxBytes: 100_000_000 })).rejects.toThrow('the sender is gone');
    expect(sent).toContain('UploadPartCommand');
    expect(sent.at(-1)).toBe('AbortMultipartUploadCommand');
  });

  test('a bucket that does not exist is not a missing object', async () => {
    const store = createS3Store({ bucket: 'no-such-bucket', client: createS3Client(aws.url) });
    await expect(store.get('a')).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  test('size and checksum are part of a signed upload', async () => {
    const store = createS3Store({ bucket: LOCAL_BUCKET, client: createS3Client(aws.url) });
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { url, headers } = await store.signUpload('a', { size: 5, sha256: '00'.repeat(32), expiresAt });
    const query = new URL(url).searchParams;
    expect(query.get('X-Amz-SignedHeaders')?.split(';')).toEqual(['content-length', 'host', 'x-amz-checksum-sha256']);
    expect(headers).toEqual({ 'x-amz-checksum-sha256': Buffer.alloc(32).toString('base64') });
    expect([...query.keys()].filter((name) => name.includes('checksum'))).toEqual([]);
  });
});
