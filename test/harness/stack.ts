import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { placeDatabase } from './database-template.ts';

/** The whole product as a person starts it: a real `bin/start` with data of its own. */
export interface RunningStack {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything it wrote so far. */
  readonly output: () => string;
  /** Resolves with the exit code when the starter has ended. */
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

export const ADMIN = { email: 'admin@example.com', password: 'correct-horse-battery' };
const START = join(import.meta.dirname, '../../functions/hosts/start.ts');

/** With a space in its name: programs that split paths are found out by every test. */
export function temporaryDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'tallyport stack-'));
}

/** @param environment settings beside DATA_DIR; SAMPLES is 0 unless given */
export function launchStack(
  dataDirectory: string,
  environment: Record<string, string> = {},
  args: string[] = [],
): { process: ChildProcess; output: () => string; ended: Promise<number | null>; ready: Promise<string> } {
  const child = spawn(process.execPath, [START, ...args], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDirectory,
      PORT: '0',
      SAMPLES: '0',
      ADMIN_PASSWORD: ADMIN.password,
      LOG: 'json',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const [, url] = /^ready (http\S+)$/.exec(line) ?? [];
        if (url) resolve(url);
      });
    }
    ended.then((code) => reject(new Error(`bin/start ended with ${code}:\n${lines.join('\n')}`)));
  });
  ready.catch(() => {});
  return { process: child, output: () => lines.join('\n'), ended, ready };
}

/** As `launchStack`, with data of its own that need not be initialised first. */
export async function startStack(
  environment: Record<string, string> = {},
  args: string[] = [],
): Promise<RunningStack & { dataDirectory: string }> {
  const dataDirectory = await temporaryDirectory();
  if (!environment.DATABASE_URL) await placeDatabase(join(dataDirectory, 'mysql'));
  const launched = launchStack(dataDirectory, environment, args);
  const url = await launched.ready;
  return {
    ...launched,
    url,
    dataDirectory,
    async stop() {
      launched.process.kill('SIGTERM');
      await launched.ended;
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
