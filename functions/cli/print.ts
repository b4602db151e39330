import type { Answer } from './cli.ts';

/** Writes an answer to standard output: JSON for programs, else the text. */
export function printAnswer({ json, text }: Answer, asJson: boolean, stdout: { write(text: string): unknown }): void {
  if (asJson) stdout.write(`${JSON.stringify(json, null, 2)}\n`);
  else if (text) stdout.write(`${text}\n`);
}

/** Writes what went wrong to standard error, in the form of the answers. */
export function printFailure(
  { message, exitCode }: { message: string; exitCode: number },
  asJson: boolean,
  stderr: { write(text: string): unknown },
): void {
  const text = asJson ? JSON.stringify({ error: { message, exit_code: exitCode } }) : message;
  stderr.write(`${text}\n`);
}
