import { makeWork } from '../shared/billing.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { lookAt } from '../shared/look.ts';

test('invoice: WIP is put on a draft, its lines are written, it is submitted and found in the list @long', async ({ signInAs }) => {
  const page = await signInAs('alice');
  const { client, job, name } = await makeWork(page);
  await visit(page, `/app/invoice?client=${client}`);
  await expect(page.getByRole('region', { name: 'Draft' })).toContainText('2 entries');
  await lookAt(page, 'the work of a client');
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, `/app/job/${job}/tasks?mode=wip`);
  await page.getByRole('button', { name: 'Select all WIP' }).click();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Invoice' }).click();

  const grid = page.getByRole('grid', { name: 'Lines' });
  const lines = grid.locator('tr.row');
  const cell = (column: string) => lines.first().locator(`[data-cell$="/${column}"]`);
  await expect(lines).toHaveCount(2);
  const total = page.getByLabel('Totals');
  const before = await total.textContent();

  await cell('description').click();
  await page.keyboard.type('Survey of the boundary');
  await page.keyboard.press('Enter');
  await expect(cell('description')).toHaveText(/Survey of the boundary/);
  await cell('description').click();
  await page.keyboard.press('Alt+Enter');
  await grid.getByRole('checkbox', { name: /^Select .*Hours on Boundary survey/ }).check();
  await grid.getByRole('combobox', { name: 'Move to line…' }).click();
  await page.getByRole('option', { name: /^2\. Time/ }).click();
  await expect(total).toHaveText(before ?? '');
  await cell('amount').click();
  await page.keyboard.type('100');
  await page.keyboard.press('Enter');
  await expect(total).not.toHaveText(before ?? '');
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved the lines.')).toBeVisible();
  await lookAt(page, 'the lines of a draft');

  await page.getByRole('link', { name: 'Appearance' }).click();
  await page.getByLabel('Client’s reference').fill('PO 4711');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await lookAt(page, 'the appearance of a draft');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit invoice' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice \d+/ })).toBeVisible();
  await expect(page.getByText('PO 4711')).toBeVisible();
  await lookAt(page, 'an invoice');
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';

  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, '/app/invoices');
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  const row = page.getByRole('row').filter({ hasText: title.replace('Invoice ', '') });
  await expect(row).toContainText(name);
  await expect(row).toContainText('SUBMITTED');
  const id = /\d+$/.exec((await row.getByRole('link').getAttribute('href')) ?? '')?.[0];
  await lookAt(page, 'invoices');
  await visit(page, `/app/accounting/invoice/${id}`);
  await expect(page).toHaveURL(/\/app\/invoice\/\d+\/details/);
});
