import { readdir, readlink } from 'node:fs/promises';

/** Which files below a directory this process has open, as Linux tells; what else it opens is not looked at. */
export async function openFiles(below: string): Promise<string[]> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((file) => file.startsWith(below));
}
