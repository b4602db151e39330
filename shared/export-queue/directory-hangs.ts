/** The export directory does not answer, or another process keeps its lock. */
export class DirectoryHangs extends Error {
  override name = 'DirectoryHangs';
  constructor(path: string, seconds: number, cause: unknown) {
    super(`The lock of the export directory ${path} could not be had for ${seconds} s.`, { cause });
  }
}
