import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { signIn } from '../shared/ask.ts';
import { expect, test } from '../shared/journey.ts';
import { storeApp } from '../shared/tablet.ts';

test('the server is gone and the browser was restarted: Home still opens, with who was here and how old it is', async ({
  launchOptions,
  product,
}) => {
  test.slow();
  const profile = mkdtempSync(join(tmpdir(), 'dmse-profile-'));
  const open = () =>
    chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: product.origin, viewport: { width: 1280, height: 900 } });
  try {
    const before = await open();
    await signIn(before, 'mona');
    const page = await before.newPage();
    await page.goto('/app/');
    await expect(page.locator('h1', { hasText: 'Mona' })).toBeVisible();
    await storeApp(page);
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
    rmSync(profile, { recursive: true, force: true });
  }
});
