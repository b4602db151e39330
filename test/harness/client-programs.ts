import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../shared/database/database.ts';
import { serverKind } from '../../shared/database/server-kind.ts';
import { findClientProgram } from '../../shared/operations/backup/client-program.ts';
import { atEnd } from './at-end.ts';

/**
 * A PATH on which the dump and client programs of the tests' server are: this machine's, or those of the MySQL that
 * ../shared/tools/mysql-server.sh has unpacked.
 * @returns undefined when there are none
 */
export async function pathWithClients(database: Pick<Database, 'query'>): Promise<string | undefined> {
  const kind = await serverKind(database);
  const path = process.env.PATH ?? '';
  const unpacked = kind === 'mysql' ? await wrappers(process.env.MYSQL97_HOME) : undefined;
  const candidate = unpacked ? `${unpacked}:${path}` : path;
  const found = await findClientProgram('dump', kind, candidate).catch(() => undefined);
  return found ? candidate : undefined;
}

/** The unpacked programs run only with the loader and the libraries that lie beside them. */
async function wrappers(home: string | undefined): Promise<string | undefined> {
  const root = join(home ?? '', 'root');
  const libraries = join(root, 'usr/lib', `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`);
  const names = home ? await readdir(libraries).catch(() => []) : [];
  const loader = names.find((name) => /^ld-linux-.*\.so/.test(name));
  if (!loader) return undefined;
  const directory = await mkdtemp(join(tmpdir(), 'tallyport-clients-'));
  atEnd(() => rm(directory, { recursive: true, force: true }));
  for (const name of ['mysqldump', 'mysql']) {
    const command = `exec '${join(libraries, loader)}' --library-path '${libraries}' '${join(root, 'usr/bin', name)}' "$@"`;
    await writeFile(join(directory, name), `#!/bin/sh\n${command}\n`);
    await chmod(join(directory, name), 0o755);
  }
  return directory;
}
