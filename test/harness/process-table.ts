import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

// What Linux tells of the processes of one stack, told apart by the DATA_DIR in their environment.

/** Is there a /proc to ask? */
export const hasProcessTable = process.platform === 'linux';

export function processesOf(dataDirectory: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readQuietly(`/proc/${pid}/environ`).split('\0').includes(`DATA_DIR=${dataDirectory}`));
}

/** The process of a stack that runs an entry of `functions/hosts/`, or the database server (`mariadbd`, `mysqld`). */
export function processRunning(dataDirectory: string, program: string): number | undefined {
  return processesRunning(dataDirectory, program)[0];
}

/** All of those that do: there are several export workers. */
export function processesRunning(dataDirectory: string, program: string): number[] {
  return processesOf(dataDirectory).filter((pid) =>
    readQuietly(`/proc/${pid}/cmdline`)
      .split('\0')
      .some((word) => word.endsWith(program)),
  );
}

/** What a process was started with. */
export function environmentOf(pid: number): Record<string, string> {
  const pairs = readQuietly(`/proc/${pid}/environ`).split('\0').filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

/** Whether a process handles SIGTERM itself: one of ours does so as soon as it is loaded. */
export function handlesTermination(pid: number): boolean {
  const [, caught = '0'] = /^SigCgt:\s+([0-9a-f]+)$/m.exec(readQuietly(`/proc/${pid}/status`)) ?? [];
  return (BigInt(`0x${caught}`) & SIGTERM_BIT) !== 0n;
}

const SIGTERM_BIT = 1n << 14n;

/** Local addresses, as `/proc/net/tcp` writes them, on which these processes listen. */
export function listeningAddresses(pids: readonly number[]): string[] {
  const inodes = new Set(pids.flatMap(socketsOf));
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    readQuietly(table)
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === LISTEN && inode !== undefined && inodes.has(inode))
      .map(([, address]) => address ?? ''),
  );
}

const LISTEN = '0A';
/** 127.0.0.1 in the byte order of `/proc/net/tcp`. */
export const LOOPBACK = /^0100007F:/;

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(linkQuietly(`/proc/${pid}/fd/${fd}`)) ?? [];
      return inode ? [inode] : [];
    });
  } catch {
    return [];
  }
}

/** A process may end while it is looked at. */
function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function linkQuietly(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
