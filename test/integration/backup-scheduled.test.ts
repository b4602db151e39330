import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { backUp } from '../../functions/tasks/scheduled-backup.ts';
import { createLog } from '../../shared/log.ts';
import { temporaryPlace } from '../harness/backup-world.ts';
import { pathWithClients } from '../harness/client-programs.ts';
import { openTestDatabase } from '../harness/database.ts';

const database = await openTestDatabase();
const PATH = await pathWithClients(database);
const place = await temporaryPlace();
let logged = '';
const log = createLog('json', {}, { write: (text) => (logged += text) });
const never = new AbortController().signal;

afterEach(() => vi.unstubAllEnvs());

test.skipIf(!PATH)('the schedule copies by a process of its own, and says what it made', async () => {
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('PATH', PATH);
  const directory = join(place, 'copies');
  await backUp(directory, 3, log, never);
  const [name] = await readdir(directory);
  expect(JSON.parse(logged)).toMatchObject({
    event: 'database backed up',
    path: join(directory, name ?? ''),
    deleted: [],
  });
});

test('no copy is an error with what the command said; a stop leaves nothing', async () => {
  vi.stubEnv('DATABASE_URL', 'mysql://root@127.0.0.1:9/tallyport');
  const directory = join(place, 'none');
  await expect(backUp(directory, 3, log, never)).rejects.toThrow(/exit code 5.*does not answer/);
  const stopped = new AbortController();
  const copying = backUp(directory, 3, log, stopped.signal);
  stopped.abort(new Error('stopping'));
  await expect(copying).rejects.toThrow('stopping');
  expect(await readdir(place)).not.toContain('none');
});
