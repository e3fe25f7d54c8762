// The field app on a tablet: from a cold, offline start to a form that can be filled in; the map under 2,000 labelled points; and a day's
// points and photos sent from the browser until the server's own list agrees.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { WHOLE_CHROMIUM } from '../e2e/shared/chromium.ts';
import { startFaultProxy } from '../e2e/shared/fault-proxy.ts';
import { openDevice } from '../e2e/shared/field-lab.ts';
import { compare, percentile, signIn, startProduct } from './shared/product.ts';

const START_S = 2;
const STARTS = 5;
const FRAME_RATIO = 2;
const DRAG_MS = 5000;
const LABELLED = 2000;
const SYNC_S = 60;
const POINTS = 500;
const PHOTOS = 100;
const PHOTO_BYTES = 300_000;
const HERE = { longitude: -66.64, latitude: 45.96, accuracy: 3 };
const TOURS = ['core.home.tutorial2', 'sites.fieldrun.tutorial'];

const product = await startProduct();
const proxy = await startFaultProxy(product.origin);
const profile = mkdtempSync(join(tmpdir(), 'dmse-bench-tablet-'));
let context = await launch();
try {
  const cookie = await signIn(product.origin, 'fern');
  await context.addCookies(
    cookie.split('; ').map((one) => ({ name: one.split('=')[0]!, value: one.slice(one.indexOf('=') + 1), url: proxy.origin })),
  );
  const page = await context.newPage();
  await page.goto('/app/');
  await page.locator('h1', { hasText: 'Fern' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await openDevice(page);
  await measureSync(page);
  // without the app beside it, which would count every record again and again while thousands are written
  await page.goto('/healthz');
  await openDevice(page);
  // from here on nobody answers
  proxy.fate = () => 'cut';
  const [bare, full] = [await fillRun(page, 2), await fillRun(page, LABELLED)];
  // the browser knows it too, so that no attempt to sync disturbs the picture
  await context.setOffline(true);
  const frames = { bare: await measureFrames(page, bare), full: await measureFrames(page, full) };
  console.log(`frame while the map is dragged: ${frames.bare.toFixed(1)} ms empty, ${frames.full.toFixed(1)} ms with ${LABELLED} points`);
  compare(`frame time with ${LABELLED} labelled points`, frames.full / frames.bare, FRAME_RATIO, 'times');
  const starts: number[] = [];
  for (let at = 0; at < STARTS; at += 1) starts.push(await measureStart(full));
  starts.sort((a, b) => a - b);
  console.log(`cold starts, offline, ${LABELLED} points on the device: ${starts.map((time) => time.toFixed(2)).join(' ')} s`);
  compare('cold offline start to usable, p50', percentile(starts, 0.5), START_S, 's');
} finally {
  await context.close();
  await proxy.close();
  await product.stop();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

async function launch(): Promise<BrowserContext> {
  const opened = await chromium.launchPersistentContext(profile, {
    ...WHOLE_CHROMIUM,
    baseURL: proxy.origin,
    viewport: { width: 390, height: 844 },
    geolocation: HERE,
    permissions: ['geolocation'],
  });
  await opened.addInitScript((keys) => {
    for (const key of keys) localStorage.setItem(key, 'true');
  }, TOURS);
  return opened;
}

/** Points side by side, as along the streets of a small town; the corners are the same however many there are. */
function makePoints(count: number, photos = 0) {
  const side = Math.ceil(Math.sqrt(count));
  const share = (step: number) => (side > 1 ? step / (side - 1) : 0);
  return Array.from({ length: count }, (_, at) => {
    const [column, row] = count === 2 ? [at, at] : [at % side, Math.floor(at / side)];
    const coordinates = [HERE.longitude + share(column) * 0.02, HERE.latitude + share(row) * 0.014, 12];
    const fields = { name: String(5000 + at), code: 'SAMH', geometry: { type: 'Point', coordinates } };
    return { id: randomUUID(), fields, photos: at < photos ? [PHOTO_BYTES] : [] };
  });
}

async function fillRun(page: Page, count: number, photos = 0): Promise<string> {
  const run = randomUUID();
  const saved = await page.evaluate(
    async ({ run, points }) => [await window.device.createRun(run, 'Bench'), ...(await window.device.capture(run, points))],
    { run, points: makePoints(count, photos) },
  );
  const refused = saved.filter((why) => why !== null);
  if (refused.length > 0) throw new Error(`The device did not save: ${refused.join(', ')}.`);
  return run;
}

async function measureSync(page: Page): Promise<void> {
  proxy.fate = (method) => (method === 'GET' ? 'pass' : 'cut');
  await fillRun(page, POINTS, PHOTOS);
  proxy.fate = () => 'pass';
  const began = performance.now();
  let isGreen = false;
  while (!isGreen && performance.now() - began < 10 * SYNC_S * 1000) {
    isGreen = await page.evaluate(async () => (await window.device.sync()).green ?? false);
  }
  if (!isGreen) throw new Error('The tablet did not become green.');
  compare(`sync of ${POINTS} points and ${PHOTOS} photos until the list agrees`, (performance.now() - began) / 1000, SYNC_S, 's');
}

/** The median time between two frames while a finger draws the map to and fro. */
async function measureFrames(page: Page, run: string): Promise<number> {
  await page.goto(`/app/fieldrun/field/${run}/points?view=map`);
  const canvas = page.locator('[data-ready="true"] canvas');
  await canvas.waitFor();
  await page.waitForTimeout(2000);
  const box = (await canvas.boundingBox())!;
  await page.evaluate(() => {
    const times: number[] = [];
    const note = (now: number) => {
      times.push(now);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    Object.assign(window, { frameTimes: times });
  });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const until = performance.now() + DRAG_MS;
  for (let step = 0; performance.now() < until; step += 1) {
    await page.mouse.move(x + 80 * Math.sin(step / 12), y + 60 * Math.sin(step / 17));
  }
  await page.mouse.up();
  const times = await page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes);
  const gaps = times
    .slice(1)
    .map((time, at) => time - times[at]!)
    .sort((a, b) => a - b);
  console.log(`${gaps.length} frames, p95 ${percentile(gaps, 0.95).toFixed(1)} ms`);
  return percentile(gaps, 0.5);
}

/** A browser that has just been started, without a network, until the form of a new point can be saved. */
async function measureStart(run: string): Promise<number> {
  await context.close();
  context = await launch();
  await context.setOffline(true);
  const page = await context.newPage();
  const began = performance.now();
  await page.goto(`/app/fieldrun/field/${run}/point`, { waitUntil: 'commit' });
  await page
    .getByRole('button', { name: /^(Save|Later)/ })
    .first()
    .waitFor();
  return (performance.now() - began) / 1000;
}
