import { randomBytes } from 'node:crypto';
import { ask } from '../shared/ask.ts';
import { addPicture, addShot, type Crew, fieldPath, HERE, makeRun, noteOf, sendCrew } from '../shared/crew.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { bringExport, storeApp } from '../shared/tablet.ts';

let crew: Crew;
test.beforeEach(async ({ browser, product }, { tags }) => {
  crew = await sendCrew(browser, product.origin, { isStored: tags.includes('@offline') });
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

test('a structure with two connections and two photos in at most 25 taps', async () => {
  const { page, tap } = crew;
  const run = await makeRun(page, 'Few taps');
  await openRun(run);
  // the lists of the firm have arrived
  await page.goto(fieldPath(run, 'point'));
  await expect(button('SAMH')).toBeVisible();
  await page.goto(fieldPath(run, 'points'));
  await expect(page.getByText('No points yet')).toBeVisible();

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
  console.log(`structure, two connections, two photos: ${crew.taps()} taps`);
  expect(crew.taps()).toBeLessThanOrEqual(25);

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
    await tap(button('Increase'));
    await tap(button('Save'));
    await expect(noteOf(page)).toContainText(new RegExp(`Saved on device: \\d+ ${code}`));
    expect(crew.taps() - before).toBe(3);
    names.push(/(\d+)/.exec((await noteOf(page).textContent()) ?? '')?.[1] ?? '');
  }
  const [first, second, third] = names.map(Number) as [number, number, number];
  expect([second, third]).toEqual([first + 2, first + 4]);
});

test('a photo still being made when Save is tapped goes with its point, and not with the next one @long', async () => {
  const { page, tap } = crew;
  const run = await makeRun(page, 'Slow camera');
  await openRun(run, 'point');
  await expect(button('SAMH')).toBeVisible();
  // An old tablet takes long to make a picture of what the camera saw.
  await page.evaluate(() => {
    const real = HTMLCanvasElement.prototype.toBlob;
    HTMLCanvasElement.prototype.toBlob = function slow(...how: Parameters<typeof real>) {
      setTimeout(() => real.apply(this, how), 1500);
    };
  });
  await tap(button('SAMH'));
  await tap(button('Photo'));
  await tap(button('Take photo'));
  await tap(button('Take photo'));
  await tap(button('Done (2)'));
  await tap(button('Save'));
  await expect(noteOf(page)).toContainText(/Saved on device: \d+ SAMH/);
  await tap(button('STMH'));
  await tap(button('Save'));
  await expect(noteOf(page)).toContainText(/Saved on device: \d+ STMH/);
  type Feature = { properties: { code: string; image_count: number } };
  const count = async () => {
    const { results } = await ask<{ results: Feature[] }>(page, 'GET', `/api/sites/fieldrun-shot/?field_run=${run}`);
    return Object.fromEntries(results.map(({ properties }) => [properties.code, properties.image_count]));
  };
  await expect.poll(count, { timeout: 30_000 }).toEqual({ SAMH: 2, STMH: 0 });
});

test('after one visit online every page opens without a network, also after a reload, and what was collected goes up later', {
  tag: '@offline',
}, async () => {
  test.slow();
  const { page, tap } = crew;
  const run = await makeRun(page, 'No signal');
  await openRun(run, 'point');
  await expect(button('SAMH')).toBeVisible();
  await storeApp(page);
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

test('a pipe is drawn on the map from structure to structure @long', async () => {
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
    await tap(button('Where am I?'));
    const box = (await canvas.boundingBox())!;
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  };
  // the position is found once a second, so the map may need asking again
  await expect(async () => {
    await tapHere(HERE);
    await expect(page.getByText('From 901')).toBeVisible({ timeout: 4000 });
  }).toPass({ timeout: 60_000 });
  await expect(async () => {
    await tapHere(there);
    await expect(noteOf(page)).toContainText('Saved on device: pipe 901-902.', { timeout: 4000 });
  }).toPass({ timeout: 60_000 });
  await page.goto(fieldPath(run, 'points?view=pipes'));
  await expect(page.getByRole('link', { name: /901 → 902/ })).toBeVisible();
});

test('before leaving the site each defect is listed, exactly that one, and its line leads to where it is mended @long', {
  tag: '@offline',
}, async () => {
  test.slow();
  const { page, tap } = crew;
  const whole = {
    code: 'SAMH',
    category: 'Infrastructure',
    sub_category: 'Sanitary Structure',
    connections: [{ measure_down: 1.5 }],
    geometry: { type: 'Point', coordinates: [HERE.longitude, HERE.latitude] },
  };
  const expectOnly = async (run: string, says: string, name: string, hasPhoto = true) => {
    // first the records, then the list: a run that is still arriving lacks everything
    await visit(page, fieldPath(run, 'points'));
    const row = page.getByRole('link', { name: new RegExp(`^${name}\\b`) });
    await expect(row).toBeVisible();
    if (hasPhoto) await expect(row).toContainText('1 photo');
    await visit(page, fieldPath(run, 'details?show=leave'));
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
  await tap((await expectOnly(coded, 'Point 1 has no code.', '1', false)).getByRole('link'));
  await expect(page).toHaveURL(new RegExp(`/point/${bare}$`));

  const measured = await makeRun(page, 'No measure-down');
  const dry = await add(measured, '2', { connections: [] });
  await tap((await expectOnly(measured, 'Structure 2 has no measure-down.', '2')).getByRole('link'));
  await expect(page).toHaveURL(new RegExp(`/point/${dry}$`));

  const pictured = await makeRun(page, 'No photo');
  await add(pictured, '3', {}, false);
  await tap((await expectOnly(pictured, 'Structure 3 has no photo.', '3', false)).getByRole('link'));
  await expect(button('Photo')).toBeVisible();

  const piped = await makeRun(page, 'Open pipe');
  const start = await add(piped, '4', {});
  await ask(page, 'POST', '/api/sites/pipe/', { field_run: piped, name: '4-open', start_structure: start });
  await tap((await expectOnly(piped, 'Pipe 4-open has an open end.', '4')).getByRole('link'));
  await expect(page.getByRole('group', { name: 'What the open end is' })).toBeVisible();

  const risky = await makeRun(page, 'No risk assessment', {});
  await add(risky, '5', {});
  await tap((await expectOnly(risky, 'There is no risk assessment.', '5')).getByRole('link'));
  await expect(page).toHaveURL(/risk-assesment$/);

  const whole_run = await makeRun(page, 'Unsynced');
  await add(whole_run, '6', {});
  // its picture has arrived here before the network goes
  await page.goto(fieldPath(whole_run, 'points'));
  await expect(page.getByRole('link', { name: /^6/ })).toContainText('1 photo');
  await page.goto(fieldPath(whole_run, 'point'));
  await expect(button('MON')).toBeVisible();
  await storeApp(page);
  await page.context().setOffline(true);
  await tap(button('MON'));
  await tap(button('Save'));
  await expect(noteOf(page)).toContainText('Saved on device');
  await tap((await expectOnly(whole_run, '1 item is on this device only.', '6')).getByRole('button'));
  await expect(page.getByRole('dialog', { name: 'Sync' })).toBeVisible();
});

test('the storage is full while a point is made: form and pictures stay, the office can take the export, and with room they are saved (INT-F14) @long', {
  tag: '@offline',
}, async ({ product, signInAs }) => {
  test.slow();
  const { page, tap } = crew;
  // before anything is written: the browser remembers for half a minute how much room it found
  await page.goto('/app/');
  const chrome = await page.context().newCDPSession(page);
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await chrome.send('Storage.overrideQuotaForOrigin', { origin: product.origin, quotaSize: usage + 9_000_000 });
  const run = await makeRun(page, 'Full');
  await openRun(run, 'point');
  await expect(button('SAMH')).toBeVisible();
  await storeApp(page);
  await page.context().setOffline(true);
  await tap(button('SAMH'));
  await page.getByLabel('Note').fill('full to the brim');
  await tap(button('Photo'));
  const pictures = [1, 2].map((at) => ({ name: `${at}.heic`, mimeType: 'image/heic', buffer: randomBytes(5_000_000) }));
  await page.locator('input[type=file]').setInputFiles(pictures);
  await tap(button('Done (2)'));
  await expect(page.getByText('Photos (2)')).toBeVisible();
  await tap(button('Save'));
  await expect(noteOf(page)).toContainText('storage is full');
  // the form may be left and found again
  await tap(page.getByRole('link', { name: 'Points' }));
  await tap(page.getByRole('link', { name: 'New point' }));
  await expect(page.getByLabel('Note')).toHaveValue('full to the brim');
  await expect(page.getByText('Photos (2)')).toBeVisible();
  await tap(button('Save'));
  const [download] = await Promise.all([page.waitForEvent('download'), tap(noteOf(page).getByRole('button', { name: 'Export' }))]);
  const office = await signInAs('pia');
  expect(await bringExport(office, await download.path())).toMatchObject({ status: 200, body: { created: 3, problems: [] } });
  await chrome.send('Storage.overrideQuotaForOrigin', { origin: product.origin });
  const note = page.getByLabel('Note');
  await expect(async () => {
    // once it is saved, the form is a new one
    if ((await note.inputValue()) !== '' && (await button('Save').isEnabled())) await tap(button('Save'));
    await expect(note).toHaveValue('', { timeout: 10_000 });
  }).toPass({ timeout: 90_000 });
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: /^0 unsynced/ })).toBeVisible({ timeout: 60_000 });
  type List = { results: { properties: { note?: string; image_count?: number } }[] };
  const { results } = await ask<List>(page, 'GET', `/api/sites/fieldrun-shot/?field_run=${run}`);
  expect(results.map(({ properties }) => [properties.note, properties.image_count])).toEqual([['full to the brim', 2]]);
});
