import { type ChildProcess, fork } from 'node:child_process';
import type { Log } from '../../shared/log.ts';

/*
 * A process that the starter keeps alive.
 *
 *   starting -> running    it said that it is ready
 *   running  -> waiting    it ended by itself; it is started again after a pause that grows while it keeps ending
 *   any      -> stopped    stop(): SIGTERM, and SIGKILL when it has not ended in time
 *
 * It lives in a session of its own, so that a terminal's Ctrl-C reaches only the starter; its IPC channel tells it when
 * the starter is gone, however that ended.
 */

export interface SupervisedProcess {
  /** What it said when it was ready for the first time. @throws Error when it ended before that */
  readonly ready: Promise<Record<string, unknown>>;
  stop(graceMs: number): Promise<void>;
  kill(): void;
}

export interface ProcessPlan {
  /** In logs. */
  name: string;
  entry: URL;
  environment: Record<string, string>;
  /** Options of Node for it. */
  nodeOptions?: readonly string[];
  log: Log;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** A process that lived this long was well: the next pause is short again. */
const WELL_AFTER_MS = 30_000;

export function superviseProcess({ name, entry, environment, nodeOptions = [], log }: ProcessPlan): SupervisedProcess {
  let child: ChildProcess;
  let ended: Promise<void> = Promise.resolve();
  let pause = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const first = Promise.withResolvers<Record<string, unknown>>();
  let everReady = false;

  const start = () => {
    const startedAt = performance.now();
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
    child = fork(entry, { env: environment, execArgv: [...nodeOptions], detached: true, stdio: [...stdio] });
    child.on('message', (message: Record<string, unknown>) => {
      if (!message.ready) return;
      everReady = true;
      first.resolve(message);
    });
    const gone = Promise.withResolvers<void>();
    ended = gone.promise;
    child.once('exit', (code, signal) => {
      gone.resolve();
      if (stopped) return;
      if (!everReady)
        return first.reject(new Error(`${name} ended while it was starting (${signal ?? `code ${code}`}).`));
      if (performance.now() - startedAt > WELL_AFTER_MS) pause = FIRST_PAUSE_MS;
      log.warn(`${name} ended and is started again`, { code, signal, pause_ms: pause });
      timer = setTimeout(start, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    });
  };
  start();

  return {
    ready: first.promise,
    async stop(graceMs) {
      stopped = true;
      clearTimeout(timer);
      child.kill('SIGTERM');
      const overdue = setTimeout(() => {
        log.warn(`${name} did not end in time and is killed`);
        child.kill('SIGKILL');
      }, graceMs);
      await ended;
      clearTimeout(overdue);
    },
    kill() {
      stopped = true;
      clearTimeout(timer);
      child.kill('SIGKILL');
    },
  };
}
