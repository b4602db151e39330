import { createHash } from 'node:crypto';
import { importObjectKey } from '../../shared/names.ts';
import type { ObjectStore } from '../../shared/object-store/object-store.ts';
import { bytes } from './import-line.ts';

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What is told to the presigned door of a file with this content. */
export function announcement(text: string) {
  return { name: '題名.csv', size: Buffer.byteLength(text), sha256: sha256(text) };
}

/** Puts a file where the import's signed URL would. */
export function putFile(store: Pick<ObjectStore, 'put'>, importId: unknown, text: string) {
  return store.put(importObjectKey(String(importId)), bytes(text), { maxBytes: 20_000_000 });
}
