import { createHash } from 'node:crypto';
import { ObjectTooLarge, type PutResult } from '../object-store/object-store.ts';

/** Reads a body to its end and keeps nothing of it. @throws ObjectTooLarge, or the body's own error */
export async function measureBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<PutResult> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ObjectTooLarge(maxBytes);
    hash.update(chunk);
  }
  return { size, sha256: hash.digest('hex') };
}
