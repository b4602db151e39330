import { type ChildProcess, fork } from 'node:child_process';
import type { ExportJob } from '../../shared/export-queue/job.ts';

/** A process of its own that makes one file. */
export interface GeneratorProcess {
  /** It never rejects. */
  readonly ended: Promise<GeneratorEnd>;
  /** The server's id of its database connection, once it has one. */
  readonly threadId: number | undefined;
  /** Asks it to end, and kills it after the grace. Resolves when it is gone. */
  terminate(graceMs: number): Promise<void>;
}

export interface GeneratorEnd {
  /** In words for a log. */
  how: string;
  /** Somebody killed it; else it ended by itself. */
  killed: boolean;
}

/** What a supervisor tells a generator first; any further word tells it to end. */
export interface GeneratorOrder {
  job: string;
  clockOffset: number;
}
const END = 'end';

/** What a generator tells its supervisor. */
export interface GeneratorMessage {
  threadId: number;
}

/** Starts generators, and ends at once the one that is there. */
export interface Generators {
  start: StartGenerator;
  /** Without asking: one that stands still may hold the queue's lock, and would for ever. */
  kill(): void;
}

export type StartGenerator = (job: ExportJob, clockOffset: number) => GeneratorProcess;

/** Records live for a moment: much room for young objects would only raise the memory that is used. */
const OPTIONS = ['--max-semi-space-size=4'];

/**
 * Keeps one process ready, loaded and without a database connection, since starting one takes longer than a small
 * export. It makes one file, as every generator does; the next one is made ready when it has gone. Each of them ends
 * when this process is gone.
 * @param entry the program
 * @param codeCache where Node keeps what it has compiled
 */
export function generatorStarter(entry: URL, codeCache: string | undefined): Generators {
  const env = codeCache ? { NODE_COMPILE_CACHE: codeCache, ...process.env } : process.env;
  const prepare = () => {
    const child = fork(entry, [], { env, execArgv: OPTIONS, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    return { child, ended: endOf(child) };
  };
  let spare: ReturnType<typeof prepare> | undefined = prepare();
  let current = spare;
  const start: StartGenerator = (job, clockOffset) => {
    current = spare && isThere(spare.child) ? spare : prepare();
    spare = undefined;
    const { child, ended } = current;
    ended.then(() => {
      spare = prepare();
      current = spare;
    });
    child.send({ job: job.id, clockOffset } satisfies GeneratorOrder, () => {});
    let threadId: number | undefined;
    child.on('message', (message: GeneratorMessage) => {
      threadId = message.threadId;
    });
    return {
      ended,
      get threadId() {
        return threadId;
      },
      async terminate(graceMs) {
        if (child.connected) child.send(END, () => {});
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
        await ended;
        clearTimeout(timer);
      },
    };
  };
  return { start, kill: () => current.child.kill('SIGKILL') };
}

function isThere({ exitCode, signalCode, connected }: ChildProcess): boolean {
  return exitCode === null && signalCode === null && connected;
}

function endOf(child: ChildProcess): Promise<GeneratorEnd> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) =>
      resolve({ how: signal ? `killed by ${signal}` : `exit code ${code}`, killed: signal !== null }),
    );
    child.once('error', (error) => resolve({ how: `not started: ${error.message}`, killed: false }));
  });
}
