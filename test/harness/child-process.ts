import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { atEnd } from './at-end.ts';

export interface ProcessOptions {
  args?: string[];
  environment?: Record<string, string>;
  /** Id of the user and of the group that it runs as; only root may choose. */
  user?: number | undefined;
}

/** Starts a program of ours as a process of its own; what is still there at the end of the test file is killed. */
export function startProcess(entry: URL, { args = [], environment = {}, user }: ProcessOptions): ChildProcess {
  const child = fork(entry, args, {
    ...(user === undefined ? {} : { uid: user, gid: user }),
    execArgv: [],
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) await killed(child);
  });
  return child;
}

export async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
