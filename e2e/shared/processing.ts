import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import { visit } from './journey.ts';

/** The five files of the synthetic run. */
export const FILES = globSync(join(import.meta.dirname, '../../packages/survey/fixtures/synthetic-run/*')).filter((path) =>
  /\.(rw5|crdb|sum|ref|loc)$/.test(path),
);

export async function startRun(page: Page, name: string): Promise<string> {
  const { id } = await ask<{ id: string }>(page, 'POST', '/api/sites/fieldrun/', { name, state: 'Active' });
  return id;
}

export async function importFiles(page: Page, run: string): Promise<void> {
  await visit(page, `/app/processing/start?fieldrun=${run}`);
  await page.getByLabel('Files of the run').setInputFiles(FILES);
  await expect(page.getByText('SurvPC Version 7.05')).toBeVisible();
  await page.getByRole('button', { name: 'Import 5 files' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/app/processing/${run}`), { timeout: 60_000 });
}
