import AxeBuilder from '@axe-core/playwright';
import { addPicture, addShot, ask, CAMERA_ARGS, type Crew, fieldPath, HERE, makeRun, noteOf, sendCrew } from '../shared/crew.ts';
import { expect, test } from '../shared/journey.ts';

test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...CAMERA_ARGS] }),
});

let crew: Crew;
test.beforeEach(async ({ browser, product }) => {
  crew = await sendCrew(browser, product.origin);
});
test.afterEach(() => crew.close());

const pad = (name: string) => crew.page.getByRole('dialog').getByRole('button', { name, exact: true });
const button = (name: string | RegExp) => crew.page.getByRole('button', { name, exact: typeof name === 'string' });

/** A tape reading, by thumb. */
async function measure(keys: readonly string[]): Promise<void> {
  await crew.tap(button('Add connection'));
  for (const key of keys) await crew.tap(pad(key));
  await crew.tap(pad('Done'));
}

async function openRun(run: string, tab = 'points'): Promise<void> {
  await crew.page.goto(fieldPath(run, tab));
  await expect(crew.page.getByRole('navigation', { name: 'Field app' })).toBeVisible();
}

test('a structure with two connections and two photos in under 60 seconds and at most 25 taps', async () => {
  const { page, tap } = crew;
  const run = await makeRun(page, 'Sixty seconds');
  await openRun(run);
  // the lists of the firm have arrived
  await page.goto(fieldPath(run, 'point'));
  await expect(button('SAMH')).toBeVisible();
  await page.goto(fieldPath(run, 'points'));
  await expect(page.getByText('No points yet')).toBeVisible();

  const begun = Date.now();
  await tap(page.getByRole('link', { name: 'New point' }));
  await tap(button('SAMH'));
  const connection = (number: number) => page.getByRole('group', { name: `Connection ${number}` });
  await measure(['1', 'Point', '8', '5']);
  await tap(connection(1).getByRole('button', { name: 'Bearing NE' }));
  await tap(connection(1).getByRole('button', { name: 'Diameter 250' }));
  await tap(connection(1).getByRole('button', { name: 'PVC' }));
  await measure(['1', 'Point', '9', '1']);
  await tap(connection(2).getByRole('button', { name: 'Bearing SW' }));
  await tap(button('Photo'));
  await tap(button('Take photo'));
  await tap(button('Take photo'));
  await tap(button(/^Done/));
  await tap(button('Save'));
  await expect(noteOf(page)).toContainText(/Saved on device: \d+ SAMH/);
  const seconds = (Date.now() - begun) / 1000;
  console.log(`structure, two connections, two photos: ${crew.taps()} taps, ${seconds.toFixed(1)} s`);
  expect(crew.taps()).toBeLessThanOrEqual(25);
  expect(seconds).toBeLessThan(60);

  type Feature = { id: string; properties: { connections: object[]; image_count: number } };
  const list = () => ask<{ results: Feature[] }>(page, 'GET', `/api/sites/fieldrun-shot/?field_run=${run}`);
  await expect.poll(async () => (await list()).results[0]?.properties.image_count, { timeout: 30_000 }).toBe(2);
  expect((await list()).results[0]?.properties.connections).toEqual([
    expect.objectContaining({ direction: 'in', bearing: 45, inside_diameter: 250, material: 'PVC', measure_down: 1.85 }),
    expect.objectContaining({ direction: 'out', bearing: 225, inside_diameter: 250, material: 'PVC', measure_down: 1.91 }),
  ]);
  type Picture = { properties: { width: number; mime_type: string; is_unreadable: boolean } };
  const { results } = await ask<{ results: Picture[] }>(page, 'GET', `/api/sites/fieldrun-shot-image/?field_run=${run}`);
  expect(results.every(({ properties }) => properties.mime_type === 'image/jpeg' && !properties.is_unreadable)).toBe(true);
});

test('a code, a number and Save: three taps, no keyboard, point after point', async () => {
  const { page, tap } = crew;
  const run = await makeRun(page, 'Three taps');
  await openRun(run, 'point');
  await expect(button('SAMH')).toBeVisible();
  const names: string[] = [];
  for (const code of ['SAMH', 'STMH', 'SAMH']) {
    const before = crew.taps();
    await tap(button(code));
    await tap(button('One more'));
    await tap(button('Save'));
    await expect(noteOf(page)).toContainText(new RegExp(`Saved on device: \\d+ ${code}`));
    expect(crew.taps() - before).toBe(3);
    names.push(/(\d+)/.exec((await noteOf(page).textContent()) ?? '')?.[1] ?? '');
  }
  const [first, second, third] = names.map(Number) as [number, number, number];
  expect([second, third]).toEqual([first + 2, first + 4]);
});

test('after one visit online every page opens without a network, also after a reload, and what was collected goes up later', async () => {
  test.slow();
  const { page, tap } = crew;
  const run = await makeRun(page, 'No signal');
  await openRun(run, 'point');
  await expect(button('SAMH')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  for (const tab of ['details', 'layers', 'risk-assesment', 'points?view=pipes', 'points', 'point']) {
    await page.goto(fieldPath(run, tab));
    await expect(page.locator('header').getByText('offline'), tab).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No signal' }), tab).toBeVisible();
  }
  await tap(button('SAMH'));
  await page.getByLabel('Note').fill('under the snow');
  await tap(button('Photo'));
  await tap(button('Take photo'));
  await tap(button('Done (1)'));
  // the page goes before anything was saved, and comes back with it
  await expect(page.getByText('Photos (1)')).toBeVisible();
  await page.reload();
  await expect(page.getByText('This is what you were typing when the page closed.')).toBeVisible();
  await expect(page.getByLabel('Note')).toHaveValue('under the snow');
  await expect(page.getByText('Photos (1)')).toBeVisible();
  await tap(button('Save'));
  await expect(noteOf(page)).toContainText(/Saved on device: \d+ SAMH/);
  await page.goto(fieldPath(run, 'points'));
  await expect(page.getByRole('link', { name: /SAMH/ })).toContainText('1 photo');
  await page.goto(fieldPath(run, 'points?view=map'));
  await expect(page.locator('[data-ready="true"] canvas')).toBeVisible();
  await expect(page.getByRole('button', { name: /^2 unsynced/ })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: /^0 unsynced/ })).toBeVisible({ timeout: 60_000 });
});

test('a pipe is drawn on the map from structure to structure', async () => {
  const { page, tap, moveTo } = crew;
  const run = await makeRun(page, 'Pipes');
  const there = { latitude: HERE.latitude + 0.0006, longitude: HERE.longitude };
  const structure = (name: string, { latitude, longitude }: typeof there) => ({
    name,
    code: 'STMH',
    system: 'storm',
    category: 'Infrastructure',
    sub_category: 'Storm Structure',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  });
  await addShot(page, run, structure('901', HERE));
  await addShot(page, run, structure('902', there));
  await openRun(run, 'points');
  await expect(page.getByRole('link', { name: /^902/ })).toBeVisible();
  await page.goto(fieldPath(run, 'points?view=map&draw=pipe'));
  const canvas = page.locator('[data-ready="true"] canvas');
  await expect(canvas).toBeVisible();
  /** Brings the map to where the crew stands, and taps what lies there. */
  const tapHere = async (place: typeof there) => {
    await moveTo(place);
    await page.waitForTimeout(1500);
    await tap(button('Where am I?'));
    await page.waitForTimeout(1500);
    const box = (await canvas.boundingBox())!;
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  };
  await tapHere(HERE);
  await expect(page.getByText('From 901')).toBeVisible();
  await tapHere(there);
  await expect(noteOf(page)).toContainText('Saved on device: pipe 901-902.');
  await page.goto(fieldPath(run, 'points?view=pipes'));
  await expect(page.getByRole('link', { name: /901 → 902/ })).toBeVisible();
});

test('before leaving the site each defect is listed, exactly that one, and its line leads to where it is mended', async () => {
  test.slow();
  const { page, tap } = crew;
  const whole = {
    code: 'SAMH',
    category: 'Infrastructure',
    sub_category: 'Sanitary Structure',
    connections: [{ measure_down: 1.5 }],
    geometry: { type: 'Point', coordinates: [HERE.longitude, HERE.latitude] },
  };
  const expectOnly = async (run: string, says: string) => {
    // first the records, then the list: a run that is still arriving lacks everything
    await page.goto(fieldPath(run, 'points'));
    await expect(page.getByText(/points, the newest first|No points yet/)).toBeVisible();
    await page.goto(fieldPath(run, 'details?show=leave'));
    const missing = page.getByRole('list', { name: 'Missing' });
    await expect(missing.getByRole('listitem')).toHaveText([says], { timeout: 30_000 });
    return missing.getByRole('listitem').first();
  };
  const add = async (run: string, name: string, fields: object, picture = true) => {
    const shot = await addShot(page, run, { ...whole, name, ...fields });
    if (picture) await addPicture(page, run, shot);
    return shot;
  };

  const coded = await makeRun(page, 'No code');
  const bare = await addShot(page, coded, { name: '1', geometry: whole.geometry });
  await tap((await expectOnly(coded, 'Point 1 has no code.')).getByRole('link'));
  await expect(page).toHaveURL(new RegExp(`/point/${bare}$`));

  const measured = await makeRun(page, 'No measure-down');
  const dry = await add(measured, '2', { connections: [] });
  await tap((await expectOnly(measured, 'Structure 2 has no measure-down.')).getByRole('link'));
  await expect(page).toHaveURL(new RegExp(`/point/${dry}$`));

  const pictured = await makeRun(page, 'No photo');
  await add(pictured, '3', {}, false);
  await tap((await expectOnly(pictured, 'Structure 3 has no photo.')).getByRole('link'));
  await expect(button('Photo')).toBeVisible();

  const piped = await makeRun(page, 'Open pipe');
  const start = await add(piped, '4', {});
  await ask(page, 'POST', '/api/sites/pipe/', { field_run: piped, name: '4-open', start_structure: start });
  await tap((await expectOnly(piped, 'Pipe 4-open has an open end.')).getByRole('link'));
  await expect(page.getByRole('group', { name: 'What the open end is' })).toBeVisible();

  const risky = await makeRun(page, 'No risk assessment', {});
  await add(risky, '5', {});
  await tap((await expectOnly(risky, 'There is no risk assessment.')).getByRole('link'));
  await expect(page).toHaveURL(/risk-assesment$/);

  const whole_run = await makeRun(page, 'Unsynced');
  await add(whole_run, '6', {});
  await page.goto(fieldPath(whole_run, 'point'));
  await expect(button('MON')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await tap(button('MON'));
  await tap(button('Save'));
  await expect(noteOf(page)).toContainText('Saved on device');
  await tap((await expectOnly(whole_run, '1 item is on this device only.')).getByRole('button'));
  await expect(page.getByRole('dialog', { name: 'Sync' })).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [360, 740],
    [800, 360],
  ] as const) {
    test(`every tab is read in the sun and pressed with a thumb: ${scheme}, ${width} × ${height}`, async ({ browser, product }) => {
      test.slow();
      const other = await sendCrew(browser, product.origin, { scheme, width, height });
      const { page } = other;
      const run = await makeRun(page, 'Sunlight');
      const shot = await addShot(page, run, {
        name: '1',
        code: 'SAMH',
        sub_category: 'Sanitary Structure',
        connections: [{ measure_down: 1 }],
      });
      for (const tab of [
        'details',
        'points',
        'points?view=pipes',
        'points?view=map',
        'risk-assesment',
        'layers',
        'details?show=leave',
        'point',
        `point/${shot}`,
      ]) {
        await page.goto(fieldPath(run, tab));
        await expect(page.getByRole('navigation', { name: 'Field app' }), tab).toBeVisible();
        await page.waitForTimeout(700);
        const rules = ['color-contrast', 'color-contrast-enhanced'];
        const { violations } = await new AxeBuilder({ page })
          .options({ rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: true }])) })
          .analyze();
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(', ')}`),
          tab,
        ).toEqual([]);
        const small = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('main button, main a[href]')]
            .map((target) => ({ box: target.getBoundingClientRect(), words: target.textContent || target.ariaLabel }))
            .filter(({ box }) => box.width > 0 && (box.width < 47.5 || box.height < 47.5))
            .map(({ box, words }) => `${words}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
        );
        expect(small, tab).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), tab).toBe(true);
      }
      await other.close();
    });
  }
}

test('the tour shows itself once, after a second', async ({ browser, product }) => {
  const other = await sendCrew(browser, product.origin, { withTours: true });
  const run = await makeRun(other.page, 'Tour');
  await other.page.evaluate(() => localStorage.setItem('core.home.tutorial2', 'true'));
  await other.page.goto(fieldPath(run));
  await expect(other.page.getByText('Everything is kept on this device')).toBeVisible();
  await other.page.reload();
  await expect(other.page.getByRole('navigation', { name: 'Field app' })).toBeVisible();
  await other.page.waitForTimeout(2500);
  await expect(other.page.getByText('Everything is kept on this device')).toHaveCount(0);
  await other.close();
});
