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
    // For a program what commander says of a typing error comes as one document, in failureOf.
    const writeErr = (text: string) => asJson || stderr.write(text);
    const output = { writeOut: (text: string) => stdout.write(text), writeErr };
    await createProgram(cli, output).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    const failure = failureOf(error, signal, asJson);
    if (failure.message) printFailure(failure, asJson, stderr);
    return failure.exitCode;
  }
}

function failureOf(error: unknown, signal: AbortSignal, asJson: boolean): { message: string; exitCode: ExitCode } {
  if (error instanceof CommandFailed) return error;
  if (error instanceof CommanderError) {
    // Help that was asked for is no error.
    if (error.exitCode === 0) return { message: '', exitCode: EXIT.done };
    return { message: asJson ? usageText(error) : '', exitCode: EXIT.usage };
  }
  if (error instanceof ConfigError) return { message: error.message, exitCode: EXIT.usage };
  if (signal.aborted) return { message: 'Interrupted.', exitCode: EXIT.interrupted };
  return { message: (error as Error).stack ?? String(error), exitCode: EXIT.failed };
}

/** What commander would have told a person; of a command without its subcommand it shows the help. */
function usageText({ code, message }: CommanderError): string {
  return code === 'commander.help' ? 'Name a command; --help tells which there are.' : message.replace(/^error: /, '');
}
