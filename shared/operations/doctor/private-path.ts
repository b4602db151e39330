import { stat } from 'node:fs/promises';
import { fault, ok } from './finding.ts';

/** Whether a file or directory is there, is ours, and nobody else can enter or read it. */
export async function lookAtPrivatePath(path: string, what: string) {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error.code);
  if (typeof found !== 'object')
    return fault(`${what} ${path} cannot be used (${found}).`, 'Make it, or name another.');
  const user = process.getuid?.();
  if (user !== undefined && found.uid !== user)
    return fault(
      `${what} ${path} belongs to user ${found.uid}; this is user ${user}.`,
      `Run all of Tallyport as one user, or: chown -R ${user} ${path}`,
    );
  if (found.mode & 0o077) {
    const mode = (found.mode & 0o777).toString(8);
    return fault(`Others can reach ${what.toLowerCase()} ${path} (mode ${mode}).`, `chmod go= ${path}`);
  }
  return ok(`${what} ${path} is ours alone.`);
}
