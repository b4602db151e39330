import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { withDatabase } from '../../shared/database/url.ts';
import { makeDatabase } from '../../shared/operations/backup/restore-backup.ts';
import { atEnd } from './at-end.ts';

export async function temporaryPlace(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'tallyport backup-'));
  atEnd(() => rm(place, { recursive: true, force: true }));
  return place;
}

/** A database that holds nothing; dropped at the end. */
export async function emptyDatabase(): Promise<Database & { url: string }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = withDatabase(inject('serverUrl'), name);
  await makeDatabase(url);
  const database = openDatabase(url, 2);
  atEnd(async () => {
    await database.execute(`DROP DATABASE ${name}`);
    await database.close();
  });
  return { ...database, url };
}

/** Enough rows that a dump takes a while; `audit` is the first table of a dump. */
export async function fillAudit(database: Pick<Database, 'execute'>, rows: number): Promise<void> {
  const line = `UTC_TIMESTAMP(6), 'u', 'import.received', 'import', '1', 'r', REPEAT(SHA2(RAND(), 256), 30)`;
  const columns = 'recorded_at, user_id, action, subject_kind, subject_id, request_id, details';
  await database.execute(`INSERT INTO audit (${columns}) VALUES (${line})`);
  for (let there = 1; there < rows; there *= 2)
    await database.execute(`INSERT INTO audit (${columns}) SELECT ${line} FROM audit`);
}
