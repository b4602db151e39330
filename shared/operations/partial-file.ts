import { randomBytes } from 'node:crypto';
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OperationRefused } from './operation-refused.ts';

/** A file that bears its real name only once it is whole. */
export interface PartialFile {
  readonly file: FileHandle;
  /** Makes it durable under its real name. @throws OperationRefused when that is taken and may not be replaced */
  publish(replace: boolean): Promise<void>;
  /** Removes it, unless it was published. */
  abandon(): Promise<void>;
}

/** Opens one beside `path`, which nobody else may read. */
export async function openPartialFile(path: string): Promise<PartialFile> {
  const partial = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.partial`);
  const file = await open(partial, 'wx', 0o600);
  return {
    file,
    async publish(replace) {
      await file.sync();
      await file.close();
      if (replace) await rename(partial, path);
      else await renameOnce(partial, path);
      await using directory = await open(dirname(path), 'r');
      await directory.sync();
    },
    async abandon() {
      await file.close().catch(() => {});
      await rm(partial, { force: true });
    },
  };
}

const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** A rename would replace what somebody else put there meanwhile; a link does not, where a file system has them. */
async function renameOnce(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    await rm(from);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const taken = code === 'EEXIST' || (NO_LINKS.includes(code) && (await lstat(to).catch(() => undefined)));
    if (taken) throw new OperationRefused(`${to} was made by somebody else meanwhile. It was left as it is.`);
    if (!NO_LINKS.includes(code)) throw error;
    await rename(from, to);
  }
}
