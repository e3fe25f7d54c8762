import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { signIn } from './ask.ts';
import { type Product, startProduct } from './product.ts';

type Fixtures = {
  /** A browser of one's own, signed in as one of the demo people, with the tours out of the way. It shows the path that was asked for, else nothing yet. */
  signInAs: (username: string, options?: Options) => Promise<Page>;
};
type Options = { path?: string; width?: number; scheme?: 'light' | 'dark'; withTours?: boolean };

const TOURS = [
  'core.home.tutorial2',
  'jobs.budget.tutorial',
  'jobs.info.memos',
  'jobs.tasks.tutorial2',
  'quotes.tasks.tutorial',
  'sites.fieldrun.tutorial',
];

export async function fillSignIn(page: Page, username: string, password = 'demo'): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** As somebody who has been through every tour. */
export function skipTours(context: BrowserContext): Promise<unknown> {
  return context.addInitScript((keys) => {
    for (const key of keys) localStorage.setItem(key, 'true');
  }, TOURS);
}

/** Goes on within the app, as a link in it would; only what is not open yet is loaded from the beginning. */
export async function visit(page: Page, path: string): Promise<void> {
  const app = /^\/(app|staff)\//;
  const here = app.exec(URL.canParse(page.url()) ? new URL(page.url()).pathname : '')?.[0];
  if (!here || here !== app.exec(path)?.[0]) return void (await page.goto(path));
  await page.evaluate((to) => history.pushState({}, '', to), path);
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
    await use(async (username, { path, width = 1280, scheme = 'light', withTours = false } = {}) => {
      const context = await browser.newContext({
        baseURL: product.origin,
        viewport: { width, height: width < 700 ? 740 : 900 },
        colorScheme: scheme,
        locale: 'en-CA',
        reducedMotion: 'reduce',
        // What works without a network has journeys of its own; here it would only fetch the whole app anew for every page opened.
        serviceWorkers: 'block',
      });
      contexts.push(context);
      if (!withTours) await skipTours(context);
      await signIn(context, username);
      const page = await context.newPage();
      if (path) await page.goto(path);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };
