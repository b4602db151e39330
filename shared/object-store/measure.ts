import { createHash } from 'node:crypto';
import { ObjectTooLarge, type PutResult } from './object-store.ts';

export interface Measure {
  /** @throws ObjectTooLarge as soon as there are more than the allowed bytes */
  add(chunk: Uint8Array): void;
  /** Size and checksum of all that was added. Call it once, at the end. */
  result(): PutResult;
}

/** Counts and hashes a body while it passes. */
export function createMeasure(maxBytes: number): Measure {
  const hash = createHash('sha256');
  let size = 0;
  return {
    add(chunk) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new ObjectTooLarge(maxBytes);
      hash.update(chunk);
    },
    result: () => ({ size, sha256: hash.digest('hex') }),
  };
}
