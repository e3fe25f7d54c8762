import { ask } from '../shared/ask.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { lookAt } from '../shared/look.ts';

/** A picture of one grey point. */
const RECEIPT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mOMa2j4DwAEBQIAhHnS7wAAAABJRU5ErkJggg==', 'base64');

test('an expense from the receipt to the money: Joe enters it, Alice approves and pays it back', async ({ signInAs }) => {
  const joe = await signInAs('joe', { path: '/app/expense' });
  await joe.locator('input[type=file]').setInputFiles({ name: 'fuel.png', mimeType: 'image/png', buffer: RECEIPT });
  await expect(joe.getByRole('img', { name: 'Receipt fuel.png' })).toBeVisible();
  await joe.getByLabel('Vendor').fill('Irving Shediac');
  await joe.getByRole('combobox', { name: 'Category' }).click();
  await joe.getByRole('option', { name: 'Fuel' }).click();
  await joe.getByLabel('Total').fill('115');
  await expect(joe.getByLabel('Tax', { exact: true })).toHaveValue('15.00');
  await lookAt(joe, 'a new expense');
  await joe.getByRole('button', { name: 'Save expense' }).click();
  await expect(joe.getByRole('heading', { level: 1, name: 'Irving Shediac $115.00' })).toBeVisible();
  await joe.getByRole('button', { name: 'Submit' }).click();
  await expect(joe.getByText('Submitted.', { exact: true })).toBeVisible();

  const alice = await signInAs('alice', { path: '/app/expenses?tab=approve' });
  await alice.getByRole('button', { name: 'Approve Irving Shediac' }).click();
  await expect(alice.getByText('Approved.', { exact: true })).toBeVisible();
  await visit(alice, '/app/expenses?tab=reimburse');
  await alice
    .getByRole('row', { name: /Irving Shediac/ })
    .getByRole('checkbox')
    .check();
  await alice.getByRole('button', { name: 'Pay back $115.00' }).click();
  await alice.getByRole('button', { name: 'Record reimbursement' }).click();
  await expect(alice.getByRole('row', { name: /today 1 1 115\.00 Paid/ })).toBeVisible();

  await visit(joe, '/app/expenses');
  const card = joe.getByRole('listitem').filter({ hasText: 'Irving Shediac' });
  for (const fact of ['APPROVED', 'reimbursed', 'not billable']) await expect(card.getByText(fact, { exact: true })).toBeVisible();
  await lookAt(joe, 'expenses');
});

test('mileage on a job: Mona adds 142 km, and it stands against the budget @long', async ({ signInAs }) => {
  const mona = await signInAs('mona', { path: '/app/' });
  const { results } = await ask<{ results: { id: number }[] }>(mona, 'GET', '/api/jobs/?state=IN%20PROGRESS&page_size=1');
  await visit(mona, `/app/job/${results[0]!.id}/disb`);
  const form = mona.getByRole('form', { name: 'Add a disbursement' });
  await form.getByLabel('Quantity').fill('142');
  await form.getByLabel('Note').fill('To the site and back');
  await mona.keyboard.press('Enter');
  await expect(mona.getByText('Added the disbursement.')).toBeVisible();
  const row = mona.getByRole('row').filter({ hasText: /Mileage.*142 km at \$0\.68.*unbilled/ });
  await expect(row.getByLabel(/^Quantity of Mileage/)).toHaveValue('142');
  await expect(row.getByLabel(/^Note of Mileage/)).toHaveValue('To the site and back');
  await expect(form.getByLabel('Quantity')).toBeFocused();
  await lookAt(mona, 'disbursements');
});
