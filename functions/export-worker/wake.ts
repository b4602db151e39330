import { watch } from 'node:fs';
import { parseName } from '../../shared/export-queue/file-names.ts';

export interface Wake {
  /** Resolves when a job was put into the queue since the last call, when the time is over, or with the signal. */
  next(milliseconds: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** The epoch of a job that nobody has touched since its registration. */
const REGISTERED = 1;

/**
 * Watches an export directory for queued jobs. A network file system tells nothing of other hosts, and any system may
 * lose an event: the time is the fallback.
 */
export function watchQueue(path: string): Wake {
  let pending = false;
  let wake = () => {};
  const watcher = watch(path, { persistent: false }, (_, name) => {
    const entry = name === null ? undefined : parseName(name);
    if (entry?.kind !== 'job' || entry.epoch !== REGISTERED) return;
    pending = true;
    wake();
  });
  watcher.on('error', () => watcher.close());
  return {
    async next(milliseconds, signal) {
      if (!pending && !signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(done, milliseconds);
          signal.addEventListener('abort', done);
          wake = done;
          function done() {
            clearTimeout(timer);
            signal.removeEventListener('abort', done);
            wake = () => {};
            resolve();
          }
        });
      pending = false;
    },
    close: () => watcher.close(),
  };
}
