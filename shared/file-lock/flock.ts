import { constants } from 'node:os';
import koffi from 'koffi';

/** Numbers of flock(2); the same on Linux and macOS. */
const LOCK_SH = 1;
const LOCK_EX = 2;
const LOCK_NB = 4;

type Flock = (descriptor: number, operation: number) => number;
let loaded: Flock | undefined;

/** The C library that this process already has. */
function flock(): Flock {
  loaded ??= koffi.load(null).func('int flock(int fd, int operation)') as unknown as Flock;
  return loaded;
}

/**
 * Takes the flock(2) of an open file without waiting: for itself alone, or shared with others that share. Closing the
 * descriptor, or the end of the process in any way, gives it back.
 * @returns false when somebody else holds it
 * @throws Error when the file system cannot lock
 */
export function tryFlock(descriptor: number, kind: 'exclusive' | 'shared' = 'exclusive'): boolean {
  const operation = (kind === 'shared' ? LOCK_SH : LOCK_EX) | LOCK_NB;
  for (;;) {
    if (flock()(descriptor, operation) === 0) return true;
    const errno = koffi.errno();
    if (errno === constants.errno.EWOULDBLOCK) return false;
    if (errno !== constants.errno.EINTR)
      throw new Error(`flock(2) failed with errno ${errno}: the file system of this file may not support it.`);
  }
}
