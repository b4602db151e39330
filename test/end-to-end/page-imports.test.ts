import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { Client } from '../harness/client.ts';
import { encode } from '../harness/encode.ts';
import { accessibilityFaults, fitsWindow, openPage, type View } from '../harness/page.ts';
import { ADMIN, startStack } from '../harness/stack.ts';

const HEAD = 'post_id,version_no,event_type,created_at,created_by,title,url,tag_ids,parent_post_ids\n';
const GOOD = `${HEAD}1,1,create,2025-01-31T15:00:00Z,mika,桜,,[],[]\n2,1,create,2025-03-02T00:00:00Z,mika,,,[],[]\n`;
/** Two rows of these are wrong: the ones on lines 3 and 5. */
const JAPANESE = `投稿ID,版,異動区分,操作日時,操作者,見出し
11,1,create,2025-02-01 09:00:00,花子,ソースの一覧
0012,1,create,2025-02-01 09:00:00,花子,能登
13,1,create,2025-02-01 09:00:00,花子,表
14,1,create,きのう,花子,噂
`;

let stack: Awaited<ReturnType<typeof startStack>>;
let browser: Browser;
let client: Client;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), startBrowser()]);
  client = new Client(stack.url);
  await client.signIn(ADMIN);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const open = (view?: View): Promise<Page> => openPage(browser, stack.url, { hash: '#/imports', as: ADMIN, ...view });
const file = (name: string, content: string | Uint8Array) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});

describe('bringing files in', () => {
  test('an empty list says how to begin', async () => {
    const page = await open({ width: 360 });
    await page.getByText('No file has been imported yet.').waitFor();
    await page.getByText('What must a file look like?').click();
    await page.getByRole('row', { name: /^post_id yes/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await fitsWindow(page)).toBe(true);
  });

  test('a Shift_JIS file is recognised, its faults are shown before it is sent, and mended by the person', async () => {
    const page = await open({ width: 360 });
    await page.getByLabel('Choose files').setInputFiles([file('記録.csv', encode(JAPANESE, 'shift_jis'))]);
    const review = page.getByRole('article', { name: '記録.csv' });
    await review.getByText('Recognised by its columns: Posts.').waitFor();
    await review.getByText('2 faults found within the first 4 rows.').waitFor();
    expect(await review.getByText('Shift_JIS (CP932) · comma').count()).toBe(1);
    expect(await review.getByLabel('Into the ledger').inputValue()).toBe('posts');
    const faults = review.getByRole('region', { name: 'Faults by line' }).getByRole('row');
    expect((await faults.allTextContents()).slice(1).map((text) => text.slice(0, 12))).toEqual([
      '3post_idpost',
      '5created_atc',
    ]);

    await review.getByLabel('Column 見出し of the file').selectOption('title');
    await review.getByRole('region', { name: 'First rows of 記録.csv' }).getByText('ソースの一覧').waitFor();
    await review.locator('summary').getByText('Options').click();
    await review.getByLabel('Times without a zone are in').selectOption('Asia/Tokyo');
    await review.getByRole('button', { name: 'leave the faulty rows out' }).click();
    await review.getByText('The faulty rows will be left out').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await fitsWindow(page)).toBe(true);
    await review.getByRole('button', { name: 'Import this file' }).click();

    const listed = page.getByRole('article', { name: '記録.csv' });
    await listed.getByText('done', { exact: true }).waitFor();
    await listed.getByText('4 rows · 2 new · 2 faulty').waitFor();
    await listed.getByRole('link', { name: '記録.csv' }).click();
    await page.getByText('the faulty ones were left out').waitFor();
    expect(await page.locator('.counters').textContent()).toBe('Rows read4New2Unchanged0Replaced0Faulty2');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the faulty rows' }).click();
    const report = await readFile(await (await downloading).path(), 'utf8');
    expect(report.split('\r\n').filter((line) => /^(0012|14),/.test(line))).toHaveLength(2);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await fitsWindow(page)).toBe(true);

    await page.getByRole('button', { name: 'Revert…' }).click();
    await page.getByText('It would take 2 rows out of the ledger').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revert it' }).click();
    await page.getByText('was taken out of the ledger again').waitFor();
  });

  test('a file dropped on another place goes where its columns say, and a wrong choice is pointed out', async () => {
    const page = await open({ scheme: 'dark', hash: '#/counts' });
    await page.getByRole('heading', { name: 'Counts' }).waitFor();
    const content = JSON.stringify(
      'tag_group_id,version_no,event_type,created_at,name\n1,1,create,2025-01-01T00:00:00Z,春\n',
    );
    const dropped = await page.evaluateHandle(`(() => {
      const carried = new DataTransfer();
      carried.items.add(new File([${content}], 'groups.csv', { type: 'text/csv' }));
      return carried;
    })()`);
    await page.dispatchEvent('body', 'dragover', { dataTransfer: dropped });
    await page.getByText('Let go to look into the files').waitFor();
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });

    const review = page.getByRole('article', { name: 'groups.csv' });
    await review.getByText('The first row can be read as it is.').waitFor();
    expect(await review.getByLabel('Into the ledger').inputValue()).toBe('tag_groups');
    await review.getByLabel('Into the ledger').selectOption('materials');
    await review.getByText('This file cannot be read yet.').waitFor();
    await review.getByText('The columns of this file look like Tag groups.').waitFor();
    await review.getByText('Say below which of its columns is material_id.').waitFor();
    expect(await review.getByLabel('Column version_no').inputValue()).toBe('');
    expect(await accessibilityFaults(page)).toEqual([]);
    await review.getByRole('button', { name: 'Take Tag groups' }).click();
    await review.getByText('The first row can be read as it is.').waitFor();
    await review.getByRole('button', { name: 'Only check the whole file' }).click();
    await page.getByRole('article', { name: 'groups.csv' }).getByText('checked, nothing written').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('a file that fits two ledgers goes into the first, says so, and is easily put into the other', async () => {
    const page = await open({ locale: 'ja-JP', width: 360 });
    const content = 'tag_id,version_no,event_type,created_at,name\n1,1,create,2025-01-01T00:00:00Z,春\n';
    await page.locator('input[type=file]').setInputFiles(file('tags.csv', content));
    const review = page.getByRole('article', { name: 'tags.csv' });
    await review.getByText('ほかの台帳にも合います').waitFor();
    expect(await review.getByLabel('取込先の台帳').inputValue()).toBe('tags');
    await review.getByText('最初の 1 行はこのまま読めます。').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await fitsWindow(page)).toBe(true);
    await review.getByRole('button', { name: /にする$/ }).click();
    expect(await review.getByLabel('取込先の台帳').inputValue()).toBe('nico_tags');
  });

  test('the same content again starts nothing until it is asked for', async () => {
    await client.finished((await client.upload('posts', GOOD)).id);
    const page = await open();
    await page.getByLabel('Choose files').setInputFiles([file('同じ.csv', GOOD)]);
    await page.getByRole('button', { name: 'Import this file' }).click();
    await page.getByText('同じ.csv holds exactly what import').waitFor();
    await page.getByRole('button', { name: 'Import it again anyway' }).click();
    await page.getByRole('article', { name: '同じ.csv' }).getByText('2 rows · 2 unchanged').waitFor();
  });

  test('a cut line is said in words; when it is back, the list goes on and the file can be sent', async () => {
    const page = await open();
    await page.getByText('Imports so far').waitFor();
    await page
      .getByLabel('Choose files')
      .setInputFiles([file('late.csv', GOOD.replace('桜', '梅').replace(/^1,1/m, '21,1'))]);
    await page.getByText('The first 2 rows can be read as they are.').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Import this file' }).click();
    await page.getByText('late.csv was not taken over.').waitFor();
    await page.getByText('The server has not been reachable since').waitFor();
    await page.context().setOffline(false);
    await page.getByText('The server has not been reachable since').waitFor({ state: 'detached' });
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('article', { name: 'late.csv' }).getByText('2 rows · 1 new · 1 unchanged').waitFor();
  });
});
