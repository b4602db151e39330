import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../shared/database/database.ts';
import { startBrowser } from '../harness/browser.ts';
import { Client } from '../harness/client.ts';
import { holdPosts } from '../harness/held-posts.ts';
import { accessibilityFaults, fitsWindow, openPage, signIn, type View } from '../harness/page.ts';
import { environmentOf, hasProcessTable, processesRunning, processRunning } from '../harness/process-table.ts';
import { ADMIN, startStack } from '../harness/stack.ts';

const POSTS = `post_id,version_no,event_type,created_at
1,1,create,2025-01-31T15:00:00Z
`;
const MIKA = { email: 'mika@example.com', password: 'mika-password' };

let stack: Awaited<ReturnType<typeof startStack>>;
let browser: Browser;
let client: Client;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ EXPORT_HEARTBEAT_STALE: '8' }), startBrowser()]);
  client = new Client(stack.url);
  await client.signIn(ADMIN);
  await client.finished((await client.upload('posts', POSTS)).id);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const open = (hash: string, view: View = {}): Promise<Page> =>
  openPage(browser, stack.url, { hash, as: ADMIN, ...view });

const running = (program: string): number => {
  const found = processRunning(stack.dataDirectory, program);
  if (found === undefined) throw new Error(`No process of the stack runs ${program}.`);
  return found;
};
const openStackDatabase = () => {
  const database = openDatabase(environmentOf(running('api.ts')).DATABASE_URL ?? '', 1);
  onTestFinished(() => database.close());
  return database;
};

describe('operations', () => {
  test('show what lives, what is due and what was done, on a telephone too', async () => {
    const page = await open('#/operations', { width: 360, scheme: 'dark' });
    await page.getByText('Everything that is checked works.').waitFor();
    await page.getByRole('region', { name: 'Export workers' }).getByText('alive').first().waitFor();
    await page.getByRole('region', { name: 'Processes' }).getByRole('rowheader', { name: 'ingest' }).waitFor();
    await page.getByRole('region', { name: 'Schedule' }).getByText('sweep imports').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await fitsWindow(page)).toBe(true);
    if (hasProcessTable) {
      const server = ['mariadbd', 'mysqld']
        .map((program) => processRunning(stack.dataDirectory, program))
        .find(Boolean);
      if (!server) throw new Error('The database server of the stack was not found among the processes.');
      // Killed at once it might be back before the page asks again.
      process.kill(server, 'SIGSTOP');
      await page.getByText('database unavailable').waitFor();
      process.kill(server, 'SIGKILL');
      await page.getByText('Everything that is checked works.').waitFor();
      await page.getByRole('alert').first().waitFor({ state: 'detached' });
      await page.getByRole('region', { name: 'Processes' }).getByText('alive').first().waitFor();
    }
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('button', { name: /^done/ }).click();
    await page.getByRole('region', { name: 'Background jobs' }).getByText('dispatch_import').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByLabel('Action').selectOption('import.received');
    await page.getByRole('link', { name: 'Import 1' }).waitFor();
    expect(await fitsWindow(page)).toBe(true);
  });

  test('add a user, change their role, ban them at once, and let them in again', async () => {
    const page = await open('#/operations/users');
    await page.getByRole('button', { name: 'Add a user…' }).click();
    const form = page.getByRole('dialog', { name: 'Add a user' });
    await form.getByLabel('Name').fill('Mika');
    await form.getByLabel('E-mail address').fill(MIKA.email);
    await form.getByLabel('First password').fill(MIKA.password);
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Add' }).click();
    const mika = page.getByRole('row', { name: /Mika/ });
    await mika.waitFor();
    expect(await page.getByLabel(`Role of ${ADMIN.email}`).count()).toBe(0);

    // Her role changes while her count is made: it is made again for what she may see then.
    const posts = hasProcessTable ? await holdPosts(openStackDatabase()) : undefined;
    const hers = await open('#/counts', { as: MIKA });
    await hers.getByText('Counting').waitFor();
    const changed = page.waitForResponse('**/set-role');
    await page.getByLabel(`Role of ${MIKA.email}`).selectOption('importer');
    await changed;
    await posts?.release();
    await hers.getByRole('table').waitFor();
    await hers.reload();
    await hers.getByRole('link', { name: 'Imports' }).waitFor();
    expect(await hers.getByRole('link', { name: 'Operations' }).count()).toBe(0);

    await page.getByRole('button', { name: `Ban ${MIKA.email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click();
    await mika.getByText('banned').waitFor();
    await hers.getByRole('button', { name: 'Count again' }).click();
    await hers.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: `Lift the ban of ${MIKA.email}` }).click();
    await mika.getByText('may sign in').waitFor();
    await signIn(hers, MIKA);
  });

  test('a key is shown once and can be revoked; a password is changed by its owner', async () => {
    const page = await open('#/operations/keys');
    await page.getByText('There are no API keys.').waitFor();
    await page.getByRole('button', { name: 'Make a key…' }).click();
    await page.getByLabel('What it is for').fill('nightly');
    await page.getByRole('button', { name: 'Make it' }).click();
    const key = (await page.locator('.secret').textContent()) ?? '';
    expect((await fetch(`${stack.url}/api/me`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Revoke nightly' }).click();
    await page
      .getByRole('row', { name: /nightly/ })
      .getByText('revoked')
      .waitFor();
    expect(await page.locator('.secret').count()).toBe(0);

    await page.getByRole('button', { name: 'Administrator' }).click();
    await page.getByLabel('Current password').fill('not-my-password');
    await page.getByLabel('New password').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByText('The current password is wrong.').waitFor();
    await page.getByLabel('Current password').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByText('The password is changed.').waitFor();
  });
});

describe.runIf(hasProcessTable)('work that stands still', () => {
  test('an import is queued in words, sent again and canceled; a killed consumer comes back without a reload', async () => {
    await client.signIn(ADMIN);
    const page = await open('#/imports');
    const stopped = running('ingest.ts');
    process.kill(stopped, 'SIGSTOP');
    const [unwanted, wanted] = [
      await client.upload('posts', POSTS.replace('1,1,', '2,1,')),
      await client.upload('posts', POSTS.replace('1,1,', '3,1,')),
    ];
    await page.goto(`${stack.url}/#/imports/${unwanted.id}`);
    await page.getByText('A consumer will take it up.').waitFor();
    await page.getByRole('button', { name: 'Send it again' }).click();
    await page.getByRole('button', { name: 'Send it again', disabled: false }).waitFor();
    await page.getByRole('button', { name: 'Cancel the import' }).click();
    await page.getByText('Nothing of this file was imported.').waitFor();

    await page.goto(`${stack.url}/#/imports/${wanted.id}`);
    await page.getByText('A consumer will take it up.').waitFor();
    process.kill(stopped, 'SIGKILL');
    await page.getByText('Every row is in the ledger.').waitFor();
    expect(await page.locator('.counters').textContent()).toContain('New1');
  });

  test('an export whose worker is killed has failed in words; a new one needs no reload', async () => {
    const { release } = await holdPosts(openStackDatabase());
    const page = await open('#/counts?ledger=posts&mode=details');
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByRole('button', { name: 'Start the export' }).click();
    await page.getByText('Aggregating.').waitFor();
    // One of them has the export.
    for (const pid of processesRunning(stack.dataDirectory, 'export-worker.ts')) process.kill(pid, 'SIGKILL');
    await page.getByText('The worker that made the file stopped. Try again.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await release();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Export…' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Start the export' }).click();
    expect(await (await downloading).failure()).toBeNull();
  });

  test('a failed job is shown with its error, and tried again', async () => {
    await openStackDatabase().execute(
      `INSERT INTO jobs (kind, payload, state, attempts, last_error, run_at, created_at, finished_at)
       VALUES ('dispatch_import', '1', 'failed', 5, 'Error: no way through',
               UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))`,
      [],
    );
    const page = await open('#/operations/jobs');
    await page.getByRole('button', { name: /^failed/ }).click();
    await page.getByText('Error: no way through').waitFor();
    await page.getByRole('button', { name: /^Retry job/ }).click();
    await page.getByText('There is no job in this state.').waitFor();
  });
});
