import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { initialiseServer } from './initialise-server.ts';
import { machineMemory, serverOptions } from './server-options.ts';
import { findProgram, findServerPrograms } from './server-programs.ts';

/** A MariaDB or MySQL server of our own: no network, a socket that only this Unix user can reach. */
export interface PrivateServer {
  readonly pid: number;
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** URL of one of its databases. */
  url(database: string): string;
  /** Ends it in order; with KILL when it has not ended after `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

/** A socket's address has room for 107 bytes (unix(7)). */
const SOCKET_PATH_MAX = 100;
const START_LIMIT_MS = 60_000;

/**
 * Starts the server whose files live in `directory`, which is made when absent. The caller must hold a lock on it.
 * The server dies with this process, also when this is killed (where setpriv(1) exists); one that outlived its owner
 * is shut down first.
 * @param extra further options of the server, for drills
 * @throws Error with the end of the server's own log
 */
export async function startPrivateServer(
  directory: string,
  path: string,
  extra: string[] = [],
): Promise<PrivateServer> {
  const programs = await findServerPrograms(path);
  if (!programs) throw new Error('No MariaDB or MySQL server was found on this machine.');
  const base = resolve(directory);
  const data = join(base, 'data');
  const socket = await socketPath(base);
  await mkdir(join(base, 'files'), { recursive: true, mode: 0o700 });
  await shutDownLeftOver(socket);
  // Its own: in a shared /tmp another server that starts deletes the temporary tables of this one.
  await rm(join(base, 'tmp'), { recursive: true, force: true });
  await mkdir(join(base, 'tmp'), { mode: 0o700 });
  if (!existsSync(data)) await initialiseServer(programs, base, data);
  const logFile = join(base, 'server.log');
  await rm(logFile, { force: true });

  const options = serverOptions(programs.kind, base, data, machineMemory());
  const args = [...options, `--socket=${socket}`, `--log-error=${logFile}`, ...extra];
  const child = await spawnTied(programs.daemon, args, path);
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  try {
    await untilAnswering(socket, child);
  } catch (error) {
    child.kill('SIGKILL');
    const log = await readFile(logFile, 'utf8').catch(() => '');
    throw new Error(`The database server did not start. Its log ends with:\n${log.slice(-2000)}`, { cause: error });
  }
  return {
    pid: child.pid as number,
    ended,
    url: (database) => socketUrl(socket, database),
    async stop(graceMs = 30_000) {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await ended;
      clearTimeout(timer);
      if (dirname(socket) !== base) await rm(dirname(socket), { recursive: true, force: true });
    },
  };
}

/** URL of a database of the server that runs in `directory`, started by whichever process. */
export async function privateServerUrl(directory: string, database: string): Promise<string> {
  return socketUrl(await socketPath(resolve(directory)), database);
}

function socketUrl(socket: string, database: string): string {
  return `mysql://root@localhost/${database}?socket=${encodeURIComponent(socket)}`;
}

async function socketPath(base: string): Promise<string> {
  const inside = join(base, 'server.sock');
  if (Buffer.byteLength(inside) <= SOCKET_PATH_MAX) return inside;
  const name = createHash('sha256').update(base).digest('hex').slice(0, 16);
  const directory = join(tmpdir(), `tallyport-${userInfo().uid}-${name}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return join(directory, 'server.sock');
}

/** setpriv asks the kernel to kill the server with us; its own session keeps a terminal's Ctrl-C away from it. */
async function spawnTied(daemon: string, args: string[], path: string): Promise<ChildProcess> {
  const setpriv = process.platform === 'linux' ? await findProgram(path.split(delimiter), 'setpriv') : undefined;
  const command = setpriv ? [setpriv, '--pdeathsig', 'KILL', '--', daemon, ...args] : [daemon, ...args];
  const child = spawn(command[0] as string, command.slice(1), { detached: true, stdio: 'ignore' });
  await new Promise<void>((started, failed) => {
    child.once('spawn', started);
    child.once('error', failed);
  });
  return child;
}

async function untilAnswering(socket: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('It ended at once.');
    if (await answers(socket)) return;
    if (Date.now() > deadline) throw new Error(`It did not answer within ${START_LIMIT_MS / 1000} s.`);
    await sleep(50);
  }
}

async function answers(socket: string): Promise<boolean> {
  try {
    const connection = await createConnection({ socketPath: socket, user: 'root', connectTimeout: 5000 });
    await connection.end();
    return true;
  } catch {
    return false;
  }
}

async function shutDownLeftOver(socket: string): Promise<void> {
  if (!existsSync(socket) || !(await answers(socket))) return;
  const connection = await createConnection({ socketPath: socket, user: 'root' });
  await connection.query('SHUTDOWN').catch(() => {});
  connection.destroy();
  while (await answers(socket)) await sleep(100);
}
