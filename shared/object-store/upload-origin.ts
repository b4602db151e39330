import { importObjectKey } from '../names.ts';
import type { ObjectStore } from './object-store.ts';

/** The origin of the URLs that the store signs for uploads. Nothing is sent. */
export async function uploadOriginOf(store: Pick<ObjectStore, 'signUpload'>): Promise<string> {
  const expiresAt = new Date(Date.now() + 60_000);
  const { url } = await store.signUpload(importObjectKey('1'), { size: 1, sha256: '0'.repeat(64), expiresAt });
  return new URL(url).origin;
}
