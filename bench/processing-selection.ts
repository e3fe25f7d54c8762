/**
 * How much script one selection takes in the wizard's review of a run of 20,000 shots, in table and map together: the processor time of
 * the page's own thread, as Chromium counts it, from the key until the frame after. The explanation of the selected point comes from the
 * server later, and is measured beside it.
 * Run: node bench/processing-selection.ts
 */
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { WHOLE_CHROMIUM } from '../e2e/shared/chromium.ts';
import { browserCookies, compare, percentile, postAs, signIn, startProduct } from './shared/product.ts';
import { makeFiles } from './shared/survey-day.ts';

const SHOTS = 20_000;
const TARGET_MS = 16;
/** The first ones only warm the code up. */
const [WARM, TIMES] = [10, 30];

async function importRun(origin: string, cookie: string): Promise<string> {
  const { id } = await postAs<{ id: string }>(origin, cookie, '/api/sites/fieldrun/', { name: 'Many shots', state: 'Active' });
  const { raw, points } = makeFiles(SHOTS);
  const form = new FormData();
  form.append('raw_file', new Blob([Buffer.from(raw)]), 'many.rw5');
  form.append('points_file', new Blob([Buffer.from(points)]), 'many.csv');
  const headers = { cookie, 'x-csrftoken': decodeURIComponent(/csrftoken=([^;]+)/.exec(cookie)?.[1] ?? '') };
  const answer = await fetch(`${origin}/api/sites/fieldrun-processing/${id}/import/`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`The import answered ${answer.status}: ${await answer.text()}`);
  return id;
}

/** Script so far, in ms of processor time. */
async function scriptTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')!.value * 1000;
}

/** Until two frames have been made, and the map, which draws in frames of its own, is at rest. */
const frames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))));

async function measure(page: Page, cdp: CDPSession): Promise<number[]> {
  const times: number[] = [];
  const grid = page.getByRole('grid', { name: 'Points' });
  for (let i = 0; i < WARM + TIMES; i += 1) {
    const before = await scriptTime(cdp);
    const was = await grid.getAttribute('aria-activedescendant');
    await page.keyboard.press('ArrowDown');
    await frames(page);
    const after = await scriptTime(cdp);
    if ((await grid.getAttribute('aria-activedescendant')) === was) throw new Error('The key selected nothing.');
    if (i >= WARM) times.push(after - before);
    await page.waitForTimeout(150);
  }
  return times.sort((a, b) => a - b);
}

const product = await startProduct();
const browser = await chromium.launch(WHOLE_CHROMIUM);
try {
  const cookie = await signIn(product.origin, 'pia');
  const run = await importRun(product.origin, cookie);
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 } });
  await context.addCookies(browserCookies(product.origin, cookie));
  const page = await context.newPage();
  await page.goto(`${product.origin}/app/processing/${run}?step=review`);
  const grid = page.getByRole('grid', { name: 'Points' });
  await grid.waitFor({ timeout: 120_000 });
  await page.locator('[data-ready=true]').waitFor();
  await page.waitForTimeout(3000);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await grid.focus();
  for (const isWhole of [false, true]) {
    // At first without the answer that explains the point: only what table and map do.
    if (!isWhole) await page.route('**/fieldrun-processing-shot/**', () => {});
    else await page.unrouteAll();
    const times = await measure(page, cdp);
    const what = isWhole ? 'and its explanation' : 'in table and map';
    console.log(`a selection ${what}, ms of script: p50 ${percentile(times, 0.5).toFixed(1)}, slowest ${times.at(-1)!.toFixed(1)}`);
    compare(`one selection among ${SHOTS} shots ${what}, p95`, percentile(times, 0.95), TARGET_MS, 'ms of script');
  }
} finally {
  await browser.close();
  await product.stop();
}
