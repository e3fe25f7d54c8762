import type { Page } from '@playwright/test';
import { ask, upload } from '../shared/ask.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { lookAt, PHONE_AND_DARK, wear } from '../shared/look.ts';
import { drawPlan } from '../shared/plan-picture.ts';

// Here the product reads the text in scans.
test.use({ settings: { LEAVE_QUEUES: '' } });

type Made = { id: number };

/** A file with a scan of this size, read to the end. */
async function makeScanned(page: Page, fields: object, width: number, height: number): Promise<{ file: number; scan: number }> {
  const { id } = await ask<Made>(page, 'POST', '/api/jobs/historicalfile/', fields);
  const { body } = await upload(page, '/api/core/upload/', {
    name: 'plan.png',
    mimeType: 'image/png',
    buffer: drawPlan(width, height, 97),
  });
  const scan = await ask<Made>(page, 'POST', `/api/jobs/historicalfile/${id}/scans/`, { file: (body as Made).id });
  await expect
    .poll(
      async () => {
        const { results } = await ask<{ results: { state: string }[] }>(page, 'GET', `/api/jobs/historicalfile/${id}/scans/`);
        return results[0]?.state;
      },
      { timeout: 420_000 },
    )
    .toBe('ready');
  return { file: id, scan: scan.id };
}

test('scans: a dozen become drafts, typed down the table by keyboard, taken back, and done @long', async ({ signInAs }) => {
  test.setTimeout(600_000);
  const alice = await signInAs('alice', { path: '/app/historicals?mode=entry' });
  await alice.getByLabel('Company of these scans').fill('Landry & Fils');
  const scans = Array.from({ length: 12 }, (_, at) => ({
    name: `84-${300 + at} plan.png`,
    mimeType: 'image/png',
    buffer: drawPlan(640, 480, 11 + at),
  }));
  await alice.locator('input[type=file]').setInputFiles(scans);
  const grid = alice.getByRole('grid', { name: 'Drafts' });
  const rowOf = (number: number) => grid.getByRole('row').filter({ hasText: `84-${number}` });
  await expect(rowOf(311)).toBeVisible({ timeout: 60_000 });
  await lookAt(alice, 'entry of scans', PHONE_AND_DARK);
  await wear(alice, { width: 1280, height: 900, scheme: 'light' });

  await rowOf(300).getByRole('gridcell', { name: '84-300' }).first().click();
  await alice.keyboard.press('Control+Enter');
  await alice.keyboard.press('Tab');
  await alice.keyboard.press('Tab');
  await alice.keyboard.press('Tab');
  for (const client of ['Roy LeBlanc', 'Estate of M. Cormier']) {
    await alice.keyboard.type(client);
    await alice.keyboard.press('Enter');
  }
  await expect(grid.getByText('Estate of M. Cormier')).toBeVisible();
  await expect(alice.getByText(/What you type is saved/)).toBeVisible();
  await alice.keyboard.press('Control+z');
  await expect(grid.getByText('Estate of M. Cormier')).toHaveCount(0);
  await alice.reload();
  await expect(rowOf(300).getByText('Roy LeBlanc')).toBeVisible();
  await rowOf(300).getByRole('gridcell', { name: '84-300' }).first().click();
  await alice.keyboard.press('Control+d');
  await expect(rowOf(300)).toHaveCount(0);
  await visit(alice, '/app/historicals?query=84-300');
  await expect(alice.getByRole('link', { name: '84-300' })).toBeVisible();
});

test('scans: a plan of 20,000 × 14,000 is opened by its first tile, and moved, turned and left by keyboard @long', async ({ signInAs }) => {
  test.setTimeout(600_000);
  const alice = await signInAs('alice', { path: '/app/' });
  const { file, scan } = await makeScanned(alice, { file_number: '66-0001' }, 20_000, 14_000);
  await visit(alice, `/app/historical/${file}`);
  const open = alice.getByRole('link', { name: 'View plan.png' });
  await open.waitFor();
  const tiles: string[] = [];
  alice.on('request', (request) => void (request.url().includes('/tile/') && tiles.push(request.url())));
  const began = Date.now();
  await open.press('Enter');
  const page = alice.getByRole('application', { name: /^Page 1 of plan\.png/ });
  await expect(page).toBeVisible();
  await expect.poll(() => tiles.some((url) => url.includes('/tile/0/0/0/'))).toBe(true);
  console.log(`a plan of 20,000 × 14,000: ${Date.now() - began} ms from the key to the first picture, ${tiles.length} tiles`);
  // Of 1,120 tiles in full size only those are fetched that are seen.
  expect(tiles.length).toBeLessThan(40);
  await expect(alice).toHaveURL(new RegExp(`scan=${scan}`));

  const zoom = async () => Number(/(\d+) %/.exec((await alice.getByRole('dialog').textContent()) ?? '')?.[1]);
  const before = await zoom();
  await page.focus();
  for (let press = 0; press < 4; press += 1) await alice.keyboard.press('+');
  await expect.poll(zoom).toBeGreaterThan(before * 3);
  for (const key of ['ArrowRight', 'ArrowDown', 'r', 'w', 'f', 't']) await alice.keyboard.press(key);
  await expect.poll(zoom).toBeLessThanOrEqual(before + 1);
  await expect(alice.getByRole('region', { name: 'Text of this page' })).toBeVisible();
  await lookAt(alice, 'the viewer of scans', PHONE_AND_DARK);
  await alice.keyboard.press('Escape');
  await expect(alice.getByRole('dialog')).toHaveCount(0);
});
