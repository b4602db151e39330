import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openPartialFile } from '../../shared/operations/partial-file.ts';
import { CommandFailed, EXIT } from './exit-codes.ts';
import { operate } from './operation.ts';

const WRITING: Record<string, string> = {
  ENOENT: 'its directory is not there. Make it first.',
  ENOTDIR: 'what should be its directory is a file.',
  EACCES: 'its directory is not yours to write in.',
  EROFS: 'its file system is read-only.',
  ENOSPC: 'the disk is full.',
};

/** @throws CommandFailed when the name is taken */
export async function requireFree(path: string, force: boolean): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (there && !(force && there.isFile()))
    throw new CommandFailed(EXIT.refused, `${path} exists. Choose another name, or give --force to replace the file.`);
}

/**
 * Saves the body of an answer; the file bears its name only when it is whole.
 * @throws CommandFailed when the name is taken, or the answer broke off
 */
export async function saveAnswer(
  response: Response,
  given: string,
  { force, onBytes }: { force: boolean; onBytes?: (bytes: number, of: number) => void },
): Promise<{ path: string; bytes: number }> {
  const path = resolve(given);
  await requireFree(path, force);
  const length = response.headers.get('content-length');
  const partial = await openPartialFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(
      EXIT.refused,
      `${path} cannot be written (${error.code}): ${WRITING[error.code ?? ''] ?? 'choose another place.'}`,
    );
  });
  try {
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      await partial.file.writeFile(chunk as Uint8Array);
      bytes += (chunk as Uint8Array).length;
      onBytes?.(bytes, Number(length ?? bytes));
    }
    if (length !== null && bytes !== Number(length))
      throw new CommandFailed(EXIT.failed, `The download broke off after ${bytes} of ${length} bytes.`);
    await operate(partial.publish(force));
    return { path, bytes };
  } finally {
    await partial.abandon();
  }
}
