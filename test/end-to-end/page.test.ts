import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { Client } from '../harness/client.ts';
import { openPage, signIn } from '../harness/page.ts';
import { ADMIN, startStack } from '../harness/stack.ts';

const HEAD = 'post_id,version_no,event_type,created_at,created_by,title,url,tag_ids,parent_post_ids\n';
const GOOD = `${HEAD}1,1,create,2025-01-31T15:00:00Z,mika,桜,,[],[]
1,2,update,2025-03-01T00:00:00Z,sora,桜と梅,,[],[]
2,1,create,2025-03-02T00:00:00Z,mika,,,[],[]
`;
const VIEWER = { email: 'viewer@example.com', password: 'viewer-password' };

let stack: Awaited<ReturnType<typeof startStack>>;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), startBrowser()]);
  const client = new Client(stack.url);
  await client.signIn(ADMIN);
  await client.finished((await client.upload('posts', GOOD)).id);
  await client.postJson('/api/auth/admin/create-user', { ...VIEWER, name: 'Viewer', role: 'viewer' });
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

async function open(locale: string, hash = ''): Promise<void> {
  page = await openPage(browser, stack.url, { locale, hash, width: 360 });
}

/** The table as text, a line each; empty cells stay. */
async function tableRows(): Promise<string[]> {
  const rows = await page.getByRole('region', { name: 'Counts of Posts' }).getByRole('row').all();
  return Promise.all(rows.map(async (row) => (await row.locator('th, td').allTextContents()).join(' | ')));
}

describe('the page', () => {
  test('says why nobody got in, in the language of the browser, which can be switched', async () => {
    await open('ja-JP');
    await page.getByLabel('メールアドレス').fill(ADMIN.email);
    await page.getByLabel('パスワード').fill('wrong-password');
    await page.getByRole('button', { name: 'サインイン' }).click();
    await page.getByRole('alert').getByText('違うか').waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('alert').getByText('is wrong').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  test('counts what is picked, keeps it in the address, and exports just that', async () => {
    await open('en-GB', '#/counts');
    await signIn(page, ADMIN);
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await page.getByLabel('Subtotals').check();
    await page.getByText('Grand total').waitFor();
    const table = [
      'Time of change (month) | Kind of change | Total',
      'create | update',
      '2025-02 | 1 |  | 1',
      '2025-03 | 1 | 1 | 2',
      'Grand total | 2 | 1 | 3',
    ];
    expect(await tableRows()).toEqual(table);
    await page.reload();
    await page.getByText('Grand total').waitFor();
    expect(await tableRows()).toEqual(table);

    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByRole('button', { name: 'Start the export' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the file' }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    expect(file.split('\r\n')).toEqual([
      '\uFEFFrow_type,level,created_at,create / count,update / count,total / count,masked',
      'regular,1,2025-02,1,,1,',
      'regular,1,2025-03,1,1,2,',
      'total,0,,2,1,3,',
      '',
    ]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });

  test('offers a viewer neither imports nor guarded axes, and a cut network is said in words', async () => {
    await open('en-GB');
    await signIn(page, VIEWER);
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('link', { name: 'Imports' }).count()).toBe(0);
    expect(await page.getByLabel('Row axis 1').locator('option').allTextContents()).toEqual([
      'Time of change',
      'Kind of change',
    ]);

    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Count again' }).click();
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table').waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
  });
});
