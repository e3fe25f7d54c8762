import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { signIn } from '../shared/ask.ts';
import { expect, test } from '../shared/journey.ts';
import { storeApp } from '../shared/tablet.ts';

test('the server is gone and the browser was restarted: Home still opens, with who was here and how old it is @long', async ({
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
    const assigned = page.getByRole('region', { name: 'My assignments due' }).getByRole('listitem');
    await expect(assigned.first()).toBeVisible();
    const words = await assigned.allTextContents();
    await storeApp(page);
    await page.goto('/app/client/1/info');
    await expect(page.getByLabel('Name')).toBeVisible();
    await before.close();
    await product.stop('SIGKILL');

    const after = await open();
    const offline = await after.newPage();
    await offline.goto('/app/');
    await expect(offline.locator('h1', { hasText: 'Mona' })).toBeVisible();
    await expect(offline.getByText(/You are offline\. Signed in as Mona Martin, last confirmed by the server/)).toBeVisible();
    const card = offline.getByRole('region', { name: 'My assignments due' });
    await expect(card.getByRole('listitem')).toHaveText(words);
    await expect(card.getByText(/^As of \d{1,2} \w{3} \d{4}, \d\d:\d\d \(.+\)\.$/)).toBeVisible();
    await expect(offline.getByRole('region', { name: 'Recently opened' }).getByRole('link')).not.toHaveCount(0);
    await after.close();
  } finally {
    await product.startAgain();
    rmSync(profile, { recursive: true, force: true });
  }
});
