import { execFile } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerPrograms } from './server-programs.ts';

/**
 * Makes the data directory of a private server, whose own directory is `base`. Made under another name first: an
 * interrupted initialisation is never taken for a database.
 */
export async function initialiseServer(programs: ServerPrograms, base: string, data: string): Promise<void> {
  // Relative, from within: mariadb-install-db splits paths at spaces.
  const unfinished = 'data.unfinished';
  const within = { cwd: base, env: { ...process.env, TMPDIR: join(base, 'tmp') } };
  await rm(join(base, unfinished), { recursive: true, force: true });
  const root = userInfo().uid === 0 ? ['--user=root'] : [];
  const run = promisify(execFile);
  if (programs.installer)
    await run(
      programs.installer,
      [
        '--no-defaults',
        ...root,
        `--datadir=./${unfinished}`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
      ],
      within,
    );
  else
    await run(
      programs.daemon,
      ['--no-defaults', ...root, `--datadir=${join(base, unfinished)}`, '--initialize-insecure'],
      within,
    );
  await rename(join(base, unfinished), data);
}
