import { type Database, openDatabase } from '../../shared/database/database.ts';
import { importJobs } from '../../shared/imports/background.ts';
import { ingestMessage } from '../../shared/imports/ingest.ts';
import { CONNECTIONS } from '../../shared/names.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { openQueue } from '../../shared/queue/open.ts';
import type { Queue } from '../../shared/queue/queue.ts';
import type { WiredProcess } from './hosted-process.ts';

/**
 * Opens what a consumer of imports stands on, as the settings say.
 * @param connections statements that may run at once
 */
export async function wireIngest(
  { config, log, closing, tracing }: WiredProcess,
  connections: number = CONNECTIONS.ingest.database,
): Promise<{
  database: Database;
  queue: Queue;
  ingest: (body: string) => Promise<void>;
}> {
  const database = openDatabase(config.DATABASE_URL, connections);
  closing(() => database.close());
  const store = await openObjectStore(config);
  const queue = await openQueue(config, database, tracing?.header);
  closing(() => queue.close());
  const { jobs: backgroundJobs, dispatch } = importJobs(database, queue, config, log, store);
  const dependencies = { ...dispatch, store, backgroundJobs, leaseSeconds: config.IMPORT_LEASE, log };
  return { database, queue, ingest: (body) => ingestMessage(dependencies, body) };
}
