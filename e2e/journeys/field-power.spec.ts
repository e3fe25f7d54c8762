import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type LaunchOptions, type Page } from '@playwright/test';
import { type FaultProxy, startFaultProxy } from '../shared/fault-proxy.ts';
import { openDevice, readServerRun } from '../shared/field-lab.ts';
import { expect, fillSignIn, test } from '../shared/journey.ts';
import { bringExport, capture, captureRun, killBrowser, makeShots, openTablet, prepareTablet, type Shot } from '../shared/tablet.ts';

/** What outlives the browser: captures across an empty battery, the app's own files, and the file that is the last resort. */
let proxy: FaultProxy;
let profile: string;

test.beforeEach(async ({ product }) => {
  test.slow();
  proxy = await startFaultProxy(product.origin);
  profile = mkdtempSync(join(tmpdir(), 'dmse-tablet-'));
});
test.afterEach(async () => {
  await proxy.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

function launch(options: LaunchOptions): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { ...options, baseURL: proxy.origin, viewport: { width: 820, height: 1180 } });
}

async function openAgain(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await openDevice(page);
  return page;
}

/** A browser that is killed may not have written down yet who was signed in: then the crew signs in again, as it would. */
async function signInAgain(page: Page, path: string): Promise<void> {
  await page.goto(`/auth/login/?next=${encodeURIComponent(path)}`);
  if (page.url().includes('/auth/login')) await fillSignIn(page, 'fern');
  await page.waitForURL((url) => url.pathname === path);
  await openDevice(page);
}

test('the browser is killed after each “Saved”: 30 points, 12 photos and 3 pipes are there, and end equal on server and device (INT-F9) @long', async ({
  launchOptions,
}) => {
  let context = await launch(launchOptions);
  let page = await prepareTablet(context);
  const run = await captureRun(page, []);
  await page.evaluate(() => window.device.sync());
  // from here on nobody answers
  proxy.fate = () => 'cut';
  const shots: Shot[] = [];
  for (let round = 0; round < 3; round += 1) {
    const more = makeShots(10, (at) => (at < 4 ? [120_000] : []));
    await capture(page, run, more);
    shots.push(...more);
    const ends = { run, id: randomUUID(), from: more[0]!.id, to: more[1]!.id };
    expect(await page.evaluate((pipe) => window.device.pipe(pipe.run, pipe.id, pipe.from, pipe.to), ends)).toBeNull();
    killBrowser(profile);
    await context.close().catch(() => undefined);
    context = await launch(launchOptions);
    // cold, without a network, on a page of the field app
    page = await openAgain(context, `/app/fieldrun/field/${run}/points`);
    expect(await page.evaluate(() => window.device.counts())).toMatchObject({ unsynced: shots.length + 4 * (round + 1) + round + 1 });
  }
  const hashes = await page.evaluate((id) => window.device.hashes(id), run);
  proxy.fate = () => 'pass';
  await signInAgain(page, '/app/');
  await expect.poll(() => page.evaluate(() => window.device.sync()), { timeout: 90_000 }).toMatchObject({ green: true });
  const { shots: there, manifest } = await readServerRun(page, run);
  expect(there.map(({ id }) => id).sort()).toEqual(shots.map(({ id }) => id).sort());
  const notes = new Map(there.map(({ id, properties }) => [id, properties.note]));
  for (const shot of shots) expect(notes.get(shot.id)).toBe(shot.fields.note);
  expect(manifest.filter((row) => row.kind === 'pipe')).toHaveLength(3);
  expect(
    manifest
      .filter((row) => row.kind === 'image')
      .map((row) => row.sha256)
      .sort(),
  ).toEqual(hashes);
  expect(hashes).toHaveLength(12);
  await context.close();
});

test('killed in the middle of a sync, the browser goes on where it was @long', async ({ launchOptions }) => {
  let context = await launch(launchOptions);
  let page = await prepareTablet(context);
  const shots = makeShots(30, (at) => (at % 3 === 0 ? [200_000] : []));
  const run = await captureRun(page, shots);
  for (let round = 0; round < 4; round += 1) {
    const countWrites = () => proxy.asked.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/sites/fieldrun')).length;
    const before = countWrites();
    void page.evaluate(() => window.device.sync()).catch(() => undefined);
    await expect.poll(() => countWrites() - before, { intervals: [20] }).toBeGreaterThan(round);
    killBrowser(profile);
    await context.close().catch(() => undefined);
    context = await launch(launchOptions);
    page = await context.newPage();
    await signInAgain(page, '/app/');
  }
  await expect.poll(() => page.evaluate(() => window.device.sync()), { timeout: 60_000 }).toMatchObject({ green: true });
  const { shots: there, manifest } = await readServerRun(page, run);
  expect(there).toHaveLength(30);
  expect(manifest.filter((row) => row.kind === 'image')).toHaveLength(10);
  await context.close();
});

test('the exported file, brought in by the office, gives the same points, photos and pipes; twice changes nothing (SYNC-A15) @long', async ({
  browser,
  signInAs,
}) => {
  const page = await openTablet(browser, proxy.origin);
  proxy.fate = (method) => (method === 'GET' ? 'pass' : 'cut');
  const shots = makeShots(6, (at) => (at < 3 ? [50_000] : []));
  const run = await captureRun(page, shots);
  const ends = { run, id: randomUUID(), from: shots[0]!.id, to: shots[1]!.id };
  await page.evaluate((pipe) => window.device.pipe(pipe.run, pipe.id, pipe.from, pipe.to), ends);
  const hashes = await page.evaluate((id) => window.device.hashes(id), run);
  // as the person does it: the sheet, the button, the file
  await page.reload();
  await page.getByRole('button', { name: 'Open sync' }).click();
  const sheet = page.getByRole('dialog', { name: 'Sync' });
  await expect(sheet).toContainText('11 items not on the server yet');
  const [download] = await Promise.all([page.waitForEvent('download'), sheet.getByRole('button', { name: 'Export' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^field-data-\d{4}-\d\d-\d\d\.zip$/);
  const path = join(profile, 'export.zip');
  await download.saveAs(path);
  // the tablet is gone
  await page.context().close();
  proxy.fate = () => 'pass';

  const office = await signInAs('pia');
  const bring = () => bringExport(office, path);
  expect(await bring()).toMatchObject({ status: 200, body: { field_runs: [run], created: 11, problems: [] } });
  const first = await readServerRun(office, run);
  expect(first.shots.map(({ id }) => id).sort()).toEqual(shots.map(({ id }) => id).sort());
  expect(
    first.manifest
      .filter((row) => row.kind === 'image')
      .map((row) => row.sha256)
      .sort(),
  ).toEqual(hashes);
  expect(first.manifest.filter((row) => row.kind === 'pipe')).toHaveLength(1);
  expect(await bring()).toMatchObject({ status: 200, body: { created: 0, updated: 0, unchanged: 11, problems: [] } });
  expect(await readServerRun(office, run)).toEqual(first);
});

test('a fourth run, “Remove all” and a wiped device: nothing the server lacks is gone, and it goes up later (INT-F21, F15) @long', async ({
  browser,
}) => {
  const page = await openTablet(browser, proxy.origin);
  proxy.fate = (method) => (method === 'GET' ? 'pass' : 'cut');
  const runs: string[] = [];
  for (let at = 0; at < 4; at += 1) runs.push(await captureRun(page, makeShots(2)));
  // three runs are kept; of the first, the run and its points wait aside
  expect(await page.evaluate(() => window.device.counts())).toMatchObject({ unsynced: 12, rescue: 3 });
  await page.evaluate(() => window.device.removeAll());
  expect(await page.evaluate(() => window.device.counts())).toMatchObject({ unsynced: 12, rescue: 12 });
  await page.reload();
  await expect(page.getByText('12 items put aside from runs that have left this device.')).toBeVisible();
  await openDevice(page);
  proxy.fate = () => 'pass';
  await expect.poll(() => page.evaluate(() => window.device.sync()), { timeout: 60_000 }).toMatchObject({ green: true });
  for (const run of runs) expect((await readServerRun(page, run)).shots).toHaveLength(2);

  // the browser throws everything out: opening the run brings it back
  await page.goto('/healthz');
  const chrome = await page.context().newCDPSession(page);
  await chrome.send('Storage.clearDataForOrigin', { origin: proxy.origin, storageTypes: 'indexeddb' });
  await page.goto('/app/');
  await openDevice(page);
  expect(await page.evaluate(() => window.device.counts())).toMatchObject({ confirmed: 0, unsynced: 0 });
  expect(await page.evaluate((id) => window.device.openRun(id), runs[0]!)).toBeNull();
  expect(await page.evaluate(() => window.device.sync())).toMatchObject({ green: true });
  expect(await page.evaluate((id) => window.device.points(id), runs[0]!)).toHaveLength(2);
  await page.context().close();
});

test('a person who may no longer use the app keeps the data of the device and can export it @long', async ({ browser }) => {
  const page = await openTablet(browser, proxy.origin);
  proxy.fate = (method) => (method === 'GET' ? 'pass' : 'cut');
  await captureRun(page, makeShots(1));
  proxy.change = (path) => (path === '/api/users/self/' ? JSON.stringify({ detail: 'No.' }) : null);
  proxy.status = (path) => (path === '/api/users/self/' ? 403 : null);
  await page.goto('/app/');
  await expect(page.getByText('2 items collected on this device have not been synced. Nothing has been deleted.')).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export field data' }).click()]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  proxy.change = () => null;
  proxy.status = () => null;
  proxy.fate = () => 'pass';
  await page.goto('/app/');
  await openDevice(page);
  await expect.poll(() => page.evaluate(() => window.device.sync()), { timeout: 60_000 }).toMatchObject({ green: true });
  await page.context().close();
});
