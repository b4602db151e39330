import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { runCommand } from '../../functions/cli/run.ts';
import { atEnd } from './at-end.ts';

export const PROGRAM = join(import.meta.dirname, '../../bin/tallyport');

export interface CommandEnd {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningCommand {
  readonly process: ChildProcess;
  readonly ended: Promise<CommandEnd>;
}

/** Starts `bin/tallyport` as a person or a script does. */
export function startTallyport(args: readonly string[], environment: Record<string, string>): RunningCommand {
  const child = spawn(PROGRAM, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const ended = new Promise<CommandEnd>((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
  atEnd(() => child.exitCode === null && child.signalCode === null && child.kill('SIGKILL'));
  return { process: child, ended };
}

/** Runs a command line in this process: what the program does, without the second it takes to start. */
export async function tallyport(args: readonly string[], environment: Record<string, string>): Promise<CommandEnd> {
  let stdout = '';
  let stderr = '';
  const code = await runCommand(args, {
    environment: { PATH: process.env.PATH, ...environment },
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    signal: new AbortController().signal,
  });
  return { code, stdout, stderr };
}
