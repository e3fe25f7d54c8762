import { readFile } from 'node:fs/promises';
import { expect, test, visit } from '../shared/journey.ts';
import { lookAt } from '../shared/look.ts';

test('reports: Mona narrows one, groups it, opens a group and a row, and takes the rows home; Chelsea sees only her own', async ({
  signInAs,
}) => {
  const mona = await signInAs('mona', { path: '/app/report' });
  await mona.getByRole('link', { name: 'Work in progress', exact: true }).click();
  const table = mona.getByRole('table', { name: 'Work in progress' });
  const total = table.getByRole('row', { name: /^Total/ });
  await expect(total).toBeVisible();
  const whole = await total.textContent();

  await mona.getByRole('combobox', { name: 'Project manager' }).click();
  await mona.getByRole('option', { name: 'Mona Martin' }).click();
  await expect(mona).toHaveURL(/manager=\d+/);
  await expect(total).not.toHaveText(whole!);
  const own = await total.textContent();
  await mona.getByRole('combobox', { name: 'Group by' }).click();
  await mona.getByRole('option', { name: 'Client' }).click();
  await expect(table.getByRole('columnheader', { name: 'Rows' })).toBeVisible();
  const group = table.getByRole('link').first();
  const client = await group.textContent();
  await group.click();
  await expect(mona).toHaveURL(/client=\d+/);
  await expect(mona).not.toHaveURL(/group_by/);
  await expect(table.getByRole('cell', { name: client!, exact: true }).first()).toBeVisible();
  await expect(total).not.toHaveText(own!);

  await mona.getByRole('button', { name: 'Download' }).click();
  const [file] = await Promise.all([mona.waitForEvent('download'), mona.getByRole('menuitem', { name: 'CSV' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^Work in progress .*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(client!);
  const num = await table.getByRole('link').first().textContent();
  await table.getByRole('link').first().click();
  await expect(mona.getByRole('heading', { level: 1, name: new RegExp(num!) })).toBeVisible();

  // Looking ends on a phone, where the rows are cards.
  await visit(mona, '/app/report');
  await lookAt(mona, 'the reports');
  await visit(mona, '/app/report/wip');
  await lookAt(mona, 'a report');

  const chelsea = await signInAs('chelsea', { path: '/app/report/wip' });
  await expect(chelsea.getByText('This report is for people in other groups than yours.')).toBeVisible();
  await visit(chelsea, '/app/report/nonsense');
  await expect(chelsea.getByRole('heading', { name: 'Not Found' })).toBeVisible();
});
