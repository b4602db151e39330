import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryFlock } from './flock.ts';

/** NFS locks only what may be written. */
const LOCKABLE = constants.O_RDWR | constants.O_CREAT;

export interface FileLock {
  /**
   * Shows that the lock is still ours. A host that was cut off from a network file system loses its locks and learns
   * it only by EIO on the locked descriptor itself.
   * @throws the file system's error
   */
  probe(): Promise<void>;
  release(): Promise<void>;
}

/** Takes the lock of a file, which is made when absent (and must never be deleted), unless somebody else holds it. */
export async function tryFileLock(path: string): Promise<FileLock | undefined> {
  const file = await open(path, LOCKABLE, 0o600);
  try {
    if (tryFlock(file.fd)) return fileLock(file);
  } catch (error) {
    await file.close();
    throw new Error(`Cannot lock ${path}.`, { cause: error });
  }
  await file.close();
  return undefined;
}

/** Poll interval in ms: grows to the longer one, with a jitter so that waiting processes do not march in step. */
const SHORT_WAIT_MS = 1;
const LONG_WAIT_MS = 20;

/**
 * Waits for the lock of a file. It polls: a blocking flock(2) would starve libuv's threads and, on NFS, gets its lock
 * many seconds late.
 * @throws the signal's reason when it is aborted meanwhile
 */
export async function acquireFileLock(path: string, signal?: AbortSignal): Promise<FileLock> {
  const file = await open(path, LOCKABLE, 0o600);
  try {
    for (let wait = SHORT_WAIT_MS; !tryFlock(file.fd); wait = Math.min(wait * 1.5, LONG_WAIT_MS)) {
      signal?.throwIfAborted();
      await sleep(wait * (0.5 + Math.random()));
    }
    return fileLock(file);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function fileLock(file: FileHandle): FileLock {
  return {
    async probe() {
      await file.write('.', 0);
      await file.datasync();
    },
    release: () => file.close(),
  };
}
