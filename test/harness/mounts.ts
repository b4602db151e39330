import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';

/** Only root of a machine of its own may mount. */
export const mayMount = (() => {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return process.platform === 'linux' && process.getuid?.() === 0;
  } catch {
    console.log('skipped: tests that mount, which takes root');
    return false;
  }
})();

/** The folder under another path. */
export const mountAgain = (path: string) => mounted(['--bind', path]);

/** A file system in memory that holds so many bytes. */
export const mountSmall = (bytes: number) => mounted(['-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'tmpfs']);

async function mounted(what: readonly string[]): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'tallyport-mount-'));
  execFileSync('mount', [...what, path]);
  chmodSync(path, 0o700);
  atEnd(async () => {
    execFileSync('umount', ['--lazy', path]);
    await rm(path, { recursive: true, force: true });
  });
  return path;
}
