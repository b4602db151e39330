import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { Client } from '../harness/client.ts';
import { accessibilityFaults, fitsWindow, openPage, signIn } from '../harness/page.ts';
import { hasProcessTable, processRunning } from '../harness/process-table.ts';
import { ADMIN, startStack } from '../harness/stack.ts';

const POSTS = `post_id,version_no,event_type,created_at
1,1,create,2025-01-31T15:00:00Z
`;
const MIKA = { email: 'mika@example.com', password: 'mika-password' };

let stack: Awaited<ReturnType<typeof startStack>>;
let browser: Browser;
let client: Client;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), startBrowser()]);
  client = new Client(stack.url);
  await client.signIn(ADMIN);
  await client.finished((await client.upload('posts', POSTS)).id);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const open = (hash: string, width = 1280, scheme: 'light' | 'dark' = 'light'): Promise<Page> =>
  openPage(browser, stack.url, { hash, width, scheme });

describe('operations', () => {
  test('show what lives, what is due and what was done, on a telephone too', async () => {
    const page = await open('#/operations', 360, 'dark');
    await signIn(page, ADMIN);
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
    await signIn(page, ADMIN);
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

    const hers = await open('#/counts');
    await signIn(hers, MIKA);
    await page.getByLabel(`Role of ${MIKA.email}`).selectOption('importer');
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
    await signIn(page, ADMIN);
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
