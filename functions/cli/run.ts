import { CommanderError } from 'commander';
import { ConfigError, readConfig } from '../../shared/config/config.ts';
import type { Cli } from './cli.ts';
import { CommandFailed, EXIT, type ExitCode } from './exit-codes.ts';
import { printAnswer, printFailure } from './print.ts';
import { createProgram } from './program.ts';

/** A stream as far as commands use it. */
export interface TextSink {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** What a command line runs in. */
export interface Surroundings {
  environment: Readonly<Record<string, string | undefined>>;
  stdout: TextSink;
  stderr: TextSink;
  signal: AbortSignal;
}

/** Runs one command. @param args as a shell hands them over, without the program @returns how it ended */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { environment, stdout, stderr, signal } = surroundings;
  // Commander's errors come before it knows its options.
  const asJson = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined).includes('--json');
  let exitCode: ExitCode = EXIT.done;
  const cli: Cli = {
    environment,
    signal,
    config: () => readConfig(environment),
    print(answer) {
      printAnswer(answer, asJson, stdout);
      exitCode = answer.exitCode ?? exitCode;
    },
    note: (text) => asJson || stderr.write(`${text}\n`),
    terminal: stderr.isTTY && !asJson ? stderr : undefined,
  };
  try {
    const output = { writeOut: (text: string) => stdout.write(text), writeErr: (text: string) => stderr.write(text) };
    await createProgram(cli, output).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    const failure = failureOf(error, signal);
    if (failure.message) printFailure(failure, asJson, stderr);
    return failure.exitCode;
  }
}

function failureOf(error: unknown, signal: AbortSignal): { message: string; exitCode: ExitCode } {
  if (error instanceof CommandFailed) return error;
  // Commander has told it already, and help that was asked for is no error.
  if (error instanceof CommanderError) return { message: '', exitCode: error.exitCode === 0 ? EXIT.done : EXIT.usage };
  if (error instanceof ConfigError) return { message: error.message, exitCode: EXIT.usage };
  if (signal.aborted) return { message: 'Interrupted.', exitCode: EXIT.interrupted };
  return { message: (error as Error).stack ?? String(error), exitCode: EXIT.failed };
}
