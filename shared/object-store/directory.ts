import { open, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { describeFile, listFiles } from './directory-list.ts';
import { isMissing, removeEmptyDirectories } from './durable-directory.ts';
import { publishFile, removeAbandoned } from './incoming.ts';
import { checkObjectKey, checkObjectPrefix } from './object-key.ts';
import { ObjectMissing, type ObjectStore } from './object-store.ts';
import { signUploadUrl } from './upload-signature.ts';

const READ_CHUNK_BYTES = 262_144;

export interface DirectoryStoreOptions {
  /** Where the files lie; made when it is first needed, readable by its owner only. */
  path: string;
  /** Signs upload URLs. */
  secret: string;
  /** Where `functions/api/upload-routes.ts` is served, as an upload's client reaches it. */
  uploadUrl: string;
}

/**
 * The store of one machine: one file per object. What `put` reported as stored is on the disk under its name.
 * A key cannot be both an object and the beginning of another (`a` and `a/b`), which S3 would allow.
 */
export function createDirectoryStore({ path, secret, uploadUrl }: DirectoryStoreOptions): ObjectStore {
  const root = resolve(path);
  let tidied: Promise<void> | undefined;
  return {
    // Not the path: messages stay valid when the directory moves.
    bucket: 'directory',
    async put(key, body, { maxBytes }) {
      checkObjectKey(key);
      // What cannot be tidied takes space but harms nobody.
      tidied ??= removeAbandoned(root, new Date()).catch(() => {});
      await tidied;
      return publishFile(root, join(root, key), body, maxBytes);
    },
    async get(key) {
      checkObjectKey(key);
      return readFile(root, key);
    },
    async head(key) {
      checkObjectKey(key);
      return describeFile(root, key);
    },
    async delete(key) {
      checkObjectKey(key);
      const file = join(root, key);
      try {
        await unlink(file);
      } catch (error) {
        if (isMissing(error)) return;
        throw error;
      }
      await removeEmptyDirectories(root, dirname(file));
    },
    async *list(prefix) {
      checkObjectPrefix(prefix);
      yield* listFiles(root, prefix);
    },
    async signUpload(key, expected) {
      checkObjectKey(key);
      return signUploadUrl(uploadUrl, secret, key, expected);
    },
  };
}

/** Size and bytes are those of one and the same file, also when the object is replaced meanwhile. */
async function readFile(root: string, key: string): Promise<{ size: number; body: Readable }> {
  const file = await open(join(root, key), 'r').catch((error) => {
    throw isMissing(error) ? new ObjectMissing(key) : error;
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new ObjectMissing(key);
    return { size: found.size, body: file.createReadStream({ highWaterMark: READ_CHUNK_BYTES }) };
  } catch (error) {
    await file.close();
    throw error;
  }
}
