import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectClean } from '../shared/clean.ts';
import { addPicture, addShot, ask, fieldPath, HERE, makeRun, sendCrew } from '../shared/crew.ts';
import { expect, test } from '../shared/journey.ts';

const TABS = [
  'details',
  'details?show=photos',
  'details?show=leave',
  'points',
  'points?view=pipes',
  'points?view=map',
  'risk-assesment',
  'layers',
  'point',
];

/** Opens every tab of a run with a structure, a picture and a pipe in it, and shows each once it has been read. */
async function eachTab(page: Page, look: (tab: string) => Promise<void>): Promise<void> {
  const run = await makeRun(page, 'Sunlight');
  const fields = { code: 'SAMH', sub_category: 'Sanitary Structure', connections: [{ measure_down: 1, direction: 'in' }] };
  const geometry = { type: 'Point', coordinates: [HERE.longitude, HERE.latitude] };
  const shot = await addShot(page, run, { name: '1', ...fields, geometry });
  const image = await addPicture(page, run, shot);
  const pipe = randomUUID();
  await ask(page, 'POST', '/api/sites/pipe/', { id: pipe, field_run: run, name: '1-open', start_structure: shot });
  for (const tab of [...TABS, `point/${shot}`, `pipe/${pipe}`, `image/${image}`]) {
    await page.goto(fieldPath(run, tab));
    await expect(page.getByRole('navigation', { name: 'Field app' }), tab).toBeVisible();
    await expect(page.locator('main'), tab).not.toContainText(/Opening…|Reading…|Looking…/);
    if (tab.endsWith('map')) await expect(page.locator('[data-ready="true"] canvas')).toBeVisible();
    await look(tab);
  }
}

/** What a thumb would miss, and what would lie beyond the edge. */
async function expectFits(page: Page, tab: string): Promise<void> {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main a[href]')]
      .map((target) => ({ box: target.getBoundingClientRect(), words: target.textContent || target.ariaLabel }))
      .filter(({ box }) => box.width > 0 && (box.width < 47.5 || box.height < 47.5))
      .map(({ box, words }) => `${words}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
  );
  expect(small, tab).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), tab).toBe(true);
}

for (const scheme of ['light', 'dark'] as const) {
  test(`every tab is read in the sun and pressed with a thumb: ${scheme}`, async ({ browser, product }) => {
    test.slow();
    const other = await sendCrew(browser, product.origin, { scheme });
    await eachTab(other.page, async (tab) => {
      await expectClean(other.page, tab, { inTheSun: true });
      await expectFits(other.page, tab);
    });
    await other.close();
  });
}

test('every tab fits a phone on its side', async ({ browser, product }) => {
  test.slow();
  const other = await sendCrew(browser, product.origin, { width: 800, height: 360 });
  await eachTab(other.page, (tab) => expectFits(other.page, tab));
  await other.close();
});

test('the tour shows itself once, after a second', async ({ browser, product }) => {
  const other = await sendCrew(browser, product.origin, { withTours: true });
  const run = await makeRun(other.page, 'Tour');
  await other.page.evaluate(() => localStorage.setItem('core.home.tutorial2', 'true'));
  await other.page.goto(fieldPath(run));
  await expect(other.page.getByText('Everything is kept on this device')).toBeVisible();
  await other.page.reload();
  await expect(other.page.getByRole('navigation', { name: 'Field app' })).toBeVisible();
  // it would begin after a second
  await other.page.waitForTimeout(2000);
  await expect(other.page.getByText('Everything is kept on this device')).toHaveCount(0);
  await other.close();
});
