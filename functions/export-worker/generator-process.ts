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

/** Any word of its supervisor tells a generator to end. */
const END = 'end';

/** What a generator tells its supervisor. */
export interface GeneratorMessage {
  threadId: number;
}

export type StartGenerator = (job: ExportJob, clockOffset: number) => GeneratorProcess;

/** @param entry the program that is started; it gets the job's id and the clock's offset as arguments */
export function generatorStarter(entry: URL): StartGenerator {
  return (job, clockOffset) => {
    const child = fork(entry, [job.id, String(clockOffset)], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    let threadId: number | undefined;
    child.on('message', (message: GeneratorMessage) => {
      threadId = message.threadId;
    });
    const ended = endOf(child);
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
}

function endOf(child: ChildProcess): Promise<GeneratorEnd> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) =>
      resolve({ how: signal ? `killed by ${signal}` : `exit code ${code}`, killed: signal !== null }),
    );
    child.once('error', (error) => resolve({ how: `not started: ${error.message}`, killed: false }));
  });
}
