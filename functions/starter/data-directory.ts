import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileLock, tryFileLock } from '../../shared/file-lock/file-lock.ts';
import { StartFailed } from './start-failed.ts';

interface Holder {
  pid: number;
  /** Known once it serves. */
  url?: string;
  since: string;
}

/** The data directory, held by this process: the lock goes with the process, however it ends. */
export interface HeldDirectory {
  /** Tells others where we serve. */
  announce(url: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Makes the directory when absent and takes it for this process.
 * @throws StartFailed naming who holds it, or why it cannot be used
 */
export async function holdDataDirectory(directory: string): Promise<HeldDirectory> {
  const lock = await lockIn(directory);
  if (!lock) throw new StartFailed(await describeHolder(directory));
  const since = new Date().toISOString();
  const announce = (holder: Holder) =>
    writeFile(join(directory, 'holder.json'), JSON.stringify(holder), { mode: 0o600 });
  await announce({ pid: process.pid, since });
  return { announce: (url) => announce({ pid: process.pid, url, since }), release: lock.release };
}

async function lockIn(directory: string): Promise<FileLock | undefined> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return await tryFileLock(join(directory, 'lock'));
  } catch (error) {
    const reason = ((error as Error).cause ?? error) as Error;
    throw new StartFailed(`DATA_DIR=${directory} cannot be used: ${reason.message}. Choose a directory of your own.`);
  }
}

async function describeHolder(directory: string): Promise<string> {
  const start = `The data directory ${directory} is in use`;
  const advice = 'Stop that one first, or start with another DATA_DIR and PORT.';
  try {
    const { pid, url, since } = JSON.parse(await readFile(join(directory, 'holder.json'), 'utf8')) as Holder;
    const doing = url ? `has been serving ${url} from it since ${since}` : `has been starting since ${since}`;
    return `${start}: process ${pid} ${doing}. ${advice}`;
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
