import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ask } from '../shared/ask.ts';
import { expectClean } from '../shared/clean.ts';
import { addPicture, addShot, fieldPath, HERE, makeRun, sendCrew } from '../shared/crew.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { expectNoSideways, expectSettled } from '../shared/look.ts';

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
    await visit(page, fieldPath(run, tab));
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
  await expectNoSideways(page, tab);
}

test('every tab is read in the sun and pressed with a thumb, light and dark; it fits a phone on its side @long', async ({
  browser,
  product,
}) => {
  test.slow();
  const { page, close } = await sendCrew(browser, product.origin);
  await eachTab(page, async (tab) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectSettled(page);
      await expectClean(page, `${tab}, ${colorScheme}`, { inTheSun: true });
    }
    for (const size of [
      { width: 360, height: 740 },
      { width: 800, height: 360 },
    ]) {
      await page.setViewportSize(size);
      await expectSettled(page);
      await expectFits(page, `${tab}, ${size.width} px`);
    }
    await page.setViewportSize({ width: 360, height: 740 });
  });
  await close();
});

test('the tour shows itself once, after a second @long', async ({ browser, product }) => {
  const other = await sendCrew(browser, product.origin, { withTours: true });
  const run = await makeRun(other.page, 'Tour');
  await other.page.goto(fieldPath(run));
  await expect(other.page.getByText('Everything is kept on this device')).toBeVisible();
  await other.page.reload();
  await expect(other.page.getByRole('navigation', { name: 'Field app' })).toBeVisible();
  // it would begin after a second
  await other.page.waitForTimeout(2000);
  await expect(other.page.getByText('Everything is kept on this device')).toHaveCount(0);
  await other.close();
});
