import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Product, startProduct } from './product.ts';

type Fixtures = {
  /** Opens a browser of one's own, signed in as one of the demo people, with the tours out of the way. */
  signInAs: (username: string, options?: Options) => Promise<Page>;
};
type Options = { path?: string; width?: number; scheme?: 'light' | 'dark'; withTours?: boolean };

const TOURS = ['core.home.tutorial2', 'jobs.budget.tutorial', 'jobs.info.memos', 'jobs.tasks.tutorial2', 'quotes.tasks.tutorial'];

export async function fillSignIn(page: Page, username: string, password = 'demo'): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A journey runs against a product of its worker's own. */
export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its first parameter
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
      product.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  signInAs: async ({ browser, product }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (username, { path = '/app/', width = 1280, scheme = 'light', withTours = false } = {}) => {
      const context = await browser.newContext({
        baseURL: product.origin,
        viewport: { width, height: width < 700 ? 740 : 900 },
        colorScheme: scheme,
        locale: 'en-CA',
        // What works without a network has journeys of its own; here it would only fetch the whole app anew for every page opened.
        serviceWorkers: 'block',
      });
      contexts.push(context);
      if (!withTours) {
        await context.addInitScript((keys) => {
          for (const key of keys) localStorage.setItem(key, 'true');
        }, TOURS);
      }
      const page = await context.newPage();
      await page.goto(`/auth/login/?next=${encodeURIComponent(path)}`);
      await fillSignIn(page, username);
      await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };
