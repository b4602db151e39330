import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Log } from '../../shared/log.ts';

const COMMAND = new URL('../hosts/cli.ts', import.meta.url).pathname;
const SAID_MAX = 1000;

/**
 * Copies the database by the command line, as a process of its own: this one goes on with what it serves.
 * @param signal ends the copy, which then leaves nothing
 * @throws Error with what the command said, when there is no good copy
 */
export async function backUp(directory: string, keep: number, log: Pick<Log, 'info'>, signal: AbortSignal) {
  const args = ['--json', 'db', 'backup', join(directory, '/'), '--keep', String(keep)];
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  let [out, said] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (said = (said + chunk).slice(0, SAID_MAX)));
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`No backup was made (exit code ${code}): ${said.trim()}`);
    log.info('database backed up', JSON.parse(out));
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
