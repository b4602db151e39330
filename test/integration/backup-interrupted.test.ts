import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../shared/database/url.ts';
import { fillAudit, temporaryPlace } from '../harness/backup-world.ts';
import { poll } from '../harness/client.ts';
import { pathWithClients } from '../harness/client-programs.ts';
import { startTallyport } from '../harness/command.ts';
import { openTestDatabase } from '../harness/database.ts';
import { hasProcessTable } from '../harness/process-table.ts';

const database = await openTestDatabase();
const PATH = await pathWithClients(database);
const place = await temporaryPlace();
/** As large as lets a dump be met in its middle on a fast machine. */
await fillAudit(database, 32_768);

const OLD = ['tallyport-20240101T000000Z.sql.gz', 'tallyport-20250101T000000Z.sql.gz'];

test.skipIf(!PATH || !hasProcessTable).each([
  ['the dump program is killed', 'dump', 'SIGKILL', 1, 'SIGKILL'],
  ['the command gets Ctrl-C', 'command', 'SIGINT', 130, 'Interrupted.'],
  ['the command gets SIGTERM', 'command', 'SIGTERM', 130, 'Interrupted.'],
] as const)(
  'in the middle %s: nothing is left and nothing is rotated away',
  async (_name, whom, signal, code, said) => {
    const directory = join(place, signal + whom);
    await mkdir(directory);
    for (const name of OLD) await writeFile(join(directory, name), '');
    const environment = { DATABASE_URL: database.url, PATH: PATH ?? '', DATA_DIR: join(place, 'data') };
    const running = startTallyport(['db', 'backup', `${directory}/`, '--keep', '1'], environment);
    const dump = await poll(async () => {
      const [partial] = (await readdir(directory)).filter((name) => name.endsWith('.partial'));
      return partial === undefined ? undefined : dumpProcess();
    });
    // What every user of the machine may read says neither the password nor who.
    expect(dump.command).toContain('--defaults-file=/dev/fd/3');
    expect(dump.command).not.toMatch(/--(user|password)/);
    process.kill(whom === 'dump' ? dump.pid : (running.process.pid as number), signal);
    expect(await running.ended).toMatchObject({ code, stderr: expect.stringContaining(said), stdout: '' });
    expect((await readdir(directory)).sort()).toEqual(OLD);
    await expect(poll(async () => (dumpProcess() ? undefined : 'gone'))).resolves.toBe('gone');
  },
);

/** The dump of our database that runs now, as the kernel shows it. */
function dumpProcess(): { pid: number; command: string } | undefined {
  const name = parseDatabaseUrl(database.url).database;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const words = readCommand(entry);
    if (words.at(-1) === name && words.includes('--single-transaction'))
      return { pid: Number(entry), command: words.join(' ') };
  }
  return undefined;
}

function readCommand(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
  } catch {
    return [];
  }
}
