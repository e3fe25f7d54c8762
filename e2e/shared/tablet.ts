import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { openDevice } from './field-lab.ts';
import { fillSignIn } from './journey.ts';

const TOURS = ['core.home.tutorial2', 'sites.fieldrun.tutorial'];

/** Signs in and waits until the app can open without a network; then the device's program is loaded beside it. */
export async function prepareTablet(context: BrowserContext, username: string): Promise<Page> {
  await context.addInitScript((keys) => {
    for (const key of keys) localStorage.setItem(key, 'true');
  }, TOURS);
  const page = await context.newPage();
  await page.goto('/auth/login/?next=%2Fapp%2F');
  await fillSignIn(page, username);
  await expect(page.locator('h1', { hasText: 'Hello' })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await openDevice(page);
  return page;
}

export async function openTablet(browser: Browser, origin: string, username = 'fern'): Promise<Page> {
  return prepareTablet(await browser.newContext({ baseURL: origin, viewport: { width: 820, height: 1180 } }), username);
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

/** The browser of a profile, by the process id it wrote there: killed without a word, as by an empty battery. */
export function killBrowser(profile: string): void {
  const pid = Number(readlinkSync(join(profile, 'SingletonLock')).split('-').at(-1));
  if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile)) throw new Error(`Process ${pid} is not the browser of ${profile}.`);
  process.kill(pid, 'SIGKILL');
}

type Brought = { status: number; body: unknown };

/** The office takes in the file that a tablet has exported. */
export async function bringExport(page: Page, path: string): Promise<Brought> {
  return page.evaluate(async (base64) => {
    const form = new FormData();
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    form.append('file', new Blob([bytes], { type: 'application/zip' }), 'export.zip');
    const token = document.cookie.match(/csrftoken=([^;]*)/)?.[1] ?? '';
    const response = await fetch('/api/sites/fieldrun/import-export/', { method: 'POST', body: form, headers: { 'X-CSRFToken': token } });
    return { status: response.status, body: await response.json() };
  }, readFileSync(path).toString('base64'));
}
