import type { Command } from 'commander';
import type { Config } from '../../shared/config/config.ts';
import type { ExitCode } from './exit-codes.ts';

/** What a command has to say: a document for programs, a text for people. */
export interface Answer {
  readonly json: unknown;
  /** Without its last line end; empty: nothing to say. */
  readonly text: string;
  readonly exitCode?: ExitCode;
}

/** What commands get to live with. */
export interface Cli {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Read when it is needed: whoever asks for help need not have good settings. @throws ConfigError */
  config(): Config;
  /** Fires at Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
  /** Gets answers. */
  print(answer: Answer): void;
  /** Tells a person what goes on, on standard error; nothing when the answer is for a program. */
  note(text: string): void;
  /** Standard error when a person sits there, for what is drawn over and over. */
  readonly terminal: { write(text: string): unknown } | undefined;
}

/** What commander hands to an action: the arguments, the options, the command. */
type ActionArguments<A extends unknown[], O> = [...A, O, Command];

/**
 * Makes an action of a function that answers.
 * @param work gets the command's options, those of the program with them, and then the command's arguments
 */
export function answering<O, A extends unknown[]>(cli: Cli, work: (options: O, ...args: A) => Promise<Answer>) {
  return async (...given: ActionArguments<A, O>): Promise<void> => {
    const command = given.at(-1) as Command;
    const args = given.slice(0, -2) as unknown as A;
    cli.print(await work(command.optsWithGlobals() as O, ...args));
  };
}
