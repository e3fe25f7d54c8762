import { ask } from '../shared/ask.ts';
import { addShot, type Crew, fieldPath, HERE, makeRun, noteOf, sendCrew } from '../shared/crew.ts';
import { expect, test, visit } from '../shared/journey.ts';

let crew: Crew;
test.beforeEach(async ({ browser, product }) => {
  crew = await sendCrew(browser, product.origin);
});
test.afterEach(() => crew.close());

test('half-loaded run: the network goes while it is fetched, every tab says what is missing, and it goes on by itself', async () => {
  const { page } = crew;
  const run = await makeRun(page, 'Half of it');
  const geometry = { type: 'Point', coordinates: [HERE.longitude, HERE.latitude] };
  for (let at = 1; at <= 14; at += 1) await addShot(page, run, { name: String(at), code: 'TREE', geometry, accuracy: 3 });
  const isList = (url: URL) => url.pathname === '/api/sites/fieldrun-shot/';
  await page.route(isList, (route) => route.abort('internetdisconnected'));
  await page.goto(fieldPath(run, 'points'));
  await expect(page.getByText('14 points not loaded yet.').first()).toBeVisible();
  await expect(page.locator('header').getByText('not loaded')).toBeVisible();
  for (const tab of ['points', 'points?view=pipes', 'points?view=map', 'details', 'details?show=photos', 'layers']) {
    await visit(page, fieldPath(run, tab));
    await expect(page.getByText('14 points not loaded yet').first(), tab).toBeVisible();
    await expect(page.getByText(/No points yet|No layers are attached|No pipes yet|No photos yet/), tab).toHaveCount(0);
  }
  await visit(page, fieldPath(run, 'details?show=leave'));
  await expect(page.getByRole('list', { name: 'Missing' })).toContainText('14 points not loaded yet.');
  await expect(page.getByText('Nothing is missing')).toHaveCount(0);

  await page.unroute(isList);
  await expect(page.getByText('Nothing is missing')).toBeVisible({ timeout: 60_000 });
  await visit(page, fieldPath(run, 'points'));
  await expect(page.getByText('14 points, the newest first')).toBeVisible();
  await expect(page.getByText('not loaded')).toHaveCount(0);
});

test('wrong clock: a device 26 hours fast says so, and both times reach the office @long', async () => {
  const { page, tap } = crew;
  const run = await makeRun(page, 'Tomorrow');
  await page.addInitScript(() => {
    const Real = Date;
    const now = () => Real.now() + 26 * 3_600_000;
    globalThis.Date = new Proxy(Real, {
      construct: (target, args: []) => (args.length === 0 ? new target(now()) : new target(...args)),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  });
  await page.goto(fieldPath(run, 'point'));
  await expect(page.getByText('This device’s clock is 26 h fast.')).toBeVisible();
  await tap(page.getByRole('button', { name: 'SAMH', exact: true }));
  await tap(page.getByRole('button', { name: /^Save/ }));
  await expect(noteOf(page)).toContainText(/Saved on device: \d+ SAMH/);
  type Feature = { properties: { captured_at: string; captured_at_device: string; note: string | null } };
  const list = () => ask<{ results: Feature[] }>(page, 'GET', `/api/sites/fieldrun-shot/?field_run=${run}`);
  await expect.poll(async () => (await list()).results.length, { timeout: 30_000 }).toBe(1);
  const { captured_at, captured_at_device, note } = (await list()).results[0]!.properties;
  const hoursFromNow = (instant: string) => Math.floor((Date.parse(instant) - Date.now()) / 3_600_000 + 0.5);
  expect([hoursFromNow(captured_at), hoursFromNow(captured_at_device), note]).toEqual([0, 26, null]);
});

test('a phone on its side: the form has the height, and its buttons stand beside it @long', async () => {
  const { page } = crew;
  await page.setViewportSize({ width: 844, height: 390 });
  const run = await makeRun(page, 'On its side');
  await page.goto(fieldPath(run, 'point'));
  const save = page.getByRole('button', { name: /^Save/ });
  await expect(save).toBeVisible();
  // while the run is loading, a line above the form says so and takes its height
  await expect
    .poll(async () => (await page.getByTestId('field-content').boundingBox())!.height, { timeout: 15_000 })
    .toBeGreaterThanOrEqual(320);
  const content = (await page.getByTestId('field-content').boundingBox())!;
  const bar = (await page.getByTestId('field-bar').boundingBox())!;
  expect(bar.x).toBeGreaterThanOrEqual(content.x + content.width - 1);
  expect(bar.y + bar.height).toBeLessThanOrEqual(391);
});
