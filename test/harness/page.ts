import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

export interface View {
  locale?: string;
  width?: number;
  scheme?: 'light' | 'dark';
  hash?: string;
  /** Somebody who is signed in already; the form takes its time. */
  as?: { email: string; password: string };
}

/** The page in a browser session of its own. When the test ends it must have broken neither a script nor its policy. */
export async function openPage(browser: Browser, url: string, view: View = {}): Promise<Page> {
  const { locale = 'en-GB', width = 1280, scheme = 'light', hash = '', as } = view;
  const context = await browser.newContext({
    locale,
    timezoneId: 'Asia/Tokyo',
    colorScheme: scheme,
    viewport: { width, height: 800 },
  });
  const faults = watch(context, new URL(url).origin);
  onTestFinished(async () => {
    await context.close();
    expect(faults).toEqual([]);
  });
  if (as) {
    const answer = await context.request.post(`${url}/api/auth/sign-in/email`, { data: as, headers: { origin: url } });
    expect(answer.status()).toBe(200);
  }
  const page = await context.newPage();
  await page.goto(`${url}/${hash}`);
  if (as) await page.locator('.account').waitFor();
  return page;
}

export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

/** What WCAG 2.2 AA forbids, as axe finds it in the page as it stands: rule and element, one a line. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags } });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, WCAG);
}

/** Whether everything fits the width of the window, so that nobody has to scroll sideways to read a line. */
export function fitsWindow(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

function watch(context: BrowserContext, origin: string): string[] {
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(String(error.error())));
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(origin)) faults.push(`a request left the origin: ${request.url()}`);
  });
  return faults;
}
