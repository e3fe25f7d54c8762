import type { Page } from '@playwright/test';
import { ask } from '../shared/ask.ts';
import { expect, test } from '../shared/journey.ts';
import { ALL_LOOKS, expectNoSideways, lookAt, PHONE_AND_DARK } from '../shared/look.ts';

type Entry = { id: string; label: string; lon: number; lat: number };

const PROVINCE = [
  [-70, 43],
  [-60, 43],
  [-60, 49],
  [-70, 49],
];

/** Jobs on the map, as the person may see them. */
async function listJobs(page: Page, filter: object = {}): Promise<Entry[]> {
  const body = { area: PROVINCE, layers: [{ layer: 'job', filter }], page_size: 200 };
  return (await ask<{ results: Entry[] }>(page, 'POST', '/api/map/area/', body)).results;
}

/** The map with a place in its very middle. */
const at = ({ lon, lat }: Pick<Entry, 'lon' | 'lat'>, zoom = 19) => `/app/map?at=${zoom}_${lat.toFixed(6)}_${lon.toFixed(6)}&layer=job`;

const card = (page: Page, title: string) => page.getByRole('region', { name: title });

async function expectDrawn(page: Page): Promise<void> {
  await expect(page.locator('[data-ready="true"]')).toBeVisible();
}

/** Presses what stands in the middle; its tile may still be on the way. */
async function pressMiddle(page: Page, title: string): Promise<void> {
  await expectDrawn(page);
  // A notice may still move the map, and tiles may still come: what is pressed is looked at again.
  await expect(async () => {
    const box = (await page.locator('.maplibregl-canvas').boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: /\d/ }).first()).toBeVisible({ timeout: 1500 });
    const several = page.getByRole('region', { name: /in (this|one) place/ });
    if (await several.isVisible()) await several.getByRole('button', { name: title }).click({ timeout: 1500 });
    await expect(card(page, title)).toBeVisible({ timeout: 1500 });
  }).toPass();
}

test('map: Mona switches and narrows layers, presses a job, finds another, and sends the address', async ({ signInAs }) => {
  const mona = await signInAs('mona', { path: '/app/map' });
  const [job, other] = (await listJobs(mona)) as [Entry, Entry];
  const legend = mona.getByRole('list', { name: 'Layers' });
  await legend.getByRole('checkbox', { name: 'Quotes' }).uncheck();
  await expect(mona).toHaveURL(/layer=job(?!.*layer=quote)/);
  await legend.getByRole('button', { name: 'Filter jobs' }).click();
  await legend.getByRole('combobox', { name: 'State' }).click();
  await mona.getByRole('option', { name: /^In progress/ }).click();
  await mona.keyboard.press('Escape');
  await expect(legend.getByText(/^\d+ of \d+$/)).toBeVisible();
  await expect(mona).toHaveURL(/job\.state=IN\+PROGRESS/);

  await mona.goto(at(job));
  await pressMiddle(mona, job.label);
  await expect(mona).toHaveURL(new RegExp(`pick=job_${job.id}`));

  await mona.getByLabel('Find on the map').fill(other.label);
  await mona
    .getByRole('option', { name: new RegExp(other.label) })
    .first()
    .click();
  await expect(card(mona, other.label)).toBeVisible();
  await mona.getByRole('tab', { name: 'List' }).click();
  await expect(mona.getByRole('listbox', { name: 'In view' }).getByRole('option', { name: new RegExp(other.label) })).toBeVisible();
  await expect(mona.getByText(/^\d+ in view\.$/)).toBeVisible();

  const seen = mona.url();
  await mona.goto('/app/');
  await mona.goto(seen);
  await expect(card(mona, other.label)).toBeVisible();
  await mona.goBack();
  await expect(card(mona, other.label)).toBeHidden();
});

test('map: an area is drawn, listed and exported, a job begins there, and the map prints to a PDF @long', async ({ signInAs }) => {
  test.slow();
  const mona = await signInAs('mona');
  const [job] = (await listJobs(mona)) as [Entry];
  await mona.goto(at(job, 15));
  await expectDrawn(mona);
  const box = (await mona.locator('.maplibregl-canvas').boundingBox())!;
  // Drawing takes over from measuring: the taps are of one of them alone.
  await mona.getByRole('button', { name: 'Measure' }).click();
  await expect(mona.getByRole('status').filter({ hasText: 'Measure' })).toBeVisible();
  for (const x of [0.3, 0.5, 0.7]) await mona.mouse.click(box.x + box.width * x, box.y + box.height * 0.5);
  const measured = mona.getByText(/^Grid .* m, last .* m at /);
  const said = (await measured.textContent())!;
  // The link shows a colleague what was measured.
  await mona.reload();
  await expectDrawn(mona);
  await expect(measured).toHaveText(said);
  await mona.getByRole('button', { name: 'Draw an area' }).click();
  await expect(mona.getByRole('status').filter({ hasText: 'Measure' })).toBeHidden();
  for (const [x, y] of [
    [0.3, 0.4],
    [0.7, 0.4],
    [0.7, 0.8],
    [0.3, 0.8],
  ] as const)
    await mona.mouse.click(box.x + box.width * x, box.y + box.height * y);
  await mona.getByRole('button', { name: 'Done' }).click();
  await expect(mona.getByRole('listbox', { name: 'In the area' }).getByRole('option', { name: new RegExp(job.label) })).toBeVisible();
  for (const format of ['CSV', 'KML', 'GeoJSON', 'DXF']) {
    await mona.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([mona.waitForEvent('download'), mona.getByRole('menuitem', { name: format, exact: true }).click()]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${format.toLowerCase()}$`));
  }
  await mona.getByRole('button', { name: 'Print' }).click();
  await mona.getByLabel('Title').fill('Levé');
  const [pdf] = await Promise.all([mona.waitForEvent('download'), mona.getByRole('button', { name: 'Make the PDF' }).click()]);
  expect(pdf.suggestedFilename()).toBe('Levé.pdf');

  await mona.getByRole('link', { name: 'New job here' }).click();
  await expect(mona.getByText(/The job will be at the place chosen on the map: an area at/)).toBeVisible();
  await mona.getByLabel('Title').fill('Limits beside the mill');
  await mona.getByRole('combobox', { name: 'Client', exact: true }).fill('a');
  await mona.getByRole('option').first().click();
  await mona.getByRole('button', { name: 'Create job' }).click();
  await expect(mona.getByRole('heading', { level: 1, name: /Limits beside the mill/ })).toBeVisible();
  const id = /\/job\/(\d+)/.exec(mona.url())?.[1];
  const made = await ask<{ location: { geometry: { type: string } } }>(mona, 'GET', `/api/jobs/${id}/`);
  expect(made.location.geometry.type).toBe('Polygon');
});

test('map: with the keyboard alone a job is found, opened in the list and left again @long', async ({ signInAs }) => {
  test.slow();
  const mona = await signInAs('mona');
  const [job, other] = (await listJobs(mona)) as [Entry, Entry];
  await mona.goto(at(job, 17));
  await expectDrawn(mona);
  const { keyboard } = mona;
  const press = async (name: string | RegExp, role: 'tab' | 'listbox' | 'combobox' | 'button') => {
    const wanted = mona.getByRole(role, { name, exact: typeof name === 'string' });
    for (let steps = 0; steps < 80; steps += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement).catch(() => false)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${name}.`);
  };
  await press('Layers', 'tab');
  await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await press('In view', 'listbox');
  await keyboard.press('Home');
  const first = (await mona.getByRole('option').first().textContent()) ?? '';
  await keyboard.press('Enter');
  const heading = mona.getByRole('heading', { level: 2, name: /^\d\d-\d{4}/ });
  await expect(heading).toBeFocused();
  expect(first).toContain(await heading.textContent());
  await press('What is near', 'button');
  await keyboard.press('Enter');
  await expect(mona.getByText(/ within /)).toBeVisible();
  await keyboard.press('Escape');
  await expect(heading).toBeHidden();
  await expect(mona.getByRole('listbox', { name: 'In view' })).toBeFocused();
  await press('Use this view as an area', 'button').catch(async () => {
    await mona.getByRole('heading', { level: 1 }).focus();
    await press('Use this view as an area', 'button');
  });
  await keyboard.press('Enter');
  await expect(mona.getByRole('listbox', { name: 'In the area' })).toBeVisible();

  await mona.getByRole('heading', { level: 1 }).focus();
  await press('Find on the map', 'combobox');
  await keyboard.type(other.label);
  await keyboard.press('Enter');
  await expect(card(mona, other.label)).toBeVisible({ timeout: 30_000 });
});

test('map: on a phone and in the dark it is in nobody’s way @long', async ({ signInAs }) => {
  test.slow();
  const mona = await signInAs('mona', { path: '/app/map', width: 390 });
  const [job] = (await listJobs(mona)) as [Entry];
  await expectDrawn(mona);
  await lookAt(mona, 'the map', PHONE_AND_DARK);
  await mona.setViewportSize({ width: 390, height: 740 });
  await mona.getByRole('button', { name: 'Layers' }).click();
  await expect(mona.getByRole('dialog', { name: 'Layers and list' })).toBeVisible();
  await expectNoSideways(mona, 'the layers on a phone');
  await mona.getByRole('button', { name: 'Show the map' }).click();
  await mona.goto(at(job));
  await mona.getByRole('button', { name: 'List' }).click();
  await mona.getByRole('option', { name: new RegExp(job.label) }).click();
  await expect(mona.getByRole('dialog')).toBeHidden();
  await expect(card(mona, job.label)).toBeVisible();
  await lookAt(mona, 'the card of a job', ALL_LOOKS);
});

test('map: Alice moves a job, and it moves on Mona’s map; undone, it is back @long', async ({ signInAs }) => {
  test.slow();
  const mona = await signInAs('mona');
  const jobs = await listJobs(mona, { state: ['IN PROGRESS'] });
  const job = jobs[0]!;
  const there = { lon: -64.5, lat: 46.85 };
  await mona.goto(at(there));
  await mona.getByRole('tab', { name: 'List' }).click();
  await expect(mona.getByText(/^Nothing in view/)).toBeVisible();

  const alice = await signInAs('alice');
  await alice.goto(at(job));
  await pressMiddle(alice, job.label);
  await alice.getByRole('button', { name: 'Set location' }).click();
  await alice.getByRole('combobox', { name: 'Find by' }).click();
  await alice.getByRole('option', { name: 'Coordinates' }).click();
  await alice.getByLabel('Place', { exact: true }).fill(`${there.lat}, ${there.lon}`);
  await alice.getByRole('button', { name: 'Find', exact: true }).click();
  await alice.getByRole('button', { name: 'Save location' }).click();
  // Under the pointer a toast stays.
  await alice.getByText(`Moved ${job.label}.`).hover();
  await expect(mona.getByRole('option', { name: new RegExp(job.label) })).toBeVisible({ timeout: 30_000 });
  await pressMiddle(mona, job.label);

  await alice.getByRole('button', { name: 'Undo' }).click();
  await expect(mona.getByText(/^Nothing in view/)).toBeVisible({ timeout: 30_000 });
});

test('map: without a network it says so and keeps what it shows; back again, it goes on @long', async ({ signInAs }) => {
  test.slow();
  const mona = await signInAs('mona');
  const [job] = (await listJobs(mona)) as [Entry];
  await mona.goto(at(job));
  await pressMiddle(mona, job.label);
  await mona.context().setOffline(true);
  await expect(mona.getByText(/^No network\./)).toBeVisible();
  await mona.locator('.maplibregl-canvas').focus();
  await mona.keyboard.press('ArrowRight');
  await mona.waitForTimeout(1000);
  await expect(mona).toHaveURL(/\/app\/map/);
  await expect(card(mona, job.label)).toBeVisible();
  await mona.context().setOffline(false);
  await expect(mona.getByText(/^No network\./)).toBeHidden({ timeout: 30_000 });
  await expect(mona.getByText(/Not everything could be fetched/)).toBeHidden();
});

test('map: a source of tiles that fails is named, and a base map that does not answer gives way to the plain one @long', async ({
  signInAs,
}) => {
  test.slow();
  const alice = await signInAs('alice');
  const [job] = (await listJobs(alice)) as [Entry];
  await alice.route('**/api/map/tile/job/**', (route) => route.fulfill({ status: 500, body: '' }));
  await alice.goto(at(job));
  await expect(alice.getByText('Not everything could be fetched of: Jobs.')).toBeVisible();
  await alice.unroute('**/api/map/tile/job/**');
  await alice.getByRole('button', { name: 'Try again' }).click();
  await expect(alice.getByText(/Not everything could be fetched/)).toBeHidden();
  await pressMiddle(alice, job.label);

  const url = 'https://tiles.example.invalid/{z}/{x}/{y}.png';
  const base = await ask<{ id: number }>(alice, 'POST', '/api/staff/base-map/', { name: 'Aerial', kind: 'raster', url });
  await alice.goto(`${at(job)}&base=${base.id}`);
  await expect(alice.getByText('The base map “Aerial” does not answer. The plain map is shown in its place.')).toBeVisible();
  await pressMiddle(alice, job.label);
  // One that has nothing but 404 is told apart.
  const cors = { 'Access-Control-Allow-Origin': '*' };
  await alice.route('https://tiles.example.invalid/**', (route) => route.fulfill({ status: 404, body: '', headers: cors }));
  await alice.goto(`${at(job)}&base=${base.id}`);
  await expect(alice.getByText('The base map “Aerial” has no tiles here (404). The plain map is shown in its place.')).toBeVisible();
});
