import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { atEnd } from './at-end.ts';

/** Starts a program of ours as a process of its own; what is still there at the end of the test file is killed. */
export function startProcess(
  entry: URL,
  { args = [], environment = {} }: { args?: string[]; environment?: Record<string, string> },
): ChildProcess {
  const child = fork(entry, args, {
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
