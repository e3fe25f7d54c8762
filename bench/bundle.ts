// Home's JavaScript over the wire: everything requested until Home has been idle for two seconds, without the precache.
import { chromium } from 'playwright-core';
import { WHOLE_CHROMIUM } from '../e2e/shared/chromium.ts';
import { judge, signIn, startProduct } from './shared/product.ts';

const LIMIT_KB = 250;
const product = await startProduct();
const browser = await chromium.launch(WHOLE_CHROMIUM);
try {
  const cookie = await signIn(product.origin, 'mona');
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.addCookies(
    cookie.split('; ').map((one) => ({ name: one.split('=')[0]!, value: one.slice(one.indexOf('=') + 1), url: product.origin })),
  );
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Map<string, string>();
  const sizes: [url: string, bytes: number][] = [];
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type === 'Script' || /javascript/.test(response.mimeType)) scripts.set(requestId, response.url);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = scripts.get(requestId);
    if (url) sizes.push([url, encodedDataLength]);
  });
  await page.goto(`${product.origin}/app/`, { waitUntil: 'networkidle' });
  await page.locator('h1', { hasText: 'Mona' }).waitFor();
  for (let seen = -1; seen !== sizes.length; ) {
    seen = sizes.length;
    await page.waitForTimeout(2000);
  }
  for (const [url, bytes] of sizes.sort((a, b) => b[1] - a[1]))
    console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${new URL(url).pathname}`);
  judge('JavaScript of Home', sizes.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000, LIMIT_KB, 'kB');
} finally {
  await browser.close();
  await product.stop();
}
