import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ask } from '../shared/ask.ts';
import { expect, test, visit } from '../shared/journey.ts';

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
