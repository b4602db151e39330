import { constants } from 'node:os';

/** The export directory does not answer, cannot be written, or another process keeps its lock. */
export class DirectoryUnavailable extends Error {
  override name = 'DirectoryUnavailable';
}

const { EIO, EROFS, ESTALE, ENXIO, ENODEV } = constants.errno;
const BROKEN: ReadonlySet<number | undefined> = new Set([EIO, EROFS, ESTALE, ENXIO, ENODEV].map((errno) => -errno));

/**
 * Runs what works in the export directory.
 * @throws DirectoryUnavailable when its disk or its server fails, else what `work` throws
 */
export async function inDirectory<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!BROKEN.has((cause as NodeJS.ErrnoException).errno)) throw cause;
    throw new DirectoryUnavailable(`The export directory ${path} fails. See to its disk or its server.`, { cause });
  }
}
