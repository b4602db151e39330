import { lstat, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { OperationRefused } from '../operation-refused.ts';

/** A place that no backup may be put into, and what it is. */
export interface ForbiddenPlace {
  path: string;
  what: string;
}

/** Where a backup goes. */
export interface BackupPath {
  /** Absolute, symbolic links followed. */
  path: string;
  directory: string;
  /** Whether we chose the name. */
  dated: boolean;
}

/** `tallyport-20261130T031500Z.sql.gz`, in UTC. */
const DATED = /^tallyport-\d{8}T\d{6}Z\.sql\.gz$/;

export function datedName(now: Date): string {
  return `tallyport-${now.toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')}.sql.gz`;
}

/**
 * Where a backup that is to be put at `given` goes: a path that ends in `/`, or a directory, gets a dated name in it.
 * A directory that is not there is made for us alone.
 * @throws OperationRefused
 */
export async function backupPath(
  given: string,
  { force, now, forbidden }: { force: boolean; now: Date; forbidden: readonly ForbiddenPlace[] },
): Promise<BackupPath> {
  const dated = given.endsWith('/') || given.endsWith(sep) || (await isDirectory(given));
  const wanted = dated ? join(resolve(given), datedName(now)) : resolve(given);
  // Before anything is made: what is refused leaves no trace.
  await refuseForbidden(await existingAncestor(dirname(wanted)), wanted, forbidden);
  if (dated) await mkdir(dirname(wanted), { recursive: true, mode: 0o700 });
  const directory = await realpath(dirname(wanted)).catch(() => {
    throw new OperationRefused(`There is no directory ${dirname(wanted)} for the backup. Make it, or end PATH with /.`);
  });
  const path = join(directory, basename(wanted));
  await refuseForbidden(directory, path, forbidden);
  const there = await lstat(path).catch(() => undefined);
  if (there && !there.isFile()) throw new OperationRefused(`${path} is no file and is not replaced.`);
  if (there && !force)
    throw new OperationRefused(`${path} exists. Choose another name, or give --force to replace it.`);
  return { path, directory, dated };
}

async function refuseForbidden(from: string, path: string, forbidden: readonly ForbiddenPlace[]): Promise<void> {
  for (const { path: place, what } of forbidden) {
    const real = await realpath(place).catch(() => resolve(place));
    if (isInside(real, from) || isInside(real, path))
      throw new OperationRefused(`${path} lies in ${what} (${place}). Put backups elsewhere, best on another disk.`);
  }
}

function isInside(place: string, path: string): boolean {
  const way = relative(place, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep));
}

/** The real path of the nearest directory above that is there. */
async function existingAncestor(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const real = await realpath(at).catch(() => undefined);
    if (real) return join(real, relative(at, path));
    if (at === dirname(at)) return path;
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/**
 * Deletes the oldest backups with dated names beyond the newest `keep`, and nothing else that lies there.
 * @returns the names that were deleted
 */
export async function rotateBackups(directory: string, keep: number): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const ours = entries.filter((entry) => entry.isFile() && DATED.test(entry.name)).map(({ name }) => name);
  const old = ours.sort().slice(0, Math.max(0, ours.length - keep));
  for (const name of old) await rm(join(directory, name), { force: true });
  return old;
}
