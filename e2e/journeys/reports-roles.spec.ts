import { expect, test, visit } from '../shared/journey.ts';

/** A report by its name in the palette: the way somebody at the keyboard goes. */
async function openByName(page: import('@playwright/test').Page, typed: string, title: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Find a page/ }).fill(typed);
  await expect(page.getByRole('option').first()).toContainText(title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

test('owner: Alice goes from what the firm needs to who owes it, and shares what she looks at with Mona', async ({ signInAs }) => {
  const alice = await signInAs('alice', { path: '/app/' });
  await alice.getByRole('link', { name: 'See all: Overdue invoices' }).click();
  const statement = alice.getByRole('table', { name: 'Client statement' });
  await expect(statement.getByRole('row', { name: /^Total/ })).toBeVisible();
  await expect(alice).toHaveURL(/only=overdue/);

  await openByName(alice, 'aged', 'Aged receivables');
  const first = alice.getByRole('table', { name: 'Aged receivables' }).getByRole('link').first();
  const client = (await first.textContent())!;
  await first.click();
  await expect(statement.getByRole('link').first()).toHaveText(client);
  await expect(alice).toHaveURL(/client=\d+/);

  const name = `Owed by ${client}`;
  await alice.getByRole('button', { name: 'Views' }).click();
  await alice.getByRole('menuitem', { name: 'Save this view…' }).click();
  await alice.getByRole('textbox', { name: 'Name' }).fill(name);
  await alice.getByRole('switch', { name: /^Share with everybody/ }).check();
  await alice.getByRole('button', { name: 'Save view' }).click();
  await expect(alice.getByText(`The view “${name}” is saved.`)).toBeVisible();

  const mona = await signInAs('mona', { path: '/app/report' });
  await mona.getByRole('link', { name }).click();
  await expect(mona).toHaveURL(/client=\d+/);
  await expect(mona.getByRole('table', { name: 'Client statement' }).getByRole('link').first()).toHaveText(client);
});

test('job manager: Mona goes from what Home says is ready to the job, and says herself how far it is @long', async ({ signInAs }) => {
  const mona = await signInAs('mona', { path: '/app/' });
  await mona.getByRole('link', { name: 'See all: Ready to bill' }).click();
  await mona
    .getByRole('table', { name: 'Ready to bill' })
    .getByRole('link', { name: /^\d\d-\d{4}/ })
    .first()
    .click();
  await mona.getByRole('link', { name: 'Budget', exact: true }).click();
  const panel = mona.getByRole('region', { name: 'Billing readiness' });
  await panel.getByRole('textbox', { name: 'Progress (%)' }).fill('45');
  await panel.getByRole('textbox', { name: 'Reason' }).fill('The client has not seen the plan yet.');
  await panel.getByRole('button', { name: 'Save progress' }).click();
  await expect(panel.getByText(/^45 % .* was accepted by Mona Martin/)).toBeVisible();
  // What is counted does not change what was said.
  await mona.reload();
  await expect(panel.getByText(/^45 % .* was accepted by Mona Martin/)).toBeVisible();
});

test('bookkeeper: Ivan takes the tax and the register, and sees of an invoice’s trace what is his @long', async ({ signInAs }) => {
  const ivan = await signInAs('ivan', { path: '/app/report/tax-collected' });
  const total = ivan.getByRole('table', { name: 'Tax collected' }).getByRole('row', { name: /^Total/ });
  await expect(total).toBeVisible();
  await openByName(ivan, 'invoice reg', 'Invoice register');
  await ivan.getByRole('button', { name: 'Download' }).click();
  const [file] = await Promise.all([ivan.waitForEvent('download'), ivan.getByRole('menuitem', { name: 'Excel workbook' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^Invoice register .*\.xlsx$/);
  await ivan.getByRole('table', { name: 'Invoice register' }).getByRole('link').first().click();
  await ivan
    .getByRole('link', { name: /^Trace/ })
    .first()
    .click();
  await expect(ivan.getByRole('navigation', { name: 'Steps of the trace' })).toBeVisible();
  // He bills; whose hours they were is for those who run the jobs.
  await expect(ivan.getByRole('region', { name: /^Time entr/ }).getByText('Your groups do not see these.')).toBeVisible();
  await ivan.getByRole('link', { name: 'Open invoice' }).click();
  await expect(ivan.getByRole('heading', { level: 1, name: /^Invoice|^\d{5}/ })).toBeVisible();
});

test('Chelsea, who is an Employee alone, has her own time to report on and nothing else @long', async ({ signInAs }) => {
  const chelsea = await signInAs('chelsea', { path: '/app/report' });
  const links = chelsea.getByRole('main').getByRole('link');
  await expect(links.filter({ hasText: 'Timesheet detail' })).toBeVisible();
  await expect(links.filter({ hasText: 'Work in progress' })).toHaveCount(0);
  for (const report of ['aged-receivables', 'job-profitability', 'field-productivity']) {
    await visit(chelsea, `/app/report/${report}`);
    await expect(chelsea.getByText('This report is for people in other groups than yours.')).toBeVisible();
    expect((await chelsea.request.get(`/api/reports/${report}/export/?format=csv`)).status()).toBe(403);
  }
  await visit(chelsea, '/app/report/trace?from=invoice-line:1');
  await expect(chelsea.getByText('This step is for people in other groups than yours.')).toBeVisible();
  await chelsea.keyboard.press('Control+k');
  await chelsea.getByRole('combobox', { name: /Find a page/ }).fill('receivables');
  await expect(chelsea.getByRole('option')).toHaveCount(0);
});
