import { type FileHandle, open } from 'node:fs/promises';
import { tryFlock } from '../file-lock/flock.ts';

/**
 * Opens a file and holds it with a shared lock, so that no sweep of any host deletes it before the handle is closed. (A
 * deleted file stays readable only on the host that deleted it.)
 * @returns undefined when there is no such file, or it is just being deleted
 */
export async function holdFile(path: string): Promise<FileHandle | undefined> {
  const file = await openUnlessAbsent(path, 'r');
  if (!file) return undefined;
  try {
    if (tryFlock(file.fd, 'shared')) return file;
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return undefined;
}

/** Whether somebody holds a file; what is absent is held by nobody. */
export async function isHeld(path: string): Promise<boolean> {
  const file = await openUnlessAbsent(path, 'r+');
  if (!file) return false;
  try {
    return !tryFlock(file.fd);
  } finally {
    await file.close();
  }
}

async function openUnlessAbsent(path: string, flags: 'r' | 'r+'): Promise<FileHandle | undefined> {
  try {
    return await open(path, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
