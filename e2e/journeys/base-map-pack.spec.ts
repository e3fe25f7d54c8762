import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { ask } from '../shared/ask.ts';
import { addShot, fieldPath, HERE, makeRun, sendCrew } from '../shared/crew.ts';
import { expect, test } from '../shared/journey.ts';
import { drawRedTile } from '../shared/plan-picture.ts';
import { storeApp } from '../shared/tablet.ts';

/** The tile of a zoom in which the crew stands. */
function tileHere(zoom: number): [number, number] {
  const sine = Math.sin((HERE.latitude * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [Math.floor((HERE.longitude / 360 + 0.5) * 2 ** zoom), Math.floor(y * 2 ** zoom)];
}

/** A file of tiles around the crew, as programs for maps write them. */
function makeTileFile(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'dmse-tiles-'));
  const path = join(folder, 'a.mbtiles');
  const database = new DatabaseSync(path);
  database.exec('create table metadata (name, value); create table tiles (zoom_level, tile_column, tile_row, tile_data)');
  database.exec("insert into metadata values ('format', 'png')");
  const add = database.prepare('insert into tiles values (?, ?, ?, ?)');
  for (const zoom of [15, 16, 17, 18]) {
    const [x, y] = tileHere(zoom);
    const reach = zoom < 17 ? 1 : 3;
    for (let column = x - reach; column <= x + reach; column += 1)
      for (let row = y - reach; row <= y + reach; row += 1) add.run(zoom, column, 2 ** zoom - 1 - row, drawRedTile());
  }
  database.close();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

const PIECE = 8 * 1024 * 1024;
type BaseMap = { id: number; state: string; received: number };

async function uploadBaseMap(alice: Page): Promise<number> {
  const bytes = makeTileFile();
  const { id } = await ask<BaseMap>(alice, 'POST', '/api/staff/base-map/', { name: 'Aerial of the city', kind: 'file' });
  const path = `/api/staff/base-map/${id}/upload/`;
  await ask(alice, 'POST', path, { name: 'a.mbtiles', length: bytes.length });
  const token = (await alice.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? '';
  for (let at = 0; at < bytes.length; at += PIECE) {
    const headers = { 'X-CSRFToken': token, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(at) };
    const answer = await alice.request.patch(path, { headers, data: bytes.subarray(at, at + PIECE) });
    expect(answer.status()).toBe(200);
  }
  const find = async () =>
    (await ask<{ results: BaseMap[] }>(alice, 'GET', '/api/map/basemap/')).results.find((one) => one.id === id)?.state;
  await expect.poll(find, { timeout: 90_000 }).toBe('ready');
  return id;
}

/** How much of the picture of the map is of the tiles' red. */
async function countRed(page: Page, reader: Page): Promise<number> {
  const picture = (await page.screenshot()).toString('base64');
  return reader.evaluate(async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let red = 0;
    for (let at = 0; at < pixels.length; at += 4) if (pixels[at]! > 150 && pixels[at + 1]! < 90 && pixels[at + 2]! < 90) red += 1;
    return red / (pixels.length / 4);
  }, picture);
}

test('base map of a run’s area: packed in pieces, goes on after a cut, is seen without a network, and goes first when space is short @long', {
  tag: '@offline',
}, async ({ browser, product, signInAs }) => {
  test.slow();
  const alice = await signInAs('alice', { path: '/app/' });
  await uploadBaseMap(alice);
  await ask(alice, 'POST', '/api/staff/base-map/', {
    name: 'Province',
    kind: 'raster',
    url: 'https://tiles.example.invalid/{z}/{x}/{y}.png',
  });
  const crew = await sendCrew(browser, product.origin, { isStored: true });
  const { page, tap } = crew;
  const context = page.context();
  const chrome = await context.newCDPSession(page);
  await page.goto('/app/');
  await chrome.send('Storage.overrideQuotaForOrigin', { origin: product.origin, quotaSize: 3 * 1024 ** 3 });
  await storeApp(page);
  const run = await makeRun(page, 'Downtown');
  await addShot(page, run, {
    name: '1',
    code: 'TREE',
    geometry: { type: 'Point', coordinates: [HERE.longitude, HERE.latitude] },
    accuracy: 3,
  });

  await page.goto(fieldPath(run, 'layers'));
  const section = page.getByRole('region', { name: 'Base map' });
  await expect(section).toContainText('Aerial of the city');
  await expect(section).toContainText('Province is not packed. It comes from another server');
  await expect(section).toContainText(/\d+ MB, \d+ tiles around the run/);
  const begin = section.getByRole('button', { name: /^Pack base map \(\d+ MB\)$/ });
  await expect(begin).toBeVisible();

  // The network goes with the third piece.
  const asked: string[] = [];
  const isPiece = (url: URL) => url.pathname.endsWith('/piece/');
  let [isCut, isLost] = [true, false];
  await page.route(isPiece, async (route) => {
    const from = new URL(route.request().url()).searchParams.get('from')!;
    if (isCut && asked.length >= 2) {
      await context.setOffline(true);
      isLost = true;
      return route.abort('internetdisconnected');
    }
    asked.push(from);
    return route.continue();
  });
  await tap(begin);
  await expect.poll(() => isLost, { timeout: 30_000 }).toBe(true);
  await expect(section).toContainText(/\d MB of \d+ MB here, zooms 15–18\. The rest follows when there is a network\./);
  expect(asked.length).toBe(2);
  await page.screenshot({ path: test.info().outputPath('cut.png') });
  isCut = false;
  await context.setOffline(false);
  await expect(section).toContainText(/Base map of this area: \d+ MB, zooms 15–18, packed today\./, { timeout: 60_000 });
  // Nothing was fetched twice.
  expect(asked.length).toBeGreaterThan(4);
  expect(new Set(asked).size).toBe(asked.length);
  await page.screenshot({ path: test.info().outputPath('packed.png') });

  // Pictures are read on a page that our policy does not bind.
  const reader = await context.newPage();
  await context.setOffline(true);
  const outside: string[] = [];
  page.on('request', (request) => request.url().includes('/api/map/') && outside.push(request.url()));
  await page.goto(fieldPath(run, 'points?view=map'));
  await expect(page.locator('[data-ready=true]')).toBeVisible();
  await expect.poll(() => countRed(page, reader), { timeout: 30_000 }).toBeGreaterThan(0.3);
  await page.screenshot({ path: test.info().outputPath('offline-map.png') });
  expect(outside).toEqual([]);

  // Short of space after a sync: the base map goes, what the crew made stays.
  await context.setOffline(false);
  await page.addInitScript(() => {
    const estimate = navigator.storage.estimate.bind(navigator.storage);
    navigator.storage.estimate = async () => {
      const { usage = 0 } = await estimate();
      return { usage, quota: usage + 100 * 1024 ** 2 };
    };
  });
  await page.goto(fieldPath(run, 'layers'));
  await expect(section).toContainText('is no longer on this device: its space was needed for field data.', { timeout: 60_000 });
  await page.goto(fieldPath(run, 'points'));
  await expect(page.getByText('1 point, the newest first').or(page.getByText('TREE')).first()).toBeVisible();
  await page.goto(fieldPath(run, 'layers'));
  await tap(section.getByRole('button', { name: 'Remove base map' }));
  await expect(section.getByRole('button', { name: /^Pack base map/ })).toBeVisible();
  await crew.close();
});

test('base map of the firm: an upload that is cut off goes on after a reload from where it was @long', async ({ signInAs }) => {
  test.slow();
  const alice = await signInAs('alice', { path: '/staff/base-maps/new' });
  await alice.getByLabel('Name').fill('Aerial 2025');
  await alice.getByRole('combobox', { name: 'Kind' }).click();
  await alice.getByRole('option', { name: 'Uploaded file' }).click();
  await alice.getByRole('button', { name: 'Create base map' }).click();
  const section = alice.getByRole('region', { name: 'File' });
  await expect(section).toContainText('No file yet.');

  // The line is cut while the second piece is on its way.
  const offsets: number[] = [];
  let isCut = true;
  await alice.route('**/api/staff/base-map/*/upload/', (route) => {
    if (route.request().method() !== 'PATCH') return isCut && offsets.length > 1 ? route.abort('connectionreset') : route.continue();
    const offset = Number(route.request().headers()['upload-offset']);
    offsets.push(offset);
    return isCut && offset > 0 ? route.abort('connectionreset') : route.continue();
  });
  const file = { name: 'aerial.mbtiles', mimeType: 'application/octet-stream', buffer: makeTileFile() };
  const input = alice.getByLabel('File of map tiles');
  await input.setInputFiles(file);
  await expect(section.getByRole('status')).toContainText('waiting for the server', { timeout: 30_000 });
  expect(offsets.slice(0, 2)).toEqual([0, PIECE]);

  await alice.reload();
  await expect(section).toContainText(/^File.*8 MB of aerial\.mbtiles \([\d.]+ MB\) are here\. Choose the same file to go on\./s);
  isCut = false;
  offsets.length = 0;
  await input.setInputFiles(file);
  await expect(section.getByRole('button', { name: 'Replace file' })).toBeVisible({ timeout: 90_000 });
  await expect(section).toContainText(/aerial\.mbtiles, [\d.]+ MB/);
  expect(offsets[0]).toBe(PIECE);
});
