import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { acquireFileLock, tryFileLock } from '../file-lock/file-lock.ts';
import { moveDurably, publishOnce, writeDurably } from './durable-file.ts';
import { probeName } from './file-names.ts';

const PEER = new URL('./self-test-peer.ts', import.meta.url);

/** What the peer says; `self-test-peer.ts`. */
export type PeerMessage = { first: 'refused' | 'granted'; read: string } | { locked: true; read: string };

/**
 * Tries in a directory, together with a second process, what the queue stands on.
 * @returns what went wrong, as a sentence; undefined: nothing
 */
export async function testDirectory(path: string): Promise<string | undefined> {
  const base = join(path, probeName());
  const [lockPath, content, temp] = [`${base}.lock`, `${base}.content`, `${base}.temp`];
  const lock = await acquireFileLock(lockPath);
  await writeDurably(content, 'old');
  const peer = fork(PEER, [lockPath, content], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    const before = await message(peer);
    if (!('first' in before) || before.first === 'granted') return 'two processes got one lock (flock) at once.';
    await writeDurably(temp, 'new');
    if (await publishOnce(temp, content)) return 'link(2) replaced an existing file.';
    await writeDurably(temp, 'new');
    await moveDurably(temp, content);
    const answer = message(peer);
    await lock.release();
    const after = await answer;
    if (after.read !== 'new') return 'a process that got the lock (flock) saw the old content of a renamed file.';
    if (await tryFileLock(lockPath)) return 'a lock (flock) was granted while another process held it.';
    const gone = once(peer, 'exit');
    peer.kill('SIGKILL');
    await gone;
    const last = await tryFileLock(lockPath);
    await last?.release();
    return last ? undefined : 'the lock (flock) of a process that was killed is still held.';
  } finally {
    peer.kill('SIGKILL');
    await lock.release();
    for (const name of [lockPath, content, temp]) await rm(name, { force: true });
  }
}

async function message(peer: ChildProcess): Promise<PeerMessage> {
  const ended = AbortSignal.timeout(10_000);
  const [received] = await Promise.race([
    once(peer, 'message', { signal: ended }),
    once(peer, 'exit', { signal: ended }).then(() => {
      throw new Error('The second process of the self-test of the export directory ended early.');
    }),
  ]);
  return received as PeerMessage;
}
