import { ask } from '../shared/ask.ts';
import { expect, test } from '../shared/journey.ts';
import { lookAt } from '../shared/look.ts';

test('historical files: Alice finds one by its client, changes its category and reads that in its history; Chelsea only reads', async ({
  signInAs,
}) => {
  const alice = await signInAs('alice', { path: '/app/historicals' });
  const fields = { company: 'Landry & Fils', file_number: '71-4410', client_name: 'Zénaïde Arseneau' };
  const { id } = await ask<{ id: number }>(alice, 'POST', '/api/jobs/historicalfile/', fields);
  await alice.getByLabel('Search files and the text in scans').fill('zenaide');
  await alice.getByRole('link', { name: '71-4410' }).click();
  await expect(alice.getByRole('heading', { level: 1, name: '71-4410' })).toBeVisible();
  await alice.getByRole('button', { name: 'Edit' }).click();
  await alice.getByRole('combobox', { name: 'Category' }).click();
  await alice.getByRole('option', { name: 'Topo' }).click();
  await alice.getByRole('combobox', { name: 'Sub-type' }).click();
  await alice.getByRole('option', { name: 'Roads' }).click();
  await alice.keyboard.press('Control+s');
  await expect(alice.getByText('Topo, Roads')).toBeVisible();
  await expect(alice.getByText('Sub-type', { exact: true })).toBeVisible();
  await lookAt(alice, 'a historical file');

  const chelsea = await signInAs('chelsea', { path: `/app/historical/${id}` });
  await expect(chelsea.getByText('Topo, Roads')).toBeVisible();
  for (const name of ['Edit', 'Delete', 'Choose files']) await expect(chelsea.getByRole('button', { name })).toHaveCount(0);
});
