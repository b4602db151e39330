import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrateDatabase } from '../../shared/database/migrate.ts';
import { startPrivateServer } from '../../shared/database/private-server.ts';
import { findServerPrograms } from '../../shared/database/server-programs.ts';
import { acquireFileLock } from '../../shared/file-lock/file-lock.ts';

const SHARED = join(import.meta.dirname, '../../shared/database');
const KEPT = join(import.meta.dirname, '../../node_modules/.cache/tallyport-database');

/**
 * Puts a private server's data where `startPrivateServer(directory)` looks for it, with a migrated database `tallyport`:
 * a copy of one that was initialised once for this server program and these migrations, which takes a tenth of the time.
 */
export async function placeDatabase(directory: string): Promise<void> {
  const template = await keptTemplate();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await cp(template, join(directory, 'data'), { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function keptTemplate(): Promise<string> {
  const path = join(KEPT, await templateName());
  if (existsSync(path)) return path;
  await mkdir(KEPT, { recursive: true });
  const lock = await acquireFileLock(join(KEPT, 'lock'));
  try {
    if (!existsSync(path)) await makeTemplate(path);
  } finally {
    await lock.release();
  }
  return path;
}

async function makeTemplate(path: string): Promise<void> {
  for (const old of await readdir(KEPT)) if (old !== 'lock') await rm(join(KEPT, old), { recursive: true });
  const unfinished = join(KEPT, 'unfinished');
  const server = await startPrivateServer(unfinished, process.env.PATH ?? '');
  try {
    await migrateDatabase(server.url('tallyport'));
  } finally {
    await server.stop();
  }
  await rename(join(unfinished, 'data'), path);
  await rm(unfinished, { recursive: true });
}

/** Changes with whatever the data are made of. */
async function templateName(): Promise<string> {
  const programs = await findServerPrograms(process.env.PATH ?? '');
  if (!programs) throw new Error('No MariaDB or MySQL server was found on this machine; bin/test installs one.');
  const { stdout } = await promisify(execFile)(programs.daemon, ['--no-defaults', '--version']);
  const hash = createHash('sha256').update(stdout);
  const migrations = (await readdir(join(SHARED, 'migrations'))).sort().map((name) => join('migrations', name));
  for (const name of [...migrations, 'initialise-server.ts', 'server-options.ts'])
    hash.update(name).update(await readFile(join(SHARED, name)));
  return hash.digest('hex').slice(0, 16);
}
