import { expect, test } from '../shared/journey.ts';

/** What Excel saves in this province: semicolons, Windows-1252. */
const CSV = Buffer.from(
  ['Nom;Téléphone;Ville', 'Béton Brassard Ltée;506-555-0171;Caraquet', 'Zinc & Zénith;(506) 555-0172;Shédiac'].join('\r\n'),
  'latin1',
);

test('Mona imports a CSV, and takes it back as one', async ({ signInAs }) => {
  const page = await signInAs('mona', { path: '/app/jobs?tab=clients' });
  await page.getByRole('button', { name: 'Import' }).click();
  await page.locator('input[type=file]').setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: CSV });
  await expect(page.getByRole('table', { name: 'Columns of the file' })).toBeVisible();
  await expect(page.getByText('Béton Brassard Ltée · Zinc & Zénith')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 clients' }).click();
  await expect(page.getByText('Imported 2 clients.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('brassard');
  await expect(page.getByRole('link', { name: 'Béton Brassard Ltée' })).toBeVisible();

  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('Took back 2 clients.')).toBeVisible();
  await page.goto('/app/jobs?tab=clients&query=brassard');
  await expect(page.getByText('No clients match.')).toBeVisible();
});

test('a bad row is named by its line, and nothing is imported until it is left out @long', async ({ signInAs }) => {
  const page = await signInAs('mona', { path: '/app/jobs?tab=clients&import=true' });
  const bad = Buffer.from('Name,E-mail\nGood Ltd.,good@example.ca\n,nobody\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'bad.csv', mimeType: 'text/csv', buffer: bad });
  await expect(page.getByRole('list', { name: 'Errors' })).toContainText('Line 3');
  await expect(page.getByRole('button', { name: /^Import \d/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Skip all rows with errors' }).click();
  await expect(page.getByLabel(/^Line 3,/)).toBeChecked();
  await page.getByRole('button', { name: 'Import 1 client' }).click();
  await expect(page.getByText('Imported 1 client.')).toBeVisible();
});
