import type { Readable } from 'node:stream';
import type { ServerKind } from '../../database/server-kind.ts';
import { OperationFailed } from '../operation-refused.ts';
import { findClientProgram, startClientProgram } from './client-program.ts';
import { createDumpReader, type TableContent } from './dump-reader.ts';
import { createManifestReader } from './manifest.ts';

/** A consistent snapshot in one transaction; rows in the order of their keys, bytes as hexadecimal digits. */
const OPTIONS = ['--single-transaction', '--quick', '--order-by-primary', '--hex-blob', '--no-tablespaces'];
const OPTIONS_OF: Record<ServerKind, readonly string[]> = { mariadb: [], mysql: ['--set-gtid-purged=OFF'] };

export interface DumpSource {
  url: string;
  kind: ServerKind;
  /** Value of PATH, where the program is looked for. */
  path: string;
}

/** What a dump is told to whoever takes its bytes. */
export interface Dump {
  /** Its text, in order. Ends, or throws, once the program has ended: with an error when anything says it is not whole. */
  chunks(): AsyncGenerator<Buffer>;
  /** What it holds; to be asked after the last chunk. */
  tables(): TableContent[];
}

/**
 * Starts the dump program of the server's own kind on a whole database.
 * @throws OperationRefused when the program is missing
 */
export async function startDump({ url, kind, path }: DumpSource, signal: AbortSignal): Promise<Dump> {
  const program = await findClientProgram('dump', kind, path);
  const options = [...OPTIONS, ...OPTIONS_OF[kind]];
  const lines = createManifestReader();
  const reader = createDumpReader(lines.line);
  let tables: TableContent[] = [];
  async function* chunks(): AsyncGenerator<Buffer> {
    signal.throwIfAborted();
    const { child, ended } = await startClientProgram({ program, kind, url, path }, options, 'ignore');
    const kill = () => child.kill('SIGKILL');
    signal.addEventListener('abort', kill);
    try {
      for await (const chunk of child.stdout as Readable) {
        reader.push(chunk as Buffer);
        yield chunk as Buffer;
      }
      const { code, signal: killedBy, said } = await ended;
      signal.throwIfAborted();
      if (code !== 0)
        throw new OperationFailed(`${program} ended with ${killedBy ?? `code ${code}`}: ${said || 'without a word'}`);
      if (!lines.closed()) throw new OperationFailed(`${program} ended without its closing line.`);
      tables = reader.tables();
    } finally {
      signal.removeEventListener('abort', kill);
      // Whoever took the chunks may have gone away.
      kill();
      await ended.catch(() => {});
    }
  }
  return { chunks, tables: () => tables };
}
