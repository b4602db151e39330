import { createHash, randomBytes } from 'node:crypto';

/** The beginning tells programs that look for lost secrets what they have found. */
const KEY = /^tpk_[A-Za-z0-9_-]{43}$/;
const PREFIX_LENGTH = 12;

/** A key as its owner sees it once, and what is kept of it. */
export interface NewApiKey {
  readonly key: string;
  readonly prefix: string;
  readonly sha256: string;
}

/** 256 random bits: no password, so a plain hash keeps it. */
export function newApiKey(): NewApiKey {
  const key = `tpk_${randomBytes(32).toString('base64url')}`;
  return { key, prefix: key.slice(0, PREFIX_LENGTH), sha256: hashApiKey(key) };
}

export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** What `Authorization: Bearer` says; undefined without that header, empty when it cannot be a key of ours. */
export function bearerKeyOf(headers: Headers): string | undefined {
  const [bearer, given = ''] = /^bearer(?:\s+(.*))?$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (bearer === undefined) return undefined;
  return KEY.test(given) ? given : '';
}
