import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Sha256, sha256Of } from '../../../web/src/imports/sha-256.ts';

const known = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('it is SHA-256, for every length around the ends of blocks and however the bytes are cut', () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = new Uint8Array(length).map((_, position) => (position * 7 + length) % 256);
    const hash = new Sha256();
    hash.update(bytes);
    expect(hash.digest()).toBe(known(bytes));
  }
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 150 }), { maxLength: 8 }), (pieces) => {
      const hash = new Sha256();
      for (const piece of pieces) hash.update(piece);
      expect(hash.digest()).toBe(known(Buffer.concat(pieces)));
    }),
  );
});

test('a file is read in slices, told as they are done, and can be stopped', async () => {
  const bytes = new Uint8Array(5_000_000).fill(97);
  const told: number[] = [];
  const running = new AbortController();
  expect(await sha256Of(new Blob([bytes]), (done) => told.push(done), running.signal)).toBe(known(bytes));
  expect(told).toEqual([2_097_152, 4_194_304, 5_000_000]);
  running.abort();
  await expect(sha256Of(new Blob([bytes]), () => {}, running.signal)).rejects.toThrow();
});
