import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPrivateServer } from '../../shared/database/private-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the server's own `mysql` database; a test file makes a database of its own (`test/harness/database.ts`). */
    serverUrl: string;
  }
}

/** Once for a whole run: a private database server, or the one that TEST_DATABASE_URL names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('serverUrl', given);
    return async () => {};
  }
  const directory = await mkdtemp(join(tmpdir(), 'tallyport-test-'));
  // Tests end the server by themselves; they need not survive a power cut.
  const server = await startPrivateServer(directory, process.env.PATH ?? '', ['--innodb-flush-log-at-trx-commit=2']);
  project.provide('serverUrl', server.url('mysql'));
  return async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
