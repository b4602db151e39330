import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedUpload } from './object-store.ts';

/** Where the API serves the uploads that the directory driver signs. */
export const UPLOAD_PATH = '/api/uploads';

/** What a signed upload promises: bytes, hex digest, and until when it may be sent. */
export interface ExpectedUpload {
  size: number;
  sha256: string;
  expiresAt: Date;
}

/**
 * A URL that takes exactly one body under exactly one key.
 * @param expected the time is cut to whole seconds
 * @throws Error when the secret is empty: everybody could sign then
 */
export function signUploadUrl(base: string, secret: string, key: string, expected: ExpectedUpload): SignedUpload {
  if (secret === '') throw new Error('Uploads cannot be signed: the setting SECRET is empty. Give it a random value.');
  const expires = Math.floor(expected.expiresAt.getTime() / 1000);
  const promise = { size: String(expected.size), sha256: expected.sha256, expires: String(expires) };
  const query = new URLSearchParams({ ...promise, signature: signature(secret, key, promise) });
  return { method: 'PUT', url: `${base}/${key}?${query}`, headers: {}, expiresAt: new Date(expires * 1000) };
}

/**
 * What the query of an upload URL promises.
 * @param secrets any of them may have signed it; empty ones never do
 * @returns undefined when nobody signed this; the caller compares `expiresAt` with its clock
 */
export function readSignedUpload(
  secrets: readonly string[],
  key: string,
  query: Readonly<Record<string, string | undefined>>,
): ExpectedUpload | undefined {
  const { size = '', sha256 = '', expires = '', signature: given = '' } = query;
  const promise = { size, sha256, expires };
  const known = secrets.some((secret) => secret !== '' && equal(given, signature(secret, key, promise)));
  if (!known) return undefined;
  return { size: Number(size), sha256, expiresAt: new Date(Number(expires) * 1000) };
}

/** The first line keeps signatures of other things, made with the same secret, from passing here. */
function signature(secret: string, key: string, promise: { size: string; sha256: string; expires: string }): string {
  const text = ['tallyport upload 1', key, promise.size, promise.sha256, promise.expires].join('\n');
  return createHmac('sha256', secret).update(text).digest('base64url');
}

function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
