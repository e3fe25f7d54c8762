import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ask } from '../shared/ask.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { lookAt, PHONE_AND_DARK } from '../shared/look.ts';

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
