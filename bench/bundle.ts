// Home's JavaScript over the wire: everything requested until Home has been idle for two seconds, without the precache.
import { chromium } from 'playwright-core';
import { WHOLE_CHROMIUM } from '../e2e/shared/chromium.ts';
import { HOME_LIMIT_KB, weighHome, weightOf } from '../e2e/shared/home-weight.ts';
import { compare, signIn, startProduct } from './shared/product.ts';

const product = await startProduct();
const browser = await chromium.launch(WHOLE_CHROMIUM);
try {
  const cookie = await signIn(product.origin, 'mona');
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.addCookies(
    cookie.split('; ').map((one) => ({ name: one.split('=')[0]!, value: one.slice(one.indexOf('=') + 1), url: product.origin })),
  );
  const scripts = await weighHome(context, `${product.origin}/app/`, 'Mona');
  for (const { path, kilobytes } of scripts) console.log(`${kilobytes.toFixed(1).padStart(8)} kB  ${path}`);
  compare('JavaScript of Home', weightOf(scripts), HOME_LIMIT_KB, 'kB');
} finally {
  await browser.close();
  await product.stop();
}
