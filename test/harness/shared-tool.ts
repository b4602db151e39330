import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atEnd } from './at-end.ts';

/** Servers that nobody of this project wrote, unpacked beside the system by scripts that lie beside the project. */
const DIRECTORY = join(import.meta.dirname, '../../../shared/tools');
const FETCH_LIMIT_MS = 300_000;

/** @returns whether the script is there; says so when it is not */
export function hasSharedTool(name: string): boolean {
  if (existsSync(join(DIRECTORY, name))) return true;
  console.log(`skipped: ../shared/tools/${name} is absent`);
  return false;
}

/**
 * Starts a server for this test file, on a free port, with data of its own; ended when the file is done. Its program is
 * unpacked once, below the directory for temporary files.
 * @param prefix of the settings that name its folders, as in `PREFIX_HOME` @param settings further ones
 * @returns what it says of itself: `NAME=value` pairs
 */
export async function startSharedTool(
  name: string,
  prefix: string,
  settings: Record<string, string> = {},
): Promise<Record<string, string>> {
  const run = await mkdtemp(join(tmpdir(), `${prefix.toLowerCase()}-`));
  const home = join(tmpdir(), `tallyport-${prefix.toLowerCase()}`);
  const env = { ...process.env, ...settings, [`${prefix}_HOME`]: home, [`${prefix}_RUN`]: run };
  const tool = (...args: string[]) =>
    promisify(execFile)(join(DIRECTORY, name), args, { env, timeout: FETCH_LIMIT_MS });
  await tool('fetch');
  const { stdout } = await tool('up', String(await freePort()));
  atEnd(async () => {
    await tool('down');
    await rm(run, { recursive: true, force: true });
  });
  return Object.fromEntries([...stdout.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key, value]));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}
