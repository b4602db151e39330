import { mkdir, open, rename, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A rename may lose its directory to a delete that tidies up; more often than this is no accident. */
const RENAME_ATTEMPTS = 10;

/** Error codes that say that a file, or a directory on the way to it, is not there. */
export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

export async function makePrivateDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** Moves a file to its place below `root`. When this returns, the file survives a power cut under its new name. */
export async function moveInto(root: string, from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await makePrivateDirectory(dirname(to));
    try {
      await rename(from, to);
      break;
    } catch (error) {
      if (!isMissing(error) || attempt === RENAME_ATTEMPTS) throw error;
    }
  }
  // Directories on the way may be new: each is an entry of the one above it. Together they cost one commit of the
  // file system's journal.
  await Promise.all(directoriesBetween(root, dirname(to)).map(syncDirectory));
}

function directoriesBetween(root: string, lowest: string): string[] {
  const paths: string[] = [];
  for (let path = lowest; path.length >= root.length; path = dirname(path)) paths.push(path);
  return paths;
}

/** Removes directories that became empty, upwards from `path` and never `root`, and syncs the first that stays. */
export async function removeEmptyDirectories(root: string, path: string): Promise<void> {
  let at = path;
  while (at.length > root.length && (await removedDirectory(at))) at = dirname(at);
  await syncDirectory(at);
}

async function removedDirectory(path: string): Promise<boolean> {
  try {
    await rmdir(path);
    return true;
  } catch (error) {
    // Somebody else removed it: go on upwards. Not empty (Linux, BSD), or anything else: it stays.
    return isMissing(error);
  }
}

async function syncDirectory(path: string): Promise<void> {
  try {
    await using directory = await open(path, 'r');
    await directory.sync();
  } catch (error) {
    // A delete emptied and removed it meanwhile: there is no name left to keep.
    if (!isMissing(error)) throw error;
  }
}
