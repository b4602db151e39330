import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PrivateServer, startPrivateServer } from '../../shared/database/private-server.ts';
import { atEnd } from './at-end.ts';
import { placeDatabase } from './database-template.ts';

/**
 * A database server of this test file's own, for tests that stop or end it, with a migrated database.
 * @param extra further options of the server
 */
export async function startTestServer(extra: string[] = []): Promise<PrivateServer & { readonly databaseUrl: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'tallyport-server-'));
  await placeDatabase(directory);
  const server = await startPrivateServer(directory, process.env.PATH ?? '', extra);
  atEnd(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });
  return { ...server, databaseUrl: server.url('tallyport') };
}
