import type { Page } from '@playwright/test';
import { ask } from '../shared/ask.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { lookAt } from '../shared/look.ts';

/** The id of the newest run in a state. */
async function findRun(page: Page, query: string): Promise<string> {
  const { results } = await ask<{ results: { id: string }[] }>(page, 'GET', `/api/sites/fieldrun/?page_size=1&${query}`);
  return results[0]!.id;
}

test('Fern finds control points and takes the list of them along @long', async ({ signInAs }) => {
  const page = await signInAs('fern', { path: '/app/field?tab=controlpoints' });
  const table = page.getByRole('table', { name: 'Control points' });
  await expect(table).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('brass');
  await expect(table.locator('mark').first()).toHaveText(/brass/i);
  await page.getByRole('checkbox', { name: 'HPN Only' }).check();
  await expect(page).toHaveURL(/query=brass.*hpnOnly=true|hpnOnly=true.*query=brass/);
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^control-points-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await new Response((await file.createReadStream()) as unknown as ReadableStream).text();
  expect(text.split('\r\n')[0]).toBe('P,E,N,Z,D');
  expect(text).toMatch(/brass/i);
  await table.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/app\/control\/\d+\/info/);
  await expect(page.getByRole('heading', { name: 'Check shots' })).toBeVisible();
});

test('Fern takes a waiting run on her phone; the office sees it is Active, and it lies on the phone', async ({ signInAs }) => {
  const page = await signInAs('fern', { path: '/app/field', width: 390 });
  const ready = page.getByRole('region', { name: 'These runs are ready to be taken' });
  await expect(ready.getByRole('listitem')).toHaveCount(4);
  const name = (await ready.getByRole('listitem').first().locator('p').first().textContent()) ?? '';
  await ready.getByRole('button', { name: 'Start Run' }).first().click();
  await expect(page).toHaveURL(/\/app\/fieldrun\/field\//);
  const id = /field\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? '';
  await expect.poll(async () => (await ask<{ state: string }>(page, 'GET', `/api/sites/fieldrun/${id}/`)).state).toBe('Active');
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).map((database) => database.name))).toContain('FieldRuns');
  // The run is read from the device: once it has a name on the screen, it lies there.
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible({ timeout: 30_000 });
  await visit(page, '/app/field?mobile-menu=offline');
  const stored = page.getByRole('list', { name: 'Stored field runs' });
  await expect(stored.getByRole('link', { name: new RegExp(name) })).toContainText('No risk assessment yet');
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(page.getByRole('dialog')).toContainText('could fix issues');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click();
  await expect(page.getByText('No run is stored on this device.')).toBeVisible({ timeout: 30_000 });
});

test('Pia creates a run, a tablet disagrees with her, and she settles it', async ({ signInAs }) => {
  const page = await signInAs('pia', { path: '/app/fieldrun/new' });
  await page.getByLabel('Name').fill('Journey run');
  await page.getByRole('button', { name: 'Create field run' }).click();
  await expect(page.getByRole('heading', { name: 'Journey run', level: 1 })).toBeVisible();
  const run = /fieldrun\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? '';
  await page.evaluate(async (field_run) => {
    const token = /csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
    const id = crypto.randomUUID();
    const send = (method: string, path: string, body: object, device: string, rev: number, base?: number) =>
      fetch(path, {
        method,
        body: JSON.stringify(body),
        headers: {
          'Content-Type': 'application/json',
          'X-CSRFToken': token,
          'X-Device': device,
          'X-Op-Id': `${id}:${rev}:${device}`,
          ...(base ? { 'If-Match': `"${base}"` } : {}),
        },
      });
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
    await send('POST', '/api/sites/fieldrun-shot/', { id, field_run, name: '5001', note: 'first' }, one, 1);
    await send('PATCH', `/api/sites/fieldrun-shot/${id}/`, { note: 'by the one' }, one, 2, 1);
    await send('PATCH', `/api/sites/fieldrun-shot/${id}/`, { note: 'by the other' }, two, 3, 1);
  }, run);
  await visit(page, `/app/fieldrun/${run}?tab=progress`);
  const both = page.getByRole('listitem', { name: 'Note of Shot 5001' });
  await expect(both).toContainText('by the other');
  await expect(both).toContainText('by the one');
  await both.getByRole('button', { name: 'Use this instead' }).click();
  await expect(page.getByText('Nothing to settle.')).toBeVisible();
  await visit(page, `/app/fieldrun/${run}?tab=shots`);
  await page.getByRole('link', { name: '5001' }).click();
  await expect(page.getByLabel('Note')).toHaveValue('by the one');
});

test('Alice draws how to find a mark, and goes on with the drawing later @long', async ({ signInAs }) => {
  const page = await signInAs('alice', { path: '/app/control/5/sketch' });
  await page.getByRole('button', { name: 'Draw a sketch' }).click();
  const draw = async (...path: [number, number][]) => {
    const box = (await page.getByRole('img', { name: /^Sketch with/ }).boundingBox())!;
    const [first, ...rest] = path.map(([x, y]) => [box.x + x * box.width, box.y + y * box.height] as const);
    await page.mouse.move(...first!);
    await page.mouse.down();
    for (const point of rest) await page.mouse.move(...point, { steps: 5 });
    await page.mouse.up();
  };
  await draw([0.1, 0.2], [0.5, 0.2], [0.5, 0.6]);
  await page.getByRole('button', { name: 'Dimension' }).click();
  await draw([0.2, 0.4], [0.4, 0.4]);
  await page.getByLabel(/Length/).fill('12.34 m');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save sketch' }).click();
  await expect(page.getByText('Saved the sketch.')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Sketch of/ })).toBeVisible();
  await page.getByRole('button', { name: 'Draw on it' }).click();
  await expect(page.getByRole('img', { name: 'Sketch with 2 things on it' })).toContainText('12.34 m');
});

test('nothing in field work is in the way of anyone, light and dark, on a desk and on a phone @long', async ({ signInAs }) => {
  test.slow();
  const page = await signInAs('alice', { path: '/app/field' });
  const finished = await findRun(page, 'state=Finished&query=inverts');
  const processing = await findRun(page, 'state=Processing');
  await expect(page.getByText(/\d+ field runs/)).toBeVisible();
  const paths = [
    '/app/field',
    '/app/field?tab=controlpoints',
    '/app/field?tab=controlpoints&import=true',
    '/app/fieldrun/new',
    `/app/fieldrun/${finished}`,
    ...['shots', 'photos', 'pipes', 'layers', 'risk', 'history'].map((tab) => `/app/fieldrun/${finished}?tab=${tab}`),
    `/app/fieldrun/${processing}?tab=progress`,
    '/app/control/3/info',
    '/app/control/3/coords',
    '/app/control/3/sketch',
  ];
  for (const path of paths) {
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await lookAt(page, path);
  }
});
