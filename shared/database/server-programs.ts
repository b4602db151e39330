import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The programs that make and run a private server. */
export interface ServerPrograms {
  kind: 'mariadb' | 'mysql';
  daemon: string;
  /** Makes a data directory; MySQL's daemon does that itself. */
  installer: string | undefined;
}

/** Where packages put servers that are not on an ordinary user's PATH. */
export const PROGRAM_PLACES: readonly string[] = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/libexec',
  '/usr/local/bin',
  '/opt/homebrew/opt/mariadb/bin',
  '/opt/homebrew/opt/mysql/bin',
  '/usr/local/opt/mariadb/bin',
  '/usr/local/opt/mysql/bin',
];

/** Finds a MariaDB, else a MySQL server on this machine. @param path value of PATH */
export async function findServerPrograms(path: string): Promise<ServerPrograms | undefined> {
  const places = [...path.split(delimiter), ...PROGRAM_PLACES].filter(Boolean);
  const mariadb = await findProgram(places, 'mariadbd');
  const installer = await findProgram(places, 'mariadb-install-db');
  if (mariadb && installer) return { kind: 'mariadb', daemon: mariadb, installer };
  const mysql = await findProgram(places, 'mysqld');
  return mysql ? { kind: 'mysql', daemon: mysql, installer: undefined } : undefined;
}

export async function findProgram(places: readonly string[], name: string): Promise<string | undefined> {
  for (const place of places) {
    const program = join(place, name);
    if (await isExecutable(program)) return program;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
