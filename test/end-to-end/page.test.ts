import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { Client } from '../harness/client.ts';
import { accessibilityFaults, fitsWindow, openPage, signIn, type View } from '../harness/page.ts';
import { ADMIN, startStack } from '../harness/stack.ts';

const HEAD = 'post_id,version_no,event_type,created_at,created_by,title,url,tag_ids,parent_post_ids\n';
const POSTS = `${HEAD}1,1,create,2025-01-31T15:00:00Z,mika,桜,,[],[]
1,2,update,2025-03-01T00:00:00Z,sora,桜と梅,,[],[]
2,1,create,2025-03-02T00:00:00Z,mika,,,[],[]
3,1,create,2025-03-03T00:00:00Z,sora,秘密,,[],[]
3,2,discard,2025-03-04T00:00:00Z,sora,秘密,,[],[]
`;
const MANY = 9_900;
const MATERIALS = `material_id,version_no,event_type,created_at,created_by,title
${Array.from({ length: MANY }, (_, index) => `${index + 1},1,create,2025-01-01T00:00:00Z,mika,no ${index}`).join('\n')}
`;
const VIEWER = { email: 'viewer@example.com', password: 'viewer-password' };

let stack: Awaited<ReturnType<typeof startStack>>;
let browser: Browser;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), startBrowser()]);
  const client = new Client(stack.url);
  await client.signIn(ADMIN);
  await client.finished((await client.upload('posts', POSTS)).id);
  await client.finished((await client.upload('materials', MATERIALS)).id);
  await client.postJson('/api/auth/admin/create-user', { ...VIEWER, name: 'Viewer', role: 'viewer' });
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const open = (view?: View) => openPage(browser, stack.url, view);

/** The table as text, a line each; empty cells stay. */
async function tableRows(page: Page, name = 'Counts of Posts'): Promise<string[]> {
  const region = page.getByRole('region', { name });
  await region.waitFor();
  const rows = await region.locator('tr:not(.space)').all();
  return Promise.all(
    rows.map(async (row) =>
      (await row.locator('th, td').allTextContents()).map((text) => text.replace(/[▲▼]$/, '')).join(' | '),
    ),
  );
}

describe('signing in', () => {
  test('says why nobody got in, in the language of the browser, which can be switched', async () => {
    const page = await open({ locale: 'ja-JP', width: 360 });
    await page.getByLabel('メールアドレス').fill(ADMIN.email);
    await page.getByLabel('パスワード').fill('wrong-password');
    await page.getByRole('button', { name: 'サインイン' }).click();
    await page.getByRole('alert').getByText('違うか').waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('alert').getByText('is wrong').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await fitsWindow(page)).toBe(true);
  });
});

describe('counts', () => {
  test('what is picked is counted, stands in the address, sorts, copies and exports', async () => {
    const page = await open({ hash: '#/counts' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, ADMIN);
    await page.getByRole('table').waitFor();
    expect(asked.filter((request) => request === 'POST /api/counts')).toHaveLength(1);
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await page.getByLabel('Subtotals').check();
    await page.getByText('Grand total').waitFor();
    const head = page.getByRole('button', { name: 'Time of change (month)' }).locator('.sort-words');
    const isWhole = await head.evaluate((element) => {
      const { scrollWidth, clientWidth } = element as unknown as { scrollWidth: number; clientWidth: number };
      return scrollWidth <= clientWidth;
    });
    expect(isWhole).toBe(true);
    const table = [
      'Time of change (month) | create | discard | update | Total',
      '2025-02 | 1 |  |  | 1',
      '2025-03 | 2 | 1 | 1 | 4',
      'Grand total | 3 | 1 | 1 | 5',
    ];
    expect(await tableRows(page)).toEqual(table);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.reload();
    await page.getByText('Grand total').waitFor();
    expect(await tableRows(page)).toEqual(table);

    await page.getByText('Order of the columns').click();
    await page.getByRole('button', { name: 'Move update forward' }).click();
    await page.getByRole('columnheader').nth(2).getByText('update').waitFor();
    expect((await tableRows(page))[0]).toBe('Time of change (month) | create | update | discard | Total');
    expect(page.url()).toContain('column_order=');
    await page.getByRole('button', { name: 'Back to the usual order' }).click();
    await page.getByRole('columnheader').nth(2).getByText('discard').waitFor();

    await page.getByRole('button', { name: 'Total', exact: true }).click();
    await page.locator('[aria-sort=descending]').getByText('Total').waitFor();
    expect((await tableRows(page))[1]).toBe('2025-03 | 2 | 1 | 1 | 4');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('The table is on the clipboard').waitFor();
    const copied: string = await page.evaluate('navigator.clipboard.readText()');
    expect(copied.split('\n').map((line) => line.split('\t').join(' | '))).toEqual([
      table[0],
      table[2],
      table[1],
      table[3],
    ]);

    await page.getByRole('button', { name: 'Export…' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Start the export' }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    expect(file.split('\r\n').slice(1, 3)).toEqual(['regular,1,2025-03,2,1,1,4,', 'regular,1,2025-02,1,,,1,']);
  });

  test('periods, filters, measures and a state are picked, and each is drawn', async () => {
    const page = await open({
      hash: '#/counts?ledger=posts&row=created_at.day&time_zone=Asia/Tokyo',
      scheme: 'dark',
      as: ADMIN,
    });
    await page.getByLabel('First day').fill('2025-03-01');
    await page.getByLabel('Last day').fill('2025-03-03');
    await page.getByLabel('Entries').check();
    await page.getByLabel('Add a filter').selectOption('created_by');
    await page.getByRole('group', { name: 'Filters' }).getByLabel('sora').check();
    await page.getByText('2 rows').waitFor();
    expect(await tableRows(page)).toEqual([
      'Time of change (day) | Count | Entries',
      '2025-03-01 | 1 | 1',
      '2025-03-03 | 1 | 1',
    ]);
    await page.getByLabel('Counted is').selectOption('state');
    await page.getByLabel('At this time').fill('2025-03-03T23:00');
    await page.getByRole('button', { name: 'Count only where…' }).click();
    await page.getByRole('group', { name: 'Measures' }).getByLabel('update').click();
    await page.getByRole('columnheader', { name: 'Count: Kind of change = update' }).waitFor();
    expect((await tableRows(page)).slice(1)).toEqual(['2025-03-01 | 1 | 1 | 1', '2025-03-03 | 1 | 1 | 0']);
    await page.getByRole('button', { name: 'Chart' }).click();
    await page.getByRole('img', { name: 'Chart of the counts of Posts' }).locator('canvas').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('ten thousand rows are scrolled through with the heads in sight, and copied whole', async () => {
    const page = await open({
      hash: '#/counts?ledger=materials&row=material_id&column=event_type&time_zone=UTC',
      as: ADMIN,
    });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const table = page.getByRole('region', { name: 'Counts of Materials' });
    await table.getByText('1', { exact: true }).first().waitFor();
    expect(await table.locator('tbody tr').count()).toBeLessThan(80);
    expect(await table.getByRole('table').getAttribute('aria-rowcount')).toBe(String(MANY));
    await table.focus();
    await page.keyboard.press('End');
    await table.getByRole('rowheader', { name: String(MANY), exact: true }).waitFor();
    const head = await table.getByRole('columnheader', { name: 'Material ID' }).boundingBox();
    const frame = await table.boundingBox();
    expect(Math.abs((head?.y ?? 0) - (frame?.y ?? 999))).toBeLessThan(4);
    expect(await table.locator('tbody tr').count()).toBeLessThan(80);
    await page.keyboard.press('Control+c');
    await page.getByText('The table is on the clipboard').waitFor();
    const copied: string = await page.evaluate('navigator.clipboard.readText()');
    expect(copied.split('\n')).toHaveLength(MANY + 1);
  });

  test('a viewer sees what is not public as such, is told why, and is offered nothing that would be refused', async () => {
    const page = await open({ hash: '#/counts?ledger=posts&row=title&time_zone=UTC', width: 360, as: VIEWER });
    expect(await page.getByRole('link', { name: 'Imports' }).count()).toBe(0);
    expect(await tableRows(page)).toEqual(['Title | Count', '桜 | 1', '桜と梅 | 1', 'no value | 1', 'not public | 2']);
    await page.getByText('what they hold is shown to administrators only').waitFor();
    await page.getByRole('button', { name: 'change' }).click();
    const filters = page.getByLabel('Add a filter').locator('option');
    expect(await filters.allTextContents()).toEqual(['Add a filter…', 'Time of change', 'Kind of change']);
    await page.getByText('other filters would show what it holds').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await fitsWindow(page)).toBe(true);

    await page.getByRole('combobox', { name: 'Show', exact: true }).selectOption('details');
    await page.getByText('2 changes are not public and left out.').waitFor();
    expect(await page.getByRole('region', { name: 'Changes of Posts' }).locator('tbody tr').count()).toBe(3);
    expect(await filters.count()).toBeGreaterThan(5);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('details come page by page, and a cut network is said in words', async () => {
    const page = await open({ hash: '#/counts?ledger=materials&mode=details&time_zone=UTC', as: VIEWER });
    const rows = page.getByRole('region', { name: 'Changes of Materials' }).locator('tbody tr');
    await page.getByRole('button', { name: 'Show more (100 of 9,900 are shown)' }).click();
    await page.getByRole('button', { name: 'Show more (200 of 9,900 are shown)' }).waitFor();
    expect(await rows.count()).toBe(200);
    await page.getByText('all columns').click();
    for (const field of ['Entry', 'URL', 'Tag ID']) await page.getByLabel(field, { exact: true }).uncheck();
    await page.getByRole('button', { name: 'Move Title forward' }).click();
    await page.reload();
    await rows.first().waitFor();
    const heads = await page.getByRole('columnheader').allTextContents();
    expect(heads.slice(3, 6)).toEqual(['Time of change', 'Title', 'Changed by']);
    expect([heads.length, await rows.count()]).toEqual([8, 100]);
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByLabel('Format').selectOption('jsonl');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Start the export' }).click();
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\n');
    expect([lines.length, JSON.parse(lines[0] ?? '').material_id]).toEqual([MANY, 1]);
    await page.getByText('The server has begun to send the file.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Count again' }).click();
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await page.context().setOffline(false);
    await page.getByText('The server has not been reachable since').waitFor({ state: 'detached' });
    await page.getByRole('alert').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
  });
});
