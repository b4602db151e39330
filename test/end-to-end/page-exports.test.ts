import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { startBufferingProxy } from '../harness/buffering-proxy.ts';
import { Client } from '../harness/client.ts';
import { accessibilityFaults, openPage, signIn } from '../harness/page.ts';
import { ADMIN, startStack } from '../harness/stack.ts';

const POSTS = `post_id,version_no,event_type,created_at,created_by,title,url,tag_ids,parent_post_ids
1,1,create,2025-01-31T15:00:00.000000Z,mika,桜🌸,,"[1,2]",[]
2,1,create,2025-03-02T00:00:00.000000Z,,"=1+1, ""quoted""",,[],[1]
`.replaceAll('\n', '\r\n');
/** More than a page shows, and more than the sockets between a server and a browser hold. */
const MANY = 10_001;
const MATERIALS = `material_id,version_no,event_type,created_at,url
${Array.from({ length: MANY }, (_, row) => `${row + 1},1,create,2025-01-31T15:00:00Z,${'u'.repeat(1_900)}`).join('\n')}
`;
const DETAILS = '#/counts?ledger=posts&mode=details&time_zone=UTC';

let stack: Awaited<ReturnType<typeof startStack>>;
let browser: Browser;
let client: Client;
const proxy = await startBufferingProxy();

beforeAll(async () => {
  // A worker that a test keeps standing is not to be taken for lost.
  const settings = { PUBLIC_URL: proxy.url, EXPORT_HEARTBEAT_STALE: '120' };
  [stack, browser] = await Promise.all([startStack(settings), startBrowser()]);
  const [, port] = /"event":"serving".*"port":(\d+)/.exec(stack.output()) ?? [];
  proxy.serve(`http://127.0.0.1:${port}`);
  client = new Client(proxy.url);
  await client.signIn(ADMIN);
  for (const { id } of [await client.upload('posts', POSTS), await client.upload('materials', MATERIALS)])
    await client.finished(id);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

/** The page with a clock that can be put forward, its export dialog open. */
async function openDialog(): Promise<Page> {
  const page = await openPage(browser, proxy.url, { hash: DETAILS });
  await page.clock.install();
  await signIn(page, ADMIN);
  await page.getByRole('table').waitFor();
  await openOrder(page);
  return page;
}

/** The dialog, with what makes the file equal to that which was imported. */
async function openOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('combobox', { name: 'Characters' }).selectOption('utf-8');
  await page.getByLabel('Texts exactly as they are').check();
}

const startExport = (page: Page) => page.getByRole('button', { name: 'Start the export' }).click();

/** The bytes of the one file that is downloaded while something is done. */
async function downloaded(page: Page, work: () => Promise<unknown>): Promise<string> {
  const downloading = page.waitForEvent('download');
  await work();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('counts-posts.csv');
  return readFile(await download.path(), 'utf8');
}

/** Every export worker stands still while something is done. */
async function whileWorkersStand(work: () => Promise<unknown>): Promise<void> {
  const { export: exports } = (await (await client.fetch('/api/workers')).json()) as {
    export: { workers: { pid: number }[] };
  };
  const signal = (name: NodeJS.Signals) => exports.workers.map(({ pid }) => process.kill(pid, name));
  signal('SIGSTOP');
  try {
    await work();
  } finally {
    signal('SIGCONT');
  }
}

describe('an export', () => {
  test('is handed over byte for byte, though a question is cut and the line for less than 30 seconds', async () => {
    const page = await openDialog();
    const files: string[] = [];
    page.on('request', (request) => request.url().includes('/export/files/') && files.push(request.url()));
    // The attempt is registered, but its answer is lost.
    await page.route('**/download', async (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await whileWorkersStand(async () => {
      await startExport(page);
      await page.getByText('Queued. A worker will take it up.').waitFor();
      await page.context().setOffline(true);
      await page.clock.fastForward(25_000);
      await page.getByText('The server has not been reachable since').waitFor();
      expect(await page.getByText('The server has not said for 30 seconds').count()).toBe(0);
    });
    expect(await downloaded(page, () => page.context().setOffline(false))).toBe(POSTS);
    await page.getByText('The server has begun to send the file.').waitFor();
    expect(files).toHaveLength(1);
    expect(await page.getByRole('button', { name: 'Cancel the export' }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('of which nothing is heard for 30 seconds says so, and is there when the line is back', async () => {
    const page = await openDialog();
    await whileWorkersStand(async () => {
      await startExport(page);
      await page.getByText('Queued. A worker will take it up.').waitFor();
      await page.context().setOffline(true);
      await page.clock.fastForward(31_000);
      await page.getByText('The server has not said for 30 seconds').waitFor();
    });
    expect(await downloaded(page, () => page.context().setOffline(false))).toBe(POSTS);
    await page.getByText('The server has not said for 30 seconds').waitFor({ state: 'detached' });
  });

  test('whose download does not start says so after 30 seconds; the way on is a new one', async () => {
    const page = await openDialog();
    await page.route('**/export/files/**', (route) => route.abort());
    await startExport(page);
    await page.getByText('The file is being handed to the browser…').waitFor();
    await page.clock.fastForward(31_000);
    await page.getByText('No start of the download was confirmed within 30 seconds.').waitFor();
    await page.getByText('Close this window and export anew.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Close' }).click();
    await openOrder(page);
    expect(await downloaded(page, () => startExport(page))).toBe(POSTS);
  });

  test('goes on while its dialog is closed; a cancel that did not get through is sent when somebody asks again', async () => {
    const page = await openDialog();
    await whileWorkersStand(async () => {
      await startExport(page);
      await page.getByText('Queued. A worker will take it up.').waitFor();
      await page.getByText('Closing this window does not stop the export.').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Export under way…' }).click();
      const cancel = page.getByRole('button', { name: 'Cancel the export' });
      await page.context().setOffline(true);
      await cancel.click();
      await page.getByText('The cancel did not get through.').waitFor();
      await page.context().setOffline(false);
      await page.getByText('The server has not been reachable since').waitFor({ state: 'detached' });
      await page.getByText('Queued. A worker will take it up.').waitFor();
      await cancel.click();
      await page.getByText('The export was canceled. There is no file.').waitFor();
    });
  });

  test('behind a proxy that keeps whole files claims no more than the server knows', async () => {
    const page = await openDialog();
    const files = proxy.holdFiles();
    let arrived = false;
    page.on('download', () => {
      arrived = true;
    });
    const file = await downloaded(page, async () => {
      await startExport(page);
      await page
        .getByText('The server has begun to send the file. How the download goes on is shown by the browser.')
        .waitFor();
      expect(arrived).toBe(false);
      files.letGo();
    });
    expect(file).toBe(POSTS);
  });

  test('is offered where the answer is too large to be shown', async () => {
    const hash = '#/counts?ledger=materials&row=material_id&time_zone=UTC';
    const page = await openPage(browser, proxy.url, { hash, as: ADMIN });
    await page.getByText('The answer has more than 10,000 rows or 200,000 cells.').waitFor();
    await page.getByRole('button', { name: 'Export…' }).click();
    const downloading = page.waitForEvent('download');
    await startExport(page);
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + MANY);
    expect(lines.at(-1)).toBe(`regular,1,${MANY},1,`);
    const wrong = await openPage(browser, proxy.url, { hash: '#/counts?ledger=materials&row=nothing', as: ADMIN });
    await wrong.getByRole('alert').waitFor();
    expect(await wrong.getByRole('button', { name: 'Export…' }).isDisabled()).toBe(true);
  });

  test('comes no further to a user who is banned meanwhile, and the page asks to sign in', async () => {
    const rika = { email: 'rika@example.com', password: 'rika-password' };
    const made = await client.postJson('/api/auth/admin/create-user', { ...rika, name: 'Rika', role: 'admin' });
    const { user } = (await made.json()) as { user: { id: string } };
    const hash = '#/counts?ledger=materials&mode=details&time_zone=UTC';
    const page = await openPage(browser, proxy.url, { hash, as: rika });
    await page.getByRole('table').waitFor();
    await page.getByRole('button', { name: 'Export…' }).click();
    const { letGo } = proxy.holdRestOfFiles();
    const downloading = page.waitForEvent('download');
    await startExport(page);
    const download = await downloading;
    await page.getByText('The server has begun to send the file.').waitFor();
    expect((await client.postJson('/api/auth/admin/ban-user', { userId: user.id })).status).toBe(200);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    letGo();
    expect(await download.failure()).not.toBeNull();
  });
});
