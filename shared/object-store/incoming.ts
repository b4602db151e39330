import { randomUUID } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, makePrivateDirectory, moveInto } from './durable-directory.ts';
import { createMeasure } from './measure.ts';
import type { PutResult } from './object-store.ts';

/** Unfinished bodies lie here: the same file system, and `~` is in no key, so no listing or key can meet them. */
export const INCOMING_DIRECTORY = '~incoming';

/** A body that nobody added to for an hour belongs to a process that died. */
const ABANDONED_AFTER_MS = 3_600_000;

/**
 * Writes a body to a temporary file and moves it to its place when it is whole and on the disk.
 * @throws ObjectTooLarge, the body's own error or the file system's; no trace is left then
 */
export async function publishFile(
  root: string,
  target: string,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<PutResult> {
  const directory = join(root, INCOMING_DIRECTORY);
  await makePrivateDirectory(directory);
  const temporary = join(directory, randomUUID());
  try {
    const result = await writeFile(temporary, body, maxBytes);
    await moveInto(root, temporary, target);
    return result;
  } catch (error) {
    // What cannot be removed now is removed as abandoned later; the reader must hear of the first trouble.
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

async function writeFile(path: string, body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<PutResult> {
  const measure = createMeasure(maxBytes);
  await using file = await open(path, 'wx', 0o600);
  for await (const chunk of body) {
    // The thread pool writes while this thread hashes; one chunk at a time holds the sender back.
    const written = file.writeFile(chunk);
    try {
      measure.add(chunk);
    } finally {
      await written;
    }
  }
  await file.sync();
  return measure.result();
}

/** Removes what processes that died have left behind. */
export async function removeAbandoned(root: string, now: Date): Promise<void> {
  const directory = join(root, INCOMING_DIRECTORY);
  for (const name of await namesIn(directory)) {
    const path = join(directory, name);
    try {
      const { mtimeMs } = await stat(path);
      if (now.getTime() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
