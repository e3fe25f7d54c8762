import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { signIn, upload } from './ask.ts';
import { openDevice } from './field-lab.ts';
import { skipTours } from './journey.ts';

export type TabletOptions = { username?: string; isStored?: boolean };

/** Signs in and opens Home; then the device's program is loaded beside it. */
export async function prepareTablet(context: BrowserContext, { username = 'fern', isStored = true }: TabletOptions = {}): Promise<Page> {
  await skipTours(context);
  await signIn(context, username);
  const page = await context.newPage();
  await page.goto('/app/');
  await expect(page.locator('h1', { hasText: 'Hello' })).toBeVisible();
  if (isStored) await storeApp(page);
  await openDevice(page);
  return page;
}

/** Until the app can open without a network. It would be stored by itself some seconds later, so as not to be in the way of being shown. */
export async function storeApp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/app/sw.js', { scope: '/app/' });
    await navigator.serviceWorker.ready;
  });
}

/** Where the app is not to be opened without a network, it is not stored: two hundred files take longer than most journeys. */
export async function openTablet(browser: Browser, origin: string, options: TabletOptions = {}): Promise<Page> {
  const { isStored = false } = options;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 820, height: 1180 },
    serviceWorkers: isStored ? 'allow' : 'block',
  });
  return prepareTablet(context, { ...options, isStored });
}

export type Shot = { id: string; fields: Record<string, unknown>; photos: number[] };

export function makeShots(count: number, photos: (at: number) => number[] = () => []): Shot[] {
  return Array.from({ length: count }, (_, at) => ({
    id: randomUUID(),
    fields: { code: 'SAMH', note: `point ${at}`, geometry: { type: 'Point', coordinates: [-66.64 + at / 1e4, 45.96, 12.5] } },
    photos: photos(at),
  }));
}

/** A run made on the tablet, with these points saved in it. */
export async function captureRun(page: Page, shots: readonly Shot[]): Promise<string> {
  const run = randomUUID();
  expect(await page.evaluate((id) => window.device.createRun(id, 'Journey run'), run)).toBeNull();
  await capture(page, run, shots);
  return run;
}

export async function capture(page: Page, run: string, shots: readonly Shot[]): Promise<void> {
  const saved = await page.evaluate(({ id, points }) => window.device.capture(id, points), { id: run, points: [...shots] });
  expect(saved.filter((why) => why !== null)).toEqual([]);
}

/** The browser of a profile, by the folder it was started with: killed without a word, as by an empty battery. */
export function killBrowser(profile: string): void {
  const isBrowser = (pid: string) => {
    const [program = '', ...args] = readCommand(pid).split('\0');
    return program.includes('chrom') && args.includes(`--user-data-dir=${profile}`) && !args.some((arg) => arg.startsWith('--type='));
  };
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isBrowser(name));
  if (!pid) throw new Error(`No browser runs on ${profile}.`);
  process.kill(Number(pid), 'SIGKILL');
}

function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

/** The office takes in the file that a tablet has exported. */
export function bringExport(page: Page, path: string) {
  const file = { name: 'export.zip', mimeType: 'application/zip', buffer: readFileSync(path) };
  return upload(page, '/api/sites/fieldrun/import-export/', file);
}
