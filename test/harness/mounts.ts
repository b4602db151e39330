import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/** A file system in memory that holds so many bytes, and so many files. */
export const mountSmall = (bytes: number, files = 100_000) =>
  mounted(['-t', 'tmpfs', '-o', `size=${bytes},nr_inodes=${files},mode=0700`, 'tmpfs']);

/** A small disk of its own, which can break: nothing can be written any more (EIO). */
export async function mountDisk() {
  const image = join(await mkdtemp(join(tmpdir(), 'tallyport-disk-')), 'image');
  atEnd(() => rm(dirname(image), { recursive: true, force: true }));
  const make = () => {
    rmSync(image, { force: true });
    writeFileSync(image, '');
    truncateSync(image, DISK_BYTES);
    execFileSync('mkfs.ext4', ['-q', '-F', image]);
    return ['-o', 'loop', image];
  };
  const path = await mounted(make());
  return {
    path,
    break() {
      const device = execFileSync('losetup', ['--noheadings', '--output', 'NAME', '--associated', image]);
      truncateSync(image, 0);
      execFileSync('losetup', ['--set-capacity', device.toString().trim()]);
    },
    replace() {
      execFileSync('umount', ['--lazy', path]);
      execFileSync('mount', [...make(), path]);
      rmSync(join(path, 'lost+found'), { recursive: true });
      chmodSync(path, 0o700);
    },
  };
}

const DISK_BYTES = 16_000_000;

async function mounted(what: readonly string[]): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'tallyport-mount-'));
  execFileSync('mount', [...what, path]);
  await rm(join(path, 'lost+found'), { recursive: true, force: true });
  chmodSync(path, 0o700);
  atEnd(async () => {
    execFileSync('umount', ['--lazy', path]);
    await rm(path, { recursive: true, force: true });
  });
  return path;
}
