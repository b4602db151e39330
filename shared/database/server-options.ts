import { totalmem, userInfo } from 'node:os';
import { join } from 'node:path';
import type { ServerKind } from './server-kind.ts';

const MEBIBYTE = 1024 * 1024;
/** One machine runs more than its database. */
const SHARE_OF_MEMORY = 1 / 8;
const POOL = { least: 128, most: 2048 };

/** Bytes that this process and its children may use: a container's limit, where there is one. */
export function machineMemory(): number {
  // Without a limit it is 0, or more than there is.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * How a private server runs, but for its socket and log: no network, the character set of ours, and a buffer pool that
 * holds a large import on a large machine and leaves room on a small one. It takes the memory only as it fills.
 * @param base its own directory @param memory of the machine, bytes
 */
export function serverOptions(kind: ServerKind, base: string, data: string, memory: number): string[] {
  const root = userInfo().uid === 0 ? ['--user=root'] : [];
  const only = kind === 'mysql' ? ['--mysqlx=OFF', '--skip-log-bin'] : [];
  return [
    '--no-defaults',
    ...root,
    ...only,
    `--datadir=${data}`,
    `--pid-file=${join(base, 'server.pid')}`,
    `--secure-file-priv=${join(base, 'files')}`,
    `--tmpdir=${join(base, 'tmp')}`,
    '--skip-networking',
    '--skip-name-resolve',
    '--local-infile=1',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_bin',
    '--max-connections=200',
    '--max-allowed-packet=64M',
    `--innodb-buffer-pool-size=${bufferPoolMebibytes(memory)}M`,
  ];
}

function bufferPoolMebibytes(memory: number): number {
  const share = Math.floor((memory * SHARE_OF_MEMORY) / MEBIBYTE);
  return Math.max(POOL.least, Math.min(POOL.most, share));
}
