import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPrivateServer } from '../../shared/database/private-server.ts';
import { findServerPrograms } from '../../shared/database/server-programs.ts';
import { placeDatabase } from './database-template.ts';

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
  await placeDatabase(directory);
  const server = await startPrivateServer(directory, process.env.PATH ?? '', await carelessOptions());
  project.provide('serverUrl', server.url('mysql'));
  return async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

/** This server need not survive a power cut. Each test file makes its tables anew, and most of that is syncing files. */
async function carelessOptions(): Promise<string[]> {
  const programs = await findServerPrograms(process.env.PATH ?? '');
  return ['--innodb-flush-log-at-trx-commit=0', ...(programs?.kind === 'mariadb' ? ['--sync-frm=OFF'] : [])];
}
