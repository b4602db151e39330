import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileLock, tryFileLock } from '../../shared/file-lock/file-lock.ts';

export interface Holder {
  pid: number;
  url: string;
  since: string;
}

/** Somebody else runs on this data directory. */
export class DataDirectoryHeld extends Error {
  override name = 'DataDirectoryHeld';
}

/**
 * Makes the directory when absent and takes it for this process; the lock goes with the process, however it ends.
 * @throws DataDirectoryHeld naming the holder
 */
export async function holdDataDirectory(directory: string, url: string): Promise<FileLock> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const lock = await tryFileLock(join(directory, 'lock'));
  if (!lock) throw new DataDirectoryHeld(await describeHolder(directory));
  const holder: Holder = { pid: process.pid, url, since: new Date().toISOString() };
  await writeFile(join(directory, 'holder.json'), JSON.stringify(holder), { mode: 0o600 });
  return lock;
}

async function describeHolder(directory: string): Promise<string> {
  const start = `The data directory ${directory} is in use`;
  const advice = 'Stop that one first, or start with another DATA_DIR and PORT.';
  try {
    const { pid, url, since } = JSON.parse(await readFile(join(directory, 'holder.json'), 'utf8')) as Holder;
    return `${start}: process ${pid} has been serving ${url} from it since ${since}. ${advice}`;
  } catch {
    return `${start} by a process that is just starting. ${advice}`;
  }
}

/** The secret that signs tokens and sessions: made once, kept beside the data. */
export async function keptSecret(directory: string): Promise<string> {
  const path = join(directory, 'secret');
  const kept = await readFile(path, 'utf8').catch(() => '');
  if (kept.trim()) return kept.trim();
  const secret = randomBytes(32).toString('base64url');
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  return secret;
}
