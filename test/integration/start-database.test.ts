import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareDatabase } from '../../functions/starter/database.ts';
import { StartFailed } from '../../functions/starter/start-failed.ts';
import { readConfig } from '../../shared/config/config.ts';
import { createLog } from '../../shared/log.ts';
import { emptyDatabase, temporaryPlace } from '../harness/backup-world.ts';
import { pathWithClients } from '../harness/client-programs.ts';

const target = await emptyDatabase();
const PATH = await pathWithClients(target);
const place = await temporaryPlace();
const BACKUPS = join(place, 'backups');

async function started(path = PATH ?? '') {
  const events: string[] = [];
  await prepareDatabase({
    config: readConfig({ DATABASE_URL: target.url, DATA_DIR: place }),
    dataDirectory: place,
    path,
    closing: () => {},
    stopping: new AbortController().signal,
    log: createLog('json', {}, { write: (line: string) => events.push(JSON.parse(line).event) }),
  });
  return events;
}

const copies = async () => readdir(BACKUPS).catch(() => []);
const [COPIED, MIGRATED] = ['database copied before it is migrated', 'database migrated'];

test.skipIf(!PATH)(
  'a start that must migrate what is there copies it first; without a copy it migrates nothing',
  async () => {
    expect(await started()).toEqual([MIGRATED]);
    expect(await started()).toEqual([]);
    expect(await copies()).toEqual([]);

    await target.execute('DROP TABLE audit');
    await target.execute(`UPDATE schema_migrations SET statements_done = 0 WHERE name = '0007_audit'`);
    const refused = await started('/nowhere').catch((error) => error);
    expect(refused).toBeInstanceOf(StartFailed);
    expect(refused.message).toMatch(/no copy of it could be taken first: .* was not found .*--no-backup/);
    expect(await target.query(`SHOW TABLES LIKE 'audit'`)).toEqual([]);

    expect(await started()).toEqual([COPIED, MIGRATED]);
    const [copy = ''] = await copies();
    expect(copy).toMatch(/^tallyport-\d{8}T\d{6}Z\.sql\.gz$/);
    expect((await stat(join(BACKUPS, copy))).mode & 0o777).toBe(0o600);
    expect(await target.query(`SHOW TABLES LIKE 'audit'`)).toHaveLength(1);
  },
);
