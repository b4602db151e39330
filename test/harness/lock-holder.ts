/** A program: takes the lock of the file it is given, says so, and keeps it. */
import { acquireFileLock } from '../../shared/file-lock/file-lock.ts';

await acquireFileLock(process.argv[2] ?? '');
process.send?.('locked');
setInterval(() => {}, 60_000);
