import { createReadStream } from 'node:fs';
import type { Config } from '../../shared/config/config.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { importJobs } from '../../shared/imports/background.ts';
import { DEFAULT_OPTIONS } from '../../shared/imports/options.ts';
import { receiveImport } from '../../shared/imports/receive.ts';
import type { Log } from '../../shared/log.ts';
import { openObjectStore } from '../../shared/object-store/open.ts';
import { openQueue } from '../../shared/queue/open.ts';

const SAMPLES = [
  { ledger: 'tags', file: 'tags.csv' },
  { ledger: 'posts', file: 'posts.csv' },
] as const;

/** Sends the sample ledgers down the way of every upload, when nothing was ever imported. */
export async function importSamples(config: Config, log: Log): Promise<void> {
  const database = openDatabase(config.DATABASE_URL, 2);
  try {
    const [before] = await database.query('SELECT EXISTS (SELECT 1 FROM imports) AS any_import');
    const [user] = await database.query<{ id: string }>(
      `SELECT id FROM users WHERE role = 'admin' ORDER BY created_at LIMIT 1`,
    );
    if (Number(before?.any_import) === 0 && user) await receiveSamples(config, database, user.id, log);
  } finally {
    await database.close();
  }
}

async function receiveSamples(config: Config, database: Database, userId: string, log: Log): Promise<void> {
  const store = await openObjectStore(config);
  const queue = await openQueue(config, database);
  try {
    const { dispatch } = importJobs(database, queue, config, log, store);
    for (const { ledger, file } of SAMPLES) {
      const received = await receiveImport(
        { ...dispatch, store, settings: config, log },
        {
          ledger,
          options: DEFAULT_OPTIONS,
          filename: file,
          contentType: 'text/csv',
          user: { userId, role: 'admin' },
          requestId: `sample-${ledger}`,
          force: false,
          body: createReadStream(new URL(`../../samples/${file}`, import.meta.url)),
        },
      );
      if (received.kind !== 'accepted') log.warn('a sample was not taken', { ledger, reason: received.kind });
    }
  } finally {
    await queue.close();
  }
}
