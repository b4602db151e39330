import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FileFault } from './file-fault.ts';

export interface GunzipLimits {
  /** Most bytes that may come out. */
  readonly maxBytes: number;
  /** Most bytes that may come out per byte that went in, once `RATIO_FROM` bytes are out. */
  readonly maxRatio: number;
}

/** Real change histories compress up to about fiftyfold; gzip's own limit is 1032. */
export const GUNZIP_LIMITS: GunzipLimits = { maxBytes: 1_073_741_824, maxRatio: 300 };

/** Small files may be as repetitive as they like. */
const RATIO_FROM = 33_554_432;

/**
 * Unpacks gzip as it streams in, several members included.
 * @throws FileFault when it is broken, ends early or unpacks beyond the limits; the body's own error when it breaks off
 */
export async function* gunzip(body: AsyncIterable<Uint8Array>, limits = GUNZIP_LIMITS): AsyncGenerator<Uint8Array> {
  let [packed, unpacked] = [0, 0];
  async function* counted() {
    for await (const chunk of body) {
      packed += chunk.length;
      yield chunk;
    }
  }
  const source = Readable.from(counted(), { objectMode: false });
  const unpacking = createGunzip();
  source.on('error', (error) => unpacking.destroy(error));
  source.pipe(unpacking);
  try {
    for await (const chunk of unpacking as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > limits.maxBytes)
        throw new FileFault('too_large', `The file unpacks to more than ${limits.maxBytes} bytes. Split it.`);
      if (unpacked > RATIO_FROM && unpacked > packed * limits.maxRatio)
        throw new FileFault('too_large', `The file unpacks to more than ${limits.maxRatio} times its size.`);
      yield chunk;
    }
  } catch (error) {
    throw asFault(error);
  } finally {
    unpacking.destroy();
    source.destroy();
  }
}

function asFault(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!code.startsWith('Z_')) return error;
  return new FileFault('gzip', 'The gzip data is broken or ends early. Compress the file again and upload it.');
}
