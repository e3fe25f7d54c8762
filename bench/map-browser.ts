/**
 * The map page of a large firm in a browser: how long a frame takes while the map is panned, against MapLibre alone with the same tiles
 * and layers of style in the same run, turn and turn about; and how long after the navigation the map stands there, with what a browser
 * keeps on its disk, which is the files and what it made of the scripts in them. Chromium draws in software where there is no graphics
 * card, on the cores that run the page: so the page is held to 1.2 times the library alone, and once more, with every call to draw noted
 * and not carried out, to 1 second, which is what a graphics card leaves of it.
 * Run: node bench/map-browser.ts (SHOTS=100000 for a smaller firm; DATA_DIR keeps the firm for the next run; ONLY=start or pan)
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MapLayer } from '@dmse/contract/places/map';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { FIRST_LAYERS } from '../apps/web/src/areas/places/map/map-address.ts';
import { tileLayersOf } from '../apps/web/src/areas/places/map-layers/map-look.ts';
import { WHOLE_CHROMIUM } from '../e2e/shared/chromium.ts';
import { type BareMap, serveBesideBareMap } from './shared/bare-map.ts';
import { startMapFirm } from './shared/map-firm.ts';
import { browserCookies, compare, percentile, signIn } from './shared/product.ts';

const RATIO = 1.2;
const FIRST_PICTURE_MS = 1000;
const ROUNDS = Number(process.env.ROUNDS ?? 4);
const STARTS = 5;
/** Starts before it counts: a browser keeps what it made of a script once that has run a second time. */
const WARMING = 3;
/** Milliseconds without a frame: everything has come. */
const QUIET = 2000;
const VIEWPORT = { width: 1280, height: 900 };
const SOFTWARE_GL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
/** Over one of the towns: single features and small clusters of every kind, and their names. And the whole province, all clusters. */
const PLACES = [
  { name: 'a town', center: [-66.5, 46.32] as const, zoom: 14 },
  { name: 'the province', center: [-66.4, 46.2] as const, zoom: 7.5 },
];
const LAYERS = ['job', 'quote', 'control', 'run', 'shot', 'historical'] as const;

type Measured = Window & { drawn?: { at: number; calls: number }[] };

/** Under this key a page says whether what it draws is really drawn. */
const DRAWS = 'bench.draws';

/** Notes for every frame in which something was drawn when that was, and with how many calls. */
function noteDrawing(draws: string): void {
  const drawn: { at: number; calls: number }[] = [];
  (window as Measured).drawn = drawn;
  let calls = 0;
  const isDrawn = localStorage.getItem(draws) !== 'no';
  const { drawElements } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.drawElements = function (...given) {
    if (calls++ === 0)
      queueMicrotask(() => {
        drawn.push({ at: performance.now(), calls });
        calls = 0;
      });
    if (isDrawn) drawElements.apply(this, given);
  };
}

/** Drags the map as a hand does, a step for every frame, along a way that ends where it began. Answers milliseconds between frames. */
async function drag(): Promise<number[]> {
  const canvas = document.querySelector('.maplibregl-canvas')!;
  const box = canvas.getBoundingClientRect();
  let [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const send = (type: string, target: EventTarget, buttons: number) =>
    target.dispatchEvent(
      new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y, button: 0, buttons, view: window }),
    );
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const times: number[] = [];
  send('mousedown', canvas, 1);
  let last = await frame();
  for (const [dx, dy] of [
    [6, 2],
    [-6, 2],
    [-6, -2],
    [6, -2],
  ] as const)
    for (let step = 0; step < 12; step += 1) {
      x += dx;
      y += dy;
      send('mousemove', document, 1);
      const now = await frame();
      times.push(now - last);
      last = now;
    }
  // Held still before it is let go, so that it does not glide on.
  await new Promise((resolve) => setTimeout(resolve, 300));
  send('mouseup', document, 0);
  return times;
}

const medianOf = (figures: number[]) =>
  percentile(
    figures.sort((a, b) => a - b),
    0.5,
  );

async function settle(page: Page): Promise<void> {
  await page.locator('[data-ready="true"], [data-is-settled="true"]').first().waitFor({ timeout: 120_000 });
  await page.waitForFunction(
    (quiet) => {
      const drawn = (window as Measured).drawn ?? [];
      return drawn.length > 0 && performance.now() - drawn.at(-1)!.at > quiet;
    },
    QUIET,
    { timeout: 120_000 },
  );
}

/** Seconds of processor time of all of the browser's processes. */
async function cpuOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

type Beside = { origin: string; addressOf: (bare: BareMap) => string };
type Pan = { tab: Page; times: number[]; cpu: number };
type Place = (typeof PLACES)[number];
const addressOf = ({ center, zoom }: Place) =>
  `/app/map?at=${zoom}_${center[1]}_${center[0]}&base=0${LAYERS.map((layer) => `&layer=${layer}`).join('')}`;

async function measurePan(
  browser: Browser,
  context: BrowserContext,
  { origin, addressOf: addressOfBare }: Beside,
  known: readonly MapLayer[],
  place: Place,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(origin + addressOf(place));
  await settle(page);
  const { width, height } = (await page.locator('.maplibregl-canvas').boundingBox())!;
  const layers = tileLayersOf(
    known.filter(({ layer }) => LAYERS.includes(layer as never)),
    {},
  );
  const bare = await context.newPage();
  const { center, zoom } = place;
  await bare.goto(addressOfBare({ layers, center, zoom, width, height }));
  await settle(bare);
  const calls = async (of: Page) => (await of.evaluate(() => (window as Measured).drawn ?? [])).at(-1)?.calls ?? 0;
  console.log(`${place.name}: ${await calls(page)} calls to draw a frame of the product, ${await calls(bare)} of the library alone`);
  const [ours, theirs] = [page, bare].map((tab) => ({ tab, times: [] as number[], cpu: 0 })) as [Pan, Pan];
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const pan of round % 2 === 0 ? [ours, theirs] : [theirs, ours]) {
      await pan.tab.bringToFront();
      await pan.tab.waitForTimeout(500);
      const before = await cpuOf(browser);
      const took = await pan.tab.evaluate(drag);
      // The first round fetches what lies along the way.
      if (round > 0) {
        pan.times.push(...took);
        pan.cpu += (await cpuOf(browser)) - before;
      }
      await settle(pan.tab);
    }
  for (const [who, { times, cpu }] of [
    ['the product', ours],
    ['the library alone', theirs],
  ] as const) {
    const figures = `median ${medianOf(times).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)} ms`;
    console.log(
      `${place.name}, a frame while panning, ${who}: ${figures}; ${((cpu / times.length) * 1000).toFixed(1)} ms of processor time`,
    );
  }
  compare(`${place.name}, median frame against the library alone`, medianOf(ours.times) / medianOf(theirs.times), RATIO, 'times');
  const slow = percentile(ours.times, 0.95) / percentile(theirs.times, 0.95);
  compare(`${place.name}, p95 frame against the library alone`, slow, RATIO, 'times');
  await page.close();
  await bare.close();
}

type Start = { first: number[]; whole: number[] };

async function open(context: BrowserContext, address: string, { first, whole }: Start, isCounted: boolean): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await settle(page);
  const drawn = await page.evaluate(() => (window as Measured).drawn ?? []);
  const all = drawn.at(-1)!.calls;
  if (isCounted) {
    first.push(drawn[0]!.at);
    whole.push(drawn.find(({ calls }) => calls >= all)!.at);
  }
  return page;
}

/**
 * Milliseconds from the navigation to the first frame, and to the first with as many calls as when everything has come: the map as it
 * opens from the menu, with the layers it shows by itself. The library alone does the same with the same layers.
 */
async function measureStarts(
  context: BrowserContext,
  { origin, addressOf: addressOfBare }: Beside,
  known: readonly MapLayer[],
  isDrawn: boolean,
): Promise<void> {
  const flag = await context.newPage();
  await flag.goto(`${origin}/app/favicon.svg`);
  await flag.evaluate(([draws, says]) => localStorage.setItem(draws, says), [DRAWS, isDrawn ? 'yes' : 'no'] as const);
  await flag.close();
  const [ours, theirs]: [Start, Start] = [
    { first: [], whole: [] },
    { first: [], whole: [] },
  ];
  const layers = tileLayersOf(
    known.filter(({ layer }) => FIRST_LAYERS.includes(layer)),
    {},
  );
  for (let start = 0; start < WARMING + STARTS; start += 1) {
    const page = await open(context, `${origin}/app/map`, ours, start >= WARMING);
    const [zoom, latitude, longitude] = /at=([\d.]+)_([-\d.]+)_([-\d.]+)/.exec(page.url())!.slice(1).map(Number) as [
      number,
      number,
      number,
    ];
    const { width, height } = (await page.locator('.maplibregl-canvas').boundingBox())!;
    await page.close();
    const bare = addressOfBare({ layers, center: [longitude, latitude], zoom, width, height });
    await (await open(context, bare, theirs, start >= WARMING)).close();
  }
  const said = ({ first, whole }: Start) =>
    `first drawn after ${medianOf(first).toFixed(0)} ms, whole after ${medianOf(whole).toFixed(0)} ms`;
  const how = isDrawn ? 'warm' : 'warm, as on a graphics card that draws in no time';
  console.log(`from the navigation, ${how}: ${said(ours)}; the library alone ${said(theirs)}`);
  const [whole, alone] = [medianOf(ours.whole), medianOf(theirs.whole)];
  if (isDrawn) compare('first picture of the map, warm, against the library alone', whole / alone, RATIO, 'times');
  else compare('first picture of the map after the navigation, warm, without the time of drawing', whole, FIRST_PICTURE_MS, 'ms');
}

const kept = process.env.DATA_DIR;
const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'dmse-bench-map-')));
const product = await startMapFirm(dataDir);
const beside = await serveBesideBareMap(product.origin);
const profile = await mkdtemp(join(tmpdir(), 'dmse-bench-profile-'));
const context = await chromium.launchPersistentContext(profile, {
  ...WHOLE_CHROMIUM,
  args: [...WHOLE_CHROMIUM.args.filter((one) => one !== '--disable-gpu'), ...SOFTWARE_GL],
  serviceWorkers: 'block',
  viewport: VIEWPORT,
});
try {
  const { origin } = beside;
  Object.assign(globalThis, { location: new URL(origin) });
  const cookie = await signIn(origin, 'alice');
  const answer = await fetch(`${origin}/api/map/layer/`, { headers: { cookie } });
  const { results } = (await answer.json()) as { results: MapLayer[] };
  await context.addCookies(browserCookies(origin, cookie));
  await context.addInitScript(() => localStorage.setItem('map.tutorial.july2025', 'completed'));
  await context.addInitScript(noteDrawing, DRAWS);
  for (const place of process.env.ONLY === 'start' ? [] : PLACES) await measurePan(context.browser()!, context, beside, results, place);
  for (const isDrawn of process.env.ONLY === 'pan' ? [] : [true, false]) await measureStarts(context, beside, results, isDrawn);
} finally {
  await context.close();
  beside.close();
  await product.stop();
  await rm(profile, { recursive: true, force: true });
  if (!kept) await rm(dataDir, { recursive: true, force: true });
}
