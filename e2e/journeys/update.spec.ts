import { startFaultProxy } from '../shared/fault-proxy.ts';
import { expect, fillSignIn, test } from '../shared/journey.ts';
import { storeApp } from '../shared/tablet.ts';

test('a newer build is offered, can be put off, and is taken with Reload', async ({ browser, product }) => {
  let isNewer = false;
  const proxy = await startFaultProxy(product.origin);
  proxy.change = (path, body) => (isNewer && path === '/app/sw.js' ? body.replace(/(revision:[`"])[0-9a-f]{8}/, '$1feedface') : null);
  const context = await browser.newContext({ baseURL: proxy.origin });
  const page = await context.newPage();
  try {
    await page.addInitScript(() => localStorage.setItem('core.home.tutorial2', 'true'));
    await page.goto('/auth/login/');
    await fillSignIn(page, 'joe');
    await expect(page.locator('h1', { hasText: 'Joe' })).toBeVisible();
    await storeApp(page);
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect(page.getByText('Update Ready')).toHaveCount(0);

    isNewer = true;
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/app/'))?.update());
    const dialog = page.getByRole('dialog', { name: 'Update Ready' });
    await expect(dialog.getByText('A new update is ready to use.')).toBeVisible({ timeout: 30_000 });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('h1', { hasText: 'Joe' })).toBeVisible();

    await page.reload();
    await expect(dialog).toBeVisible();
    await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: 'Reload' }).click()]);
    await expect(page.locator('h1', { hasText: 'Joe' })).toBeVisible();
    await expect(page.getByText('Update Ready')).toHaveCount(0);
  } finally {
    await context.close();
    await proxy.close();
  }
});
