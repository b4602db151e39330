import { type FSWatcher, watch } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';

/** Tells waiting consumers, in this process and in others on this machine, that there may be something to receive. */
export interface Wake {
  /** Never fails: a consumer that hears nothing looks by itself after a while. */
  ring(): Promise<void>;
  /** How often it has rung. Read it before looking for messages, so that no ring between the look and the wait is lost. */
  rings(): Promise<number>;
  /** Until it has rung more than `seen` times, `ms` have passed or the signal fires. */
  wait(seen: number, ms: number, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/** @param path of a file whose touch is the ring; empty: only this process hears it */
export function createWake(path: string): Wake {
  let rings = 0;
  let watcher: FSWatcher | undefined;
  const waiting = new Set<() => void>();
  const wakeUp = () => {
    rings++;
    for (const wake of waiting) wake();
  };
  const deafen = () => {
    watcher?.close();
    watcher = undefined;
  };
  return {
    async ring() {
      wakeUp();
      if (path !== '') await touch(resolve(path)).catch(() => {});
    },
    async rings() {
      // A watcher that cannot be had (a limit of the system) is tried again; until then consumers only poll.
      if (path !== '' && !watcher) watcher = await listen(resolve(path), wakeUp, deafen).catch(() => undefined);
      return rings;
    },
    wait: (seen, ms, signal) =>
      new Promise((done) => {
        if (rings > seen || signal?.aborted) return done();
        const end = () => {
          clearTimeout(timer);
          waiting.delete(end);
          signal?.removeEventListener('abort', end);
          done();
        };
        const timer = setTimeout(end, ms);
        waiting.add(end);
        signal?.addEventListener('abort', end);
      }),
    close: deafen,
  };
}

/** Watches the directory: the file itself may not be there yet. Does not keep the process alive. */
async function listen(path: string, onTouch: () => void, onTrouble: () => void): Promise<FSWatcher> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const name = basename(path);
  return watch(dirname(path), { persistent: false }, (_event, changed) => {
    if (changed === null || changed === name) onTouch();
  }).on('error', onTrouble);
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  try {
    await utimes(path, now, now);
  } catch {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, '', { mode: 0o600 });
  }
}
