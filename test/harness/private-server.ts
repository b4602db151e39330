import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '../../shared/database/migrate.ts';
import { type PrivateServer, startPrivateServer } from '../../shared/database/private-server.ts';
import { withDatabase } from '../../shared/database/url.ts';
import { withinDeadline } from '../../shared/database/within-deadline.ts';
import { atEnd } from './at-end.ts';

/**
 * A database server of this test file's own, for tests that stop or end it, with a migrated database.
 * @param extra further options of the server
 */
export async function startTestServer(extra: string[] = []): Promise<PrivateServer & { readonly databaseUrl: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'tallyport-server-'));
  const server = await startPrivateServer(directory, process.env.PATH ?? '', extra);
  atEnd(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });
  await withinDeadline(server.url('mysql'), 10_000, (connection) => connection.query('CREATE DATABASE tallyport'));
  const databaseUrl = withDatabase(server.url('mysql'), 'tallyport');
  await migrateDatabase(databaseUrl);
  return { ...server, databaseUrl };
}
