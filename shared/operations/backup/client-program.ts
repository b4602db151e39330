import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Login, logIn } from '../../database/login.ts';
import type { ServerKind } from '../../database/server-kind.ts';
import { findProgram, PROGRAM_PLACES } from '../../database/server-programs.ts';
import { type DatabaseAddress, parseDatabaseUrl } from '../../database/url.ts';
import { OperationRefused } from '../operation-refused.ts';

/** dump: writes a database as SQL. client: runs SQL from its standard input. */
export type Purpose = 'dump' | 'client';

/** Of either server's family under the same name, so each is asked which one it is. */
const NAMES: Record<Purpose, readonly string[]> = {
  dump: ['mariadb-dump', 'mysqldump'],
  client: ['mariadb', 'mysql'],
};

/** Where systems keep the certificates that they trust; node has its own. */
const CERTIFICATES = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/cert.pem'];

/**
 * Finds the program of the server's own kind: the files of one do not always load with the other's.
 * @param path value of PATH
 * @throws OperationRefused when there is none on this machine
 */
export async function findClientProgram(purpose: Purpose, kind: ServerKind, path: string): Promise<string> {
  for (const place of [...path.split(delimiter), ...PROGRAM_PLACES].filter(Boolean))
    for (const name of NAMES[purpose]) {
      const program = await findProgram([place], name);
      if (program && (await kindOf(program, path)) === kind) return program;
    }
  const [mariadb, mysql] = NAMES[purpose];
  const advice =
    kind === 'mariadb'
      ? `${mariadb} (Debian, Ubuntu: apt-get install mariadb-client; macOS: brew install mariadb)`
      : `MySQL's own ${mysql} (Debian, Ubuntu: apt-get install mysql-client; macOS: brew install mysql-client)`;
  throw new OperationRefused(`This database is a ${NAME[kind]}, and ${advice} was not found on this machine.`);
}

export const NAME: Record<ServerKind, string> = { mariadb: 'MariaDB', mysql: 'MySQL' };

async function kindOf(program: string, path: string): Promise<ServerKind | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { env: { PATH: path } });
    return /mariadb/i.test(stdout) ? 'mariadb' : 'mysql';
  } catch {
    return undefined;
  }
}

/** A program that runs. `ended` is rejected when it could not be started. */
export interface ClientProgram {
  child: ChildProcess;
  ended: Promise<ProgramEnd>;
}

/**
 * Starts it on a database. User and password are in a file without a name, which no list of processes shows.
 * @param options of the program, before the database's name
 * @param stdin what its standard input is
 */
export async function startClientProgram(
  { program, kind, url, path }: { program: string; kind: ServerKind; url: string; path: string },
  options: readonly string[],
  stdin: 'ignore' | 'pipe',
): Promise<ClientProgram> {
  const address = parseDatabaseUrl(url);
  const args = [
    '--defaults-file=/dev/fd/3',
    '--default-character-set=utf8mb4',
    '--max-allowed-packet=1G',
    ...placeOf(address),
    ...encryption(address, kind),
    ...options,
    '--',
    address.database,
  ];
  const login = await logIn(address, async (known) => known);
  await using credentials = await namelessFile(credentialsText(login));
  // Nothing of our environment: it may hold the settings of another server.
  const child = spawn(program, args, { env: { PATH: path }, stdio: [stdin, 'pipe', 'pipe', credentials.fd] });
  // Listened to before anything is waited for: it may end at once.
  return { child, ended: programEnd(child) };
}

/** Only this process and those that inherit it can read it. (A pipe of Node's is a socket, which has no path.) */
async function namelessFile(content: string): Promise<FileHandle> {
  const path = join(tmpdir(), `tallyport-${randomBytes(12).toString('hex')}`);
  const written = await open(path, 'wx', 0o600);
  try {
    await written.writeFile(content);
    return await open(path, 'r');
  } finally {
    await rm(path);
    await written.close();
  }
}

/** In an option file a backslash begins an escape; quotes need none. */
function credentialsText({ user, password }: Login): string {
  const value = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}"`;
  return `[client]\nuser=${value(user)}\npassword=${value(password)}\n`;
}

function placeOf({ socketPath, host, port }: DatabaseAddress): string[] {
  if (socketPath) return ['--protocol=socket', `--socket=${socketPath}`];
  return ['--protocol=tcp', `--host=${host}`, `--port=${port}`];
}

function encryption({ tls, ca }: DatabaseAddress, kind: ServerKind): string[] {
  if (!tls) return [];
  const trusted = ca ?? CERTIFICATES.find((file) => existsSync(file));
  const authority = trusted ? [`--ssl-ca=${trusted}`] : [];
  return [...authority, kind === 'mariadb' ? '--ssl-verify-server-cert' : '--ssl-mode=VERIFY_IDENTITY'];
}

/** How a program ended, once all of its output was taken. @param said the beginning of its standard error */
export interface ProgramEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  said: string;
}

const SAID_MAX = 4000;

function programEnd(child: ChildProcess): Promise<ProgramEnd> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(0, SAID_MAX);
  });
  const ended = new Promise<ProgramEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, said: said.trim() }));
  });
  // Whoever asks gets the error; nobody may have asked yet.
  ended.catch(() => {});
  return ended;
}
