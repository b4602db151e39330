import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { wireTasks } from '../../functions/hosts/wire-tasks.ts';
import { backUp } from '../../functions/tasks/scheduled-backup.ts';
import { readConfig } from '../../shared/config/config.ts';
import { createLog } from '../../shared/log.ts';
import { BACKUP_TASK } from '../../shared/operations/backup/backup-task.ts';
import { atEnd } from '../harness/at-end.ts';
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

test.skipIf(!PATH)(
  'with BACKUP_DIRECTORY the schedule copies by a process of its own, and says what it made',
  async () => {
    vi.stubEnv('DATABASE_URL', database.url);
    vi.stubEnv('PATH', PATH);
    const directory = join(place, 'copies');
    const environment = { DATABASE_URL: database.url, DATA_DIR: join(place, 'data'), SECRET: 'x'.repeat(32) };
    const config = readConfig({ ...environment, BACKUP_DIRECTORY: directory, BACKUP_KEEP: '3' });
    const { schedule } = await wireTasks({ config, log, closing: atEnd });
    await schedule.runDue();
    await schedule.runDue(new Date(Date.now() + 2 * 86_400_000));
    const [name] = await readdir(directory);
    const told = logged.split('\n').filter((line) => line.includes('database backed up'));
    expect(JSON.parse(told[0] ?? '')).toMatchObject({ path: join(directory, name ?? ''), deleted: [] });
    expect(await schedule.list()).toContainEqual(expect.objectContaining({ name: BACKUP_TASK, lastError: null }));

    const without = await wireTasks({ config: readConfig(environment), log, closing: atEnd });
    expect(await without.schedule.runDue(new Date(Date.now() + 4 * 86_400_000))).toBeGreaterThan(3);
    expect(await readdir(directory)).toEqual([name]);
  },
);

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
