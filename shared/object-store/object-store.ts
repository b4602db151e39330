import type { Readable } from 'node:stream';

/** What lies under a key. `size` in bytes, `modifiedAt` as the store tells it. */
export interface StoredObject {
  key: string;
  size: number;
  modifiedAt: Date;
}

export interface PutResult {
  size: number;
  /** Hex digest of the bytes that were stored. */
  sha256: string;
}

/** A request that a client may send to the store by itself, without an account. */
export interface SignedUpload {
  method: 'PUT';
  url: string;
  /** Must be sent exactly so: they are part of the signature. */
  headers: Record<string, string>;
  expiresAt: Date;
}

/**
 * Where files are kept. Keys are relative paths of `[A-Za-z0-9._-]` segments.
 * Every driver publishes only a whole body: a reader sees the complete object or none.
 */
export interface ObjectStore {
  /** Names this store in messages; a message that names another is refused. */
  readonly bucket: string;
  /**
   * Stores a body under a key, whatever its length; an object of that key is replaced.
   * @throws ObjectTooLarge when the body has more than `maxBytes` (nothing is published then)
   * @throws the body's own error when it breaks off (nothing is published then)
   */
  put(key: string, body: AsyncIterable<Uint8Array>, options: { maxBytes: number }): Promise<PutResult>;
  /** @throws ObjectMissing */
  get(key: string): Promise<{ size: number; body: Readable }>;
  head(key: string): Promise<StoredObject | undefined>;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
  /** Every object below a prefix, in the order of the keys. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Size (bytes) and checksum (hex sha256) are part of the signature; the store refuses any other body. */
  signUpload(key: string, expected: { size: number; sha256: string; expiresAt: Date }): Promise<SignedUpload>;
}

export class ObjectTooLarge extends Error {
  override name = 'ObjectTooLarge';
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`The body has more than ${maxBytes} bytes.`);
    this.maxBytes = maxBytes;
  }
}

export class ObjectMissing extends Error {
  override name = 'ObjectMissing';
  constructor(key: string) {
    super(`There is no object ${key}.`);
  }
}
