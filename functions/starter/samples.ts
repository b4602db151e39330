import { createReadStream } from 'node:fs';
import type { Config } from '../../shared/config/config.ts';
import type { Database } from '../../shared/database/database.ts';
import { importJobs } from '../../shared/imports/background.ts';
import { receiveImport } from '../../shared/imports/receive.ts';
import type { Log } from '../../shared/log.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { openQueue } from '../../shared/queue/open.ts';

const SAMPLES = [
  { ledger: 'tags', file: 'tags.csv' },
  { ledger: 'posts', file: 'posts.csv' },
] as const;

/** Sends the sample ledgers down the way of every upload, when nothing was ever imported. */
export async function importSamples(config: Config, database: Database, log: Log): Promise<void> {
  const [before] = await database.query('SELECT EXISTS (SELECT 1 FROM imports) AS any_import');
  const [user] = await database.query<{ id: string }>(
    `SELECT id FROM users WHERE role = 'admin' ORDER BY created_at LIMIT 1`,
  );
  if (Number(before?.any_import) === 1 || !user) return;
  const store = await openObjectStore(config);
  const queue = await openQueue(config, database);
  try {
    const { dispatch } = importJobs(database, queue, config, log);
    const dependencies = { ...dispatch, store, maxBytes: config.IMPORT_MAX_BYTES, log };
    for (const { ledger, file } of SAMPLES) {
      await receiveImport(dependencies, {
        ledger,
        filename: file,
        contentType: 'text/csv',
        user: { userId: user.id, role: 'admin' },
        requestId: `sample-${ledger}`,
        force: false,
        body: createReadStream(new URL(`../../samples/${file}`, import.meta.url)),
      });
    }
  } finally {
    await queue.close();
  }
}
