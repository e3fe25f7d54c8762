import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { ask } from '../shared/ask.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { lookAt, PHONE_AND_DARK } from '../shared/look.ts';
import { FILES, importFiles, startRun } from '../shared/processing.ts';

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
  await expect(page.getByText(new RegExp(`^1 of ${open} conflicts\\b`))).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByText(new RegExp(`^2 of ${open} conflicts\\b`))).toBeVisible();

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
  // Without a window Chromium shows no chooser that nobody listens for yet: listening begins long before the key.
  const chooser = page.waitForEvent('filechooser', { timeout: 120_000 });
  await press(page, 'Process By the keyboard');

  await tabTo(page, page.getByRole('button', { name: 'Choose files' }));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(FILES);
  await expect(page.getByText('SurvPC Version 7.05')).toBeVisible();
  await press(page, 'Import 5 files');
  await expect(page).toHaveURL(/step=validate/);

  await press(page, /^3\. Shifts/, 'link');
  await press(page, 'Apply shift');
  await expect(page.getByRole('link', { name: '3. Shifts nothing open' })).toBeVisible();

  await press(page, /^4\. Conflicts/, 'link');
  const status = page.getByRole('status').filter({ hasText: /^1 of \d+ conflicts\b/ });
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

const textOf = (ending: string) => readFileSync(FILES.find((path) => path.endsWith(ending))!, 'latin1');
const fileOf = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text, 'latin1') });

/** A second mark beside the one the crew localized on, as far from its true place. */
const SECOND_MARK = textOf('.loc')
  .split(/(?=<record id="Point 1")|(?=<value name="Units")/)[1]!
  .replace('Point 1', 'Point 2')
  .replace('45.8989781299930', '45.8969781299930')
  .replace('-66.6501125788130', '-66.6531125788130')
  .replace('2488350.007', '2488116.780')
  .replace('7433210.529', '7432988.689')
  .replace('1234HPN', '1235HPN');

/** The afternoon of another crew three tenths of a metre beside: its own raw file, base, reference and PPP result. */
const AFTERNOON = [
  fileOf(
    '25001BB251014.rw5',
    textOf('.rw5')
      .replaceAll('100_BASE_1', 'BASE_2')
      .replaceAll('LA45.534948309846', 'LA45.534949309846')
      .replaceAll(/PN(?=[45]\d{3},)/g, 'PN9'),
  ),
  fileOf('25001BB251014.ref', textOf('.ref').replace('45.89707863846', '45.89708141624')),
  fileOf('25001BB251014.sum', textOf('.sum').replace('MKR 25001AT', 'MKR 25001BB')),
];

test('by hand: two bases with their files, a typed shift, a placed base, heights over a range, two marks @long', async ({ signInAs }) => {
  test.slow();
  const page = await signInAs('pia', { path: '/app/field' });
  const run = await startRun(page, 'Corrections by hand');
  const shift = () => ask<{ shifts: Record<string, unknown>[] | null }>(page, 'GET', `/api/sites/fieldrun/${run}/`);
  type Run = { overview: { bases: Record<string, string | null>[]; plan: { choice: Record<string, unknown> } | null } | null };
  const look = async () => (await ask<Run>(page, 'GET', `/api/sites/fieldrun-processing/${run}/`)).overview;
  await visit(page, `/app/processing/start?fieldrun=${run}`);
  const two_marks = textOf('.loc').replace('<value name="Units"', `${SECOND_MARK}<value name="Units"`);
  const others = FILES.filter((path) => !path.endsWith('.loc')).map((path) =>
    fileOf(path.split('/').at(-1)!, readFileSync(path, 'latin1')),
  );
  await page.getByLabel('Files of the run').setInputFiles([...others, fileOf('two.loc', two_marks), ...AFTERNOON]);
  await page.getByRole('button', { name: 'Import 8 files' }).click();
  await expect(page).toHaveURL(/step=validate/, { timeout: 60_000 });

  // Each base has its own files; somebody says otherwise, and says it again.
  await visit(page, `/app/processing/${run}?step=import`);
  for (const name of ['25001AT251014.ref', '25001BB251014.ref']) {
    await page.getByRole('combobox', { name: 'Base reference of BASE_2' }).click();
    await page.getByRole('option', { name }).click();
    await expect.poll(async () => (await look())?.bases.find((base) => base.name === 'BASE_2')?.ref_file).toBe(name);
  }

  await visit(page, `/app/processing/${run}?step=shifts`);
  await page.getByLabel('Type the shift myself').check();
  await page.getByLabel('ΔE').fill('0.112');
  await page.getByLabel('ΔN').fill('-0.088');
  await page.getByLabel('ΔZ').fill('28.751');
  await expect(page.getByText('A typed shift needs a reason.')).toBeVisible();
  await page.getByLabel('Reason').fill('As in the letter of the ministry');
  await page.getByRole('button', { name: 'Apply shift' }).click();
  await expect.poll(async () => (await look())?.plan?.choice.typed).toMatchObject({ d_easting: 0.112, d_elevation: 28.751 });
  expect((await shift()).shifts).toMatchObject([{ d_northing: -0.088 }]);

  await page.getByRole('button', { name: 'Place base' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('It stood on').click();
  await page.getByRole('option', { name: /figures I type/ }).click();
  await dialog.getByLabel('Easting').fill('2488001.3');
  await dialog.getByLabel('Northing').fill('7432999.2');
  await dialog.getByRole('textbox', { name: /^Elevation/ }).fill('43.6');
  await dialog.getByRole('button', { name: 'Place base' }).click();
  await expect.poll(async () => (await look())?.bases.filter(({ placed }) => placed).length).toBe(1);

  await page.getByLabel('From shot').fill('5004');
  await page.getByLabel('To shot').fill('5009');
  await page.getByLabel('Right height').fill('2.1');
  await expect(page.getByText('Measured with 2.0000 m.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Correct heights' }).click();
  await expect(page.getByLabel('From shot')).toHaveValue('');

  await page.getByLabel('Type the shift myself').uncheck();
  await page.getByRole('radio', { name: 'No shift' }).check();
  await page.getByLabel(/^Localize the raw file again/).check();
  await expect(page.getByRole('table', { name: 'Marks of the localization' }).getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Apply shift' }).click();
  await expect.poll(async () => (await look())?.plan?.choice.localization).toMatchObject({ left_out: [] });
});
