import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { expect, fillSignIn, test } from '../shared/journey.ts';
import { startProduct } from '../shared/product.ts';

test('the server is gone and the browser was restarted: Home still opens, with who was here and how old it is', async ({
  launchOptions,
}) => {
  test.slow();
  const product = await startProduct();
  const profile = mkdtempSync(join(tmpdir(), 'dmse-profile-'));
  const open = () =>
    chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: product.origin, viewport: { width: 1280, height: 900 } });
  try {
    const before = await open();
    const page = await before.newPage();
    await page.goto('/auth/login/');
    await fillSignIn(page, 'mona');
    await expect(page.locator('h1', { hasText: 'Mona' })).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto('/app/client/1/info');
    await expect(page.getByLabel('Name')).toBeVisible();
    await before.close();
    await product.stop('SIGKILL');

    const after = await open();
    const offline = await after.newPage();
    await offline.goto('/app/');
    await expect(offline.locator('h1', { hasText: 'Mona' })).toBeVisible();
    await expect(offline.getByText(/offline|cannot be reached|as it was/i).first()).toBeVisible();
    await after.close();
  } finally {
    await product.startAgain();
    await product.stop();
    product.remove();
    rmSync(profile, { recursive: true, force: true });
  }
});
