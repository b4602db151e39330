import { link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Whether an error says that there is no room to write. */
export function isDiskFull(error: unknown): boolean {
  return DISK_FULL.has(String((error as { code?: unknown } | undefined)?.code));
}

/** Writes a new file of mode 0600 whose content is on the disk when this returns. */
export async function writeDurably(path: string, content: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** After it the directory's entries, as they are now, survive a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Gives a durable file its real name, in the same directory; what had that name is replaced. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncDirectory(dirname(to));
}

/**
 * Gives a durable file its real name, in the same directory, unless something has that name already. (A rename would
 * replace it.)
 * @returns false when the name was taken
 */
export async function publishOnce(temp: string, name: string): Promise<boolean> {
  try {
    await link(temp, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A network file system may repeat a call whose answer was lost: then the name is taken by ourselves.
    if ((await stat(temp)).nlink === 1) return false;
  } finally {
    await rm(temp, { force: true });
  }
  await syncDirectory(dirname(name));
  return true;
}
