import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ask, signIn } from '../shared/ask.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { lookAt, PHONE_AND_DARK } from '../shared/look.ts';
import { type Product, startProduct } from '../shared/product.ts';

const FILES = globSync(join(import.meta.dirname, '../../packages/survey/fixtures/synthetic-run/*')).filter((path) =>
  /\.(rw5|crdb|sum|ref|loc)$/.test(path),
);

async function startRun(page: Page, name: string): Promise<string> {
  const { id } = await ask<{ id: string }>(page, 'POST', '/api/sites/fieldrun/', { name, state: 'Active' });
  return id;
}

async function importFiles(page: Page, run: string): Promise<void> {
  await visit(page, `/app/processing/start?fieldrun=${run}`);
  await page.locator('input[type=file]').first().setInputFiles(FILES);
  await expect(page.getByText('SurvPC Version 7.05')).toBeVisible();
  await page.getByRole('button', { name: 'Import 5 files' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/app/processing/${run}`));
}

test('Pia takes five files to the finished package, and a Field Admin takes the run back', async ({ signInAs }) => {
  const page = await signInAs('pia', { path: '/app/field' });
  const run = await startRun(page, 'Processing journey');
  await importFiles(page, run);

  await visit(page, `/app/processing/${run}?step=shifts`);
  await page.getByRole('button', { name: 'Apply shift' }).press('Enter');
  await expect
    .poll(async () => (await ask<{ HPN_easting_shift: number | null }>(page, 'GET', `/api/sites/fieldrun/${run}/`)).HPN_easting_shift)
    .toBeCloseTo(0.112, 2);

  await visit(page, `/app/processing/${run}?step=conflicts`);
  const conflicts = async () => (await ask<{ count: number }>(page, 'GET', `/api/sites/fieldrun-processing/${run}/conflicts/`)).count;
  const open = await conflicts();
  await expect(page.getByText(new RegExp(`^1 of ${open} conflicts$`))).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByText(new RegExp(`^2 of ${open} conflicts$`))).toBeVisible();

  await visit(page, `/app/processing/${run}?step=finish`);
  await page.getByRole('button', { name: 'Finish run' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /finish/i }).press('Enter');
  await expect
    .poll(async () => (await ask<{ state: string }>(page, 'GET', `/api/sites/fieldrun/${run}/`)).state, { timeout: 30_000 })
    .toBe('Finished');
  const bytes = await page.evaluate(async (id) => {
    const answer = await fetch(`/api/sites/fieldrun-processing/${id}/export/`);
    return [...new Uint8Array(await answer.arrayBuffer()).subarray(0, 2)];
  }, run);
  expect(bytes).toEqual([0x50, 0x4b]);

  const alice = await signInAs('alice', { path: `/app/fieldrun/${run}` });
  await alice.getByRole('button', { name: /reopen/i }).click();
  await alice.getByRole('dialog').getByRole('textbox').fill('The base was wrong.');
  await alice
    .getByRole('dialog')
    .getByRole('button', { name: /reopen/i })
    .click();
  await expect.poll(async () => (await ask<{ state: string }>(alice, 'GET', `/api/sites/fieldrun/${run}/`)).state).toBe('Processing');
});

test('every step of the wizard is in nobody’s way, light and dark, and the review on a phone too @long', async ({ signInAs }) => {
  const page = await signInAs('pia', { path: '/app/field' });
  const run = await startRun(page, 'Wizard to look at');
  await importFiles(page, run);
  const desk = [
    { width: 1280, height: 900, scheme: 'light' },
    { width: 1280, height: 900, scheme: 'dark' },
  ] as const;
  for (const step of ['import', 'validate', 'shifts', 'conflicts', 'export', 'finish']) {
    await visit(page, `/app/processing/${run}?step=${step}`);
    await lookAt(page, `the step ${step}`, desk);
  }
  await visit(page, `/app/processing/${run}?step=review`);
  await lookAt(page, 'the review', PHONE_AND_DARK);
  await expect(page.getByText('On a phone only the review is shown.')).toBeVisible();
});

test('a shift by control, a reset, and the attempts compared; another processor takes the run over @long', async ({ signInAs }) => {
  const alice = await signInAs('alice', { path: '/app/field' });
  // The mark under 5000 and 5001, published a hundredth beside where the crew found it.
  const published = { name: 'HPN journey', easting: 2_488_350.017, northing: 7_433_210.531, elevation: 1 };
  await ask(alice, 'POST', '/api/sites/controlpoint/', published);
  const run = await startRun(alice, 'Control journey');
  await importFiles(alice, run);
  await visit(alice, `/app/processing/${run}?step=shifts`);
  await alice.getByRole('radio', { name: 'By control' }).check();
  await alice.getByRole('button', { name: 'Apply shift' }).click();
  const shifts = async () => (await ask<{ shifts: { type: string }[] | null }>(alice, 'GET', `/api/sites/fieldrun/${run}/`)).shifts;
  await expect.poll(async () => (await shifts())?.[0]?.type).toBe('CONTROL');

  const pia = await signInAs('pia', { path: `/app/processing/${run}?step=shifts` });
  await expect(pia.getByText(/is working on this run until/)).toBeVisible();
  await pia.getByRole('button', { name: 'Take over' }).click();
  await pia.getByRole('dialog').getByRole('button', { name: 'Take over run' }).click();
  await expect(pia.getByText(/is working on this run until/)).toBeHidden();
  await pia.getByRole('button', { name: 'Reset' }).click();
  await pia.getByRole('dialog').getByRole('textbox').fill('The wrong shift');
  await pia.getByRole('dialog').getByRole('button', { name: 'Reset processing' }).click();
  await expect(pia.getByText('The last attempt was put aside.')).toBeVisible();
  expect(await shifts()).toBeNull();

  await importFiles(pia, run);
  const { attempts } = await ask<{ attempts: { id: number; state: string }[] }>(pia, 'GET', `/api/sites/fieldrun-processing/${run}/`);
  const earlier = attempts.find(({ state }) => state === 'archived')!.id;
  const difference = await ask<{ moved: unknown[] }>(pia, 'GET', `/api/sites/fieldrun-processing/${run}/compare/?attempt=${earlier}`);
  expect(difference.moved.length).toBeGreaterThan(0);
  await visit(pia, `/app/processing/${run}?attempt=${earlier}&step=review`);
  await pia.getByRole('button', { name: 'Restore' }).click();
  await pia
    .getByRole('dialog')
    .getByRole('button', { name: /restore/i })
    .click();
  await expect.poll(async () => (await shifts())?.[0]?.type).toBe('CONTROL');
});

/** Goes to something with the Tab key, as far as a person would. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  const isThere = () => wanted.evaluate((element) => element === document.activeElement);
  for (let keys = 0; keys < 120; keys += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not get there.');
}

async function press(page: Page, name: string | RegExp, role: 'button' | 'link' | 'radio' = 'button'): Promise<void> {
  await tabTo(page, page.getByRole(role, { name }).first());
  await page.keyboard.press(role === 'radio' ? 'Space' : 'Enter');
}

test('Pia takes five files to the finished package by the keyboard alone @long', async ({ signInAs }) => {
  test.slow();
  const page = await signInAs('pia', { path: '/app/field' });
  await startRun(page, 'By the keyboard');
  await page.reload();
  await press(page, 'Process By the keyboard');

  await tabTo(page, page.getByRole('button', { name: 'Choose files' }));
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(FILES);
  await expect(page.getByText('SurvPC Version 7.05')).toBeVisible();
  await press(page, 'Import 5 files');
  await expect(page).toHaveURL(/step=validate/);

  await press(page, /^3\. Shifts/, 'link');
  await press(page, 'Apply shift');
  await expect(page.getByRole('link', { name: '3. Shifts nothing open' })).toBeVisible();

  await press(page, /^4\. Conflicts/, 'link');
  const status = page.getByRole('status').filter({ hasText: /^1 of \d+ conflicts$/ });
  await expect(status).toBeVisible();
  const count = Number(/of (\d+)/.exec((await status.textContent()) ?? '')![1]);
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('i');
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await page.keyboard.type('Looked at on site.');
  await press(page, /ignore/i);
  await expect(page.getByText(new RegExp(`of ${count - 1} conflicts`))).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText(new RegExp(`of ${count} conflicts`))).toBeVisible();

  await press(page, /^5\. Review/, 'link');
  await tabTo(page, page.getByRole('grid', { name: 'Points' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('heading', { name: /^Explain \S+/ })).toBeVisible();

  await press(page, /^6\. Export/, 'link');
  const drawing = page.waitForEvent('download');
  await press(page, 'Download Drawing (DXF)');
  expect((await drawing).suggestedFilename()).toMatch(/\.dxf$/);

  await press(page, /^7\. Finish/, 'link');
  await press(page, 'Finish run');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Finish run' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Finished' })).toBeVisible();
  await press(page, 'Export and report', 'link');
  const download = page.waitForEvent('download');
  await press(page, 'Download Everything, signed');
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
});

/** A product of one's own, to be killed. */
const own = test.extend<{ firm: Product }>({
  firm: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its first parameter
    async ({}, use) => {
      const firm = await startProduct();
      await use(firm);
      await firm.stop();
      firm.remove();
    },
    { timeout: 120_000 },
  ],
});

/** So many bytes of remarks in the raw file that reading it takes a while. */
const REMARKS = Buffer.from('--a remark the collector wrote\r\n'.repeat(600_000));

own(
  'the server is killed in the middle of an import: nothing of it stays, and sent again the run goes on @long',
  async ({ browser, firm }) => {
    test.slow();
    const context = await browser.newContext({ baseURL: firm.origin, locale: 'en-CA', reducedMotion: 'reduce', serviceWorkers: 'block' });
    await signIn(context, 'pia');
    const page = await context.newPage();
    await page.goto('/app/field');
    const run = await startRun(page, 'Killed server');
    await visit(page, `/app/processing/start?fieldrun=${run}`);
    const files = FILES.map((path) => {
      const bytes = readFileSync(path);
      return { name: path.split('/').at(-1)!, mimeType: '', buffer: path.endsWith('.rw5') ? Buffer.concat([bytes, REMARKS]) : bytes };
    });
    await page.locator('input[type=file]').first().setInputFiles(files);
    await page.getByRole('button', { name: 'Import 5 files' }).click();
    await expect(page.getByText('The server is reading the files…')).toBeVisible();
    await firm.stop('SIGKILL');
    await expect(page.getByText('The server cannot be reached.')).toBeVisible();
    await firm.startAgain();

    type Seen = { state: string; attempt: object | null; files: object[] };
    const look = () => ask<Seen>(page, 'GET', `/api/sites/fieldrun-processing/${run}/`);
    expect(await look()).toMatchObject({ state: 'Active', attempt: null, files: [] });
    // The files are still chosen: they are sent again.
    await page.getByRole('button', { name: 'Import 5 files' }).click();
    await expect(page).toHaveURL(/step=validate/, { timeout: 60_000 });
    expect(await look()).toMatchObject({ state: 'Processing', files: { length: 5 } });
    await page.getByRole('link', { name: /^3\. Shifts/ }).click();
    await page.getByRole('button', { name: 'Apply shift' }).click();
    await expect(page.getByRole('link', { name: '3. Shifts nothing open' })).toBeVisible();
    await context.close();
  },
);
