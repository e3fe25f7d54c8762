// A cold visit from a slow machine on a phone's network: how long until Home has its heading and the Jobs dashboard its rows.
// Line: "Fast 4G" as Chromium's developer tools define it (9 Mbit/s down and 1.5 up, of which nine tenths arrive; 60 ms, times 2.75,
// before each answer). Processor: four times slower. Cache: empty, no service worker. HTTP/1.1, as the product is served by default.
import { type BrowserContext, chromium } from 'playwright-core';
import { WHOLE_CHROMIUM } from '../e2e/shared/chromium.ts';
import { compare, percentile, signIn, startProduct } from './shared/product.ts';

const FAST_4G = { offline: false, latency: 60 * 2.75, downloadThroughput: (9e6 / 8) * 0.9, uploadThroughput: (1.5e6 / 8) * 0.9 };
const SLOWDOWN = 4;
const TIMES = 5;

/** What is opened, what must be seen there, and within how many seconds. */
const PAGES = [
  { name: 'Home', path: '/app/', selector: 'main h1', limit: 2 },
  { name: 'rows of the Jobs dashboard', path: '/app/jobs?tab=jobs', selector: 'tbody a[href*="/job/"]', limit: 2.5 },
];

type Marked = Window & { seen_at?: number };

/** Marks the moment the first element of that kind has been painted. */
function markSeen(selector: string): void {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => ((window as Marked).seen_at = performance.now())));
  });
  watch.observe(document, { childList: true, subtree: true });
}

type Visit = { seconds: number; scripts: number; kilobytes: number };

async function visit(context: BrowserContext, url: string, selector: string): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  await session.send('Network.emulateNetworkConditions', FAST_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.addInitScript(markSeen, selector);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => (window as Marked).seen_at !== undefined, null, { timeout: 60_000 });
  const seen = await page.evaluate(() => {
    const at = (window as Marked).seen_at!;
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ name, responseEnd }) => /\.m?js$/.test(new URL(name).pathname) && responseEnd > 0 && responseEnd <= at,
    );
    const bytes = scripts.reduce((sum, { transferSize }) => sum + transferSize, 0);
    return { seconds: at / 1000, scripts: scripts.length, kilobytes: bytes / 1000 };
  });
  await page.close();
  return seen;
}

const product = await startProduct();
const browser = await chromium.launch(WHOLE_CHROMIUM);
try {
  const cookie = await signIn(product.origin, 'mona');
  for (const { name, path, selector, limit } of PAGES) {
    const visits: Visit[] = [];
    for (let i = 0; i < TIMES; i += 1) {
      const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 } });
      await context.addCookies(
        cookie.split('; ').map((one) => ({ name: one.split('=')[0]!, value: one.slice(one.indexOf('=') + 1), url: product.origin })),
      );
      visits.push(await visit(context, `${product.origin}${path}`, selector));
      await context.close();
    }
    visits.sort((a, b) => a.seconds - b.seconds);
    const { scripts, kilobytes } = visits[0]!;
    console.log(`${name}: ${scripts} scripts, ${kilobytes.toFixed(0)} kB; ${visits.map(({ seconds }) => seconds.toFixed(2)).join(' ')} s`);
    compare(
      `cold, ${name}, median`,
      percentile(
        visits.map(({ seconds }) => seconds),
        0.5,
      ),
      limit,
      's',
    );
  }
} finally {
  await browser.close();
  await product.stop();
}
