import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { WHOLE_CHROMIUM } from '../../e2e/shared/chromium.ts';

const TOURS = ['core.home.tutorial2', 'sites.fieldrun.tutorial'];
/** Ten times what it takes on a machine with nothing else to do. */
const PATIENCE = 120_000;

/** A tablet's browser, whose profile lies on the disk and outlives it. */
export type Browser = {
  openPage(path: string): Promise<Page>;
  /** Through the page's own form where it asks; waits until the app can be opened without a network. */
  signIn(username: string): Promise<Page>;
  /** As an empty battery does it: no time to finish anything. */
  kill(): Promise<void>;
};

export async function openBrowser(profile: string, origin: string): Promise<Browser> {
  const context = await chromium.launchPersistentContext(profile, {
    ...WHOLE_CHROMIUM,
    baseURL: origin,
    viewport: { width: 820, height: 1180 },
  });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript((keys) => {
    for (const key of keys) localStorage.setItem(key, 'true');
  }, TOURS);
  return {
    async openPage(path) {
      const page = await context.newPage();
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      return page;
    },
    async signIn(username) {
      const page = await context.newPage();
      await page.goto('/auth/login/?next=%2Fapp%2F');
      if (page.url().includes('/auth/login')) {
        await page.getByLabel('Username or e-mail').fill(username);
        await page.getByLabel('Password').fill('demo');
        await page.getByRole('button', { name: 'Sign in' }).click();
      }
      await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
      await page.locator('h1').first().waitFor();
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      return page;
    },
    async kill() {
      const closed = new Promise((resolve) => context.once('close', resolve));
      process.kill(Number(readlinkSync(join(profile, 'SingletonLock')).split('-').at(-1)), 'SIGKILL');
      await closed;
    },
  };
}
