/** What the command line ends with. Scripts may rely on them: a number never changes its meaning. */
export const EXIT = {
  /** All that was asked for was done. */
  done: 0,
  /** It was tried and went wrong. */
  failed: 1,
  /** The command or a setting cannot be understood; nothing was tried. */
  usage: 2,
  /** What is there does not allow it (exists already, in use, wrong state, not your role); nothing was changed. */
  refused: 3,
  /** What the command names does not exist. */
  missing: 4,
  /** The database or the service does not answer. */
  unreachable: 5,
  /** Done, and something was found that a person should look at. */
  attention: 6,
  /** Ctrl-C or SIGTERM. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_HELP = `Exit codes:
  0  done
  1  it was tried and went wrong
  2  the command or a setting cannot be understood
  3  refused: what is there does not allow it (exists already, in use, wrong state)
  4  what the command names does not exist
  5  the database or the service does not answer
  6  done, and something needs a look: rows with errors, findings of doctor, tables left by vacuum
  130  interrupted`;

/** A command cannot do its work; the message says what to do. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
  readonly exitCode: ExitCode;
  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
