import { Readable } from 'node:stream';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createMeasure, type Measure } from './measure.ts';
import type { PutResult } from './object-store.ts';

/** The SDK tries a buffer three times and a stream once: a body up to this size is sent whole, in one request. */
const WHOLE_BYTES = 10 * 1024 * 1024;
const PART_BYTES = 8 * 1024 * 1024;
/** Parts in flight: bounds the memory of one upload to about 32 MiB. */
const PARTS_AT_ONCE = 3;

interface Target {
  Bucket: string;
  Key: string;
}

/** Stores a body of unknown length. @throws ObjectTooLarge or the body's own error: nothing is published then */
export async function putBody(
  client: S3Client,
  target: Target,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<PutResult> {
  const measure = createMeasure(maxBytes);
  const source = measured(body, measure);
  try {
    const start = await readStart(source);
    if (start.whole) return await putWhole(client, target, start.chunks, measure.result());
    await putParts(client, target, start.chunks, source);
    return measure.result();
  } finally {
    await source.return(undefined);
  }
}

async function* measured(body: AsyncIterable<Uint8Array>, measure: Measure): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    measure.add(chunk);
    yield chunk;
  }
}

/** Reads until there is more than one request carries, or the end. */
async function readStart(source: AsyncGenerator<Uint8Array>): Promise<{ chunks: Uint8Array[]; whole: boolean }> {
  const chunks: Uint8Array[] = [];
  for (let size = 0; size <= WHOLE_BYTES; ) {
    const next = await source.next();
    if (next.done) return { chunks, whole: true };
    chunks.push(next.value);
    size += next.value.byteLength;
  }
  return { chunks, whole: false };
}

async function putWhole(client: S3Client, target: Target, chunks: Uint8Array[], result: PutResult): Promise<PutResult> {
  const ChecksumSHA256 = Buffer.from(result.sha256, 'hex').toString('base64');
  await client.send(new PutObjectCommand({ ...target, Body: Buffer.concat(chunks), ChecksumSHA256 }));
  return result;
}

async function putParts(
  client: S3Client,
  target: Target,
  start: Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): Promise<void> {
  let bodyError: unknown;
  async function* all() {
    try {
      yield* start;
      yield* rest;
    } catch (error) {
      bodyError = error;
      throw error;
    }
  }
  const upload = new Upload({
    client,
    params: { ...target, Body: Readable.from(all()), ChecksumAlgorithm: 'CRC32' },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    leavePartsOnError: false,
  });
  try {
    await upload.done();
  } catch (error) {
    // An abort that failed as well would hide what was wrong with the body.
    throw bodyError ?? error;
  }
}
