import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { signIn } from './ask.ts';
import { type Product, startProduct } from './product.ts';

type Fixtures = {
  /** A browser of one's own, signed in as one of the demo people, with the tours out of the way. It shows the path that was asked for, else nothing yet. */
  signInAs: (username: string, options?: Options) => Promise<Page>;
};
type Options = { path?: string; width?: number; withTours?: boolean };

const TOURS = [
  'core.home.tutorial2',
  'jobs.budget.tutorial',
  'jobs.info.memos',
  'jobs.tasks.tutorial2',
  'map.tutorial.july2025',
  'quotes.tasks.tutorial',
  'sites.fieldrun.tutorial',
];

export async function fillSignIn(page: Page, username: string, password = 'demo'): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** As somebody who has been through every tour. */
export function skipTours(where: BrowserContext | Page): Promise<unknown> {
  return where.addInitScript((keys) => {
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

/** Browsers of people who have been here before: they are signed in, and have the app's files. Nobody of them is in a journey now. */
type Seats = Map<string, BrowserContext[]>;

/** A seat nobody sits in, with nothing on it that another journey has left; or a new one. */
async function takeSeat(
  browser: Browser,
  origin: string,
  username: string,
  seats: Seats,
): Promise<{ context: BrowserContext; page: Page }> {
  const known = seats.get(username)?.pop();
  if (known && (await known.request.get('/api/users/self/')).ok()) {
    const page = await known.newPage();
    const chrome = await known.newCDPSession(page);
    await chrome.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
    await chrome.detach();
    return { context: known, page };
  }
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-CA',
    reducedMotion: 'reduce',
    // What works without a network has journeys of its own; here it would only fetch the whole app anew for every page opened.
    serviceWorkers: 'block',
  });
  await signIn(context, username);
  return { context, page: await context.newPage() };
}

async function leaveSeat(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close();
  await context.unrouteAll();
  await context.clearPermissions();
}

/** A journey runs against a product of its worker's own. */
export const test = base.extend<Fixtures, { settings: Record<string, string>; product: Product; seats: Seats }>({
  // What the product's environment says besides.
  settings: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ settings }, use) => {
      const product = await startProduct(settings);
      await use(product);
      await product.stop();
      product.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its first parameter
  seats: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  signInAs: async ({ browser, product, seats }, use) => {
    const taken: { username: string; context: BrowserContext }[] = [];
    await use(async (username, { path, width = 1280, withTours = false } = {}) => {
      const { context, page } = await takeSeat(browser, product.origin, username, seats);
      taken.push({ username, context });
      await page.setViewportSize({ width, height: width < 700 ? 740 : 900 });
      if (!withTours) await skipTours(page);
      if (path) await page.goto(path);
      return page;
    });
    for (const { username, context } of taken) {
      await leaveSeat(context);
      seats.set(username, [...(seats.get(username) ?? []), context]);
    }
  },
});

export { expect };
