import { expect, type Locator, type Page } from '@playwright/test';
import { ask, signIn } from '../shared/ask.ts';
import { makeIssued, makeWork, todayAtFirm } from '../shared/billing.ts';
import { skipTours, test, visit } from '../shared/journey.ts';
import { mailsAbout } from '../shared/kept-mails.ts';
import { lookAt, PHONE_AND_DARK } from '../shared/look.ts';
import { type Product, type StandIn, startProduct, startStandIn } from '../shared/product.ts';

type Figures = { state: string; settlement: string | null; issued: number; paid: number; writtenOff: number; balance: number };

const MONEY = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD', currencySign: 'accounting' });
const say = (cents: number) => MONEY.format(cents / 100);
const idOf = (page: Page) => /invoice\/(?:edit\/)?(\d+)/.exec(page.url())?.[1] ?? '';

/** What the invoice says of itself: its state beside the title, and how its balance comes about. */
async function expectSettlement(
  page: Page,
  invoice: string,
  { state, settlement, issued, paid, writtenOff, balance }: Figures,
): Promise<void> {
  await visit(page, `/app/invoice/${invoice}/payments`);
  const settled = page.getByRole('region', { name: 'Settlement' });
  await expect(settled.getByRole('definition')).toHaveText(
    [issued, paid, writtenOff, balance].map((cents) => (cents === 0 ? /^(–|\$0\.00)$/ : say(cents))),
  );
  if (settlement) await expect(settled.getByText(settlement, { exact: true })).toBeVisible();
  await expect(page.getByText(state, { exact: true }).first()).toBeVisible();
}

async function chooseMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
}

test('bookkeeper: work is billed, mailed, paid in part, deposited, sent back, written off and restored; every figure agrees @long', async ({
  signInAs,
  product,
}) => {
  const page = await signInAs('alice');
  const { client, name } = await makeWork(page);
  await visit(page, `/app/invoice?client=${client}`);
  await expect(page.getByRole('region', { name: 'Draft' })).toContainText('2 entries');
  await page.getByRole('button', { name: 'Create draft' }).click();

  const lines = page.getByRole('grid', { name: 'Lines' }).locator('tr.row');
  await expect(lines).toHaveCount(2);
  const { total: before } = await ask<{ total: number }>(page, 'GET', `/api/invoices/invoice/${idOf(page)}/`);
  await lines.first().locator('[data-cell$="/description"]').click();
  await page.keyboard.type('Survey of the boundary');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(lines).toHaveCount(3);
  // A line of its own beside the work: $100.00 and 15 % of tax.
  const own = lines.filter({ hasNotText: /Survey of the boundary|Legal plan/ });
  for (const [column, text] of [
    ['description', 'Registration'],
    ['amount', '100'],
  ]) {
    await own.locator(`[data-cell$="/${column}"]`).click();
    await page.keyboard.type(text!);
    await page.keyboard.press('Enter');
  }
  const total = before + 115_00;
  await expect(page.getByLabel('Totals')).toContainText(say(total));
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved the lines.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(`${name} owes ${say(total)}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Submit invoice' }).click();
  const title = page.getByRole('heading', { level: 1, name: /^Invoice \d+/ });
  await expect(title).toBeVisible();
  const num = ((await title.textContent()) ?? '').replace('Invoice ', '');
  const invoice = idOf(page);
  const unpaid = { state: 'SUBMITTED', settlement: 'unpaid', issued: total, paid: 0, writtenOff: 0, balance: total };
  await expectSettlement(page, invoice, unpaid);

  await page.getByRole('button', { name: 'Mail', exact: true }).click();
  await expect(page.getByRole('button', { name: 'ap@riverbend.example.ca' })).toBeVisible();
  await page.getByRole('button', { name: 'Send mail' }).click();
  await expect(page.getByText('The mail is on its way.')).toBeVisible();
  await expect.poll(() => mailsAbout(product.dataDir, num).length, { timeout: 30_000 }).toBe(1);
  expect(mailsAbout(product.dataDir, num)[0]).toMatch(/To: ap@riverbend\.example\.ca[\s\S]*filename="?[^\n]*\.pdf/);

  await page.getByRole('link', { name: 'Enter payment' }).click();
  const amount = page.getByRole('textbox', { name: 'Amount', exact: true });
  await expect(amount).toHaveValue((total / 100).toFixed(2));
  await amount.fill('145');
  await page.getByRole('combobox', { name: 'Method' }).click();
  await page.getByRole('option', { name: 'Check' }).click();
  await page.getByRole('button', { name: 'Enter payment' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment $145.00' })).toBeVisible();
  const payment = new URL(page.url()).pathname;
  const partly = { ...unpaid, settlement: 'partly paid', paid: -145_00, balance: total - 145_00 };
  await expectSettlement(page, invoice, partly);

  await visit(page, '/app/deposit');
  await page.getByRole('button', { name: 'Tick all' }).click();
  await page.getByRole('button', { name: 'Untick all' }).click();
  await page.getByRole('checkbox', { name: `Deposit payment ${payment.split('/').at(-1)} of ${name}` }).check();
  await page.getByRole('button', { name: 'Deposit now' }).click();
  const deposit = page.getByRole('dialog', { name: /^Deposit \d+/ });
  await expect(deposit.getByText('DEPOSITED', { exact: true }).first()).toBeVisible();
  await expectSettlement(page, invoice, partly);

  await visit(page, payment);
  await page.getByRole('button', { name: /^Actions for payment/ }).click();
  await page.getByRole('menuitem', { name: 'Returned by bank' }).click();
  await expect(page.getByRole('dialog')).toContainText('$145.00 is owed on its invoices again.');
  await page.getByLabel('Reason').fill('NSF');
  await page.getByLabel('Bank’s fee').fill('7.50');
  await page.getByLabel('Charge to the client').fill('45');
  await page.getByRole('button', { name: 'Return payment' }).click();
  await page.getByRole('button', { name: 'Open the draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Draft invoice' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('$45.00');
  await expectSettlement(page, invoice, unpaid);

  await chooseMore(page, 'Write off');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Gone out of business');
  await page.getByRole('button', { name: 'Write off invoice' }).click();
  await expect(page.getByText(`Wrote off ${say(total)}.`)).toBeVisible();
  await expectSettlement(page, invoice, { ...unpaid, state: 'WRITTEN_OFF', settlement: null, writtenOff: -total, balance: 0 });
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('button', { name: 'Restore invoice' }).click();
  await expect(page.getByText('Restored.', { exact: true })).toBeVisible();
  await expectSettlement(page, invoice, { ...unpaid, state: 'RESTORED' });

  await visit(page, '/staff/ledger-health');
  await expect(page.getByText('Nothing differs.')).toBeVisible();
});

/** Goes there by the Tab key, as somebody without a mouse must. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} is not reached by ${key}.`);
}

async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test('bookkeeper: from the work to the bank by keyboard alone @long', async ({ browser, product, signInAs }) => {
  const alice = await signInAs('alice');
  const { name } = await makeWork(alice);
  const username = `bea${Date.now()}`;
  const { password } = await ask<{ password: string }>(alice, 'POST', '/api/staff/user/', {
    ...{ username, email: `${username}@example.ca`, full_name: 'Bea Boudreau', granted: ['Invoices User', 'Payments Admin'] },
  });
  const context = await browser.newContext({ baseURL: product.origin, locale: 'en-CA', reducedMotion: 'reduce', serviceWorkers: 'block' });
  await skipTours(context);
  await signIn(context, username, password);
  const page = await context.newPage();
  await page.goto('/app/invoices');

  await pressOn(page, page.getByRole('main').getByRole('link', { name: 'New invoice' }));
  await tabTo(page, page.getByRole('combobox', { name: 'Client' }));
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await pressOn(page, page.getByRole('button', { name: 'Create draft' }));

  const first = page.getByRole('grid', { name: 'Lines' }).locator('tr.row').first().locator('[data-cell$="/description"]');
  await tabTo(page, first);
  await page.keyboard.type('Survey of the boundary');
  await page.keyboard.press('Enter');
  await expect(first).toHaveText(/Survey of the boundary/);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved the lines.')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Submit' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Submit invoice' }));
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice \d+/ })).toBeVisible();

  await pressOn(page, page.getByRole('link', { name: 'Payments', exact: true }).last());
  await pressOn(page, page.getByRole('main').getByRole('link', { name: 'Enter payment' }));
  const amount = page.getByRole('textbox', { name: 'Amount', exact: true });
  await expect(amount).not.toHaveValue('');
  await tabTo(page, page.getByRole('combobox', { name: 'Method' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Check');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Reference'));
  await page.keyboard.type('Cheque 7');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { level: 1, name: /^Payment \$/ })).toBeVisible();
  await expect(page.getByText('undeposited').first()).toBeVisible();

  const payment = new URL(page.url()).pathname.split('/').at(-1);
  await pressOn(page, page.getByRole('link', { name: 'Deposit', exact: true }));
  await pressOn(page, page.getByRole('button', { name: /^(Tick|Untick) all$/ }));
  if (await page.getByRole('button', { name: 'Untick all' }).isVisible()) await page.keyboard.press('Enter');
  await pressOn(page, page.getByRole('checkbox', { name: `Deposit payment ${payment} of ${name}` }), 'Space');
  await expect(page.getByText(/^1 payment, /)).toBeVisible();
  await pressOn(page, page.getByRole('button', { name: 'Deposit now' }));
  const deposit = page.getByRole('dialog', { name: /^Deposit \d+/ });
  await expect(deposit.getByText('DEPOSITED', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(deposit).toBeHidden();
  await context.close();
});

test('bookkeeper: Mona, who runs jobs, sees an invoice, its payments and its PDF; she posts nothing @long', async ({ signInAs }) => {
  const alice = await signInAs('alice');
  const invoice = await makeIssued(alice, `Marsh Drainage ${Date.now()}`, 80_00);
  const mona = await signInAs('mona', { path: `/app/invoice/${invoice}` });
  const main = mona.getByRole('main');
  await expect(mona.getByRole('heading', { level: 1, name: /^Invoice \d+/ })).toBeVisible();
  const acts = /^(More actions|Mail|Edit|Edit lines|Write off|Delete|Restore|Submit|Enter payment|Approve|Apply credit)$/;
  const expectNoAct = async () => {
    await expect(main.getByRole('button', { name: acts })).toHaveCount(0);
    await expect(main.getByRole('link', { name: acts })).toHaveCount(0);
  };
  await expectNoAct();
  await main.getByRole('link', { name: 'Payments', exact: true }).click();
  await expect(main.getByText('Nothing has been paid on this invoice.')).toBeVisible();
  await expectNoAct();
  await main.getByRole('link', { name: 'PDF', exact: true }).click();
  await expect(main.getByRole('link', { name: /^(Download|Open the PDF)$/ })).toBeVisible({ timeout: 30_000 });
  const pdf = await mona.request.get(`/api/invoices/invoice/${invoice}/pdf/`);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await expectNoAct();
  await visit(mona, `/app/payment/new/${invoice}`);
  await expect(mona.getByRole('button', { name: 'Enter payment' })).toHaveCount(0);

  const csrf = (await mona.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? '';
  const statusOf = async (path: string, data: object) =>
    (await mona.request.post(path, { data, headers: { 'X-CSRFToken': csrf } })).status();
  expect(await statusOf(`/api/invoices/invoice/${invoice}/move/`, { to: 'WRITTEN_OFF', reason: 'Too dear' })).toBe(403);
  const { client } = await ask<{ client: { id: number } }>(mona, 'GET', `/api/invoices/invoice/${invoice}/`);
  const allocations = [{ invoice, amount: 80_00 }];
  const paid = { client: client.id, received_on: '2026-03-03', amount: 80_00, method: 'Check', allocations };
  expect(await statusOf('/api/payments/payment/', paid)).toBe(403);
  expect(await statusOf('/api/payments/deposit/', { date: '2026-03-03', account_code: '1000', payments: [1] })).toBe(403);
});

test('bookkeeper: invoice, payment and deposit on a phone and in the dark @long', async ({ signInAs }) => {
  const alice = await signInAs('alice', { path: '/app/', width: 390 });
  const invoice = await makeIssued(alice, `Ocean Terminal and Warehousing of Saint John ${Date.now()}`, 1_234_567_89);
  const { client } = await ask<{ client: { id: number } }>(alice, 'GET', `/api/invoices/invoice/${invoice}/`);
  const { id: payment } = await ask<{ id: number }>(alice, 'POST', '/api/payments/payment/', {
    ...{ client: client.id, received_on: '2026-03-03', amount: 1_000_000_00, method: 'Check', reference: 'Cheque 4711' },
    allocations: [{ invoice, amount: 1_000_000_00 }],
  });
  const { id: deposit } = await ask<{ id: number }>(alice, 'POST', '/api/payments/deposit/', {
    ...{ date: '2026-03-03', account_code: '1000', payments: [payment] },
  });
  const pages = [
    [`/app/invoice/${invoice}/details`, 'Details'],
    [`/app/invoice/${invoice}/payments`, 'Settlement'],
    [`/app/payment/${payment}`, '$1,000,000.00'],
    [`/app/deposits?deposit=${deposit}`, 'Deposit $1,000,000.00'],
    ['/app/invoices', 'Invoices'],
  ] as const;
  for (const [path, words] of pages) {
    await visit(alice, path);
    await expect(alice.getByText(words).first()).toBeVisible();
    await lookAt(alice, path, PHONE_AND_DARK);
  }
});

type Linked = { there: StandIn; firm: Product };

/** A firm beside the accounting system it may be linked to. */
const linkedTest = test.extend<Linked>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its first parameter
  there: async ({}, use) => {
    const there = await startStandIn();
    await use(there);
    there.stop();
  },
  firm: [
    async ({ there }, use) => {
      const firm = await startProduct(there.env);
      await use(firm);
      await firm.stop();
      firm.remove();
    },
    { timeout: 120_000 },
  ],
});

linkedTest(
  'bookkeeper: the accounting system gets an invoice, and what is paid there is accepted by one key @long',
  async ({ browser, there, firm }) => {
    const context = await browser.newContext({ baseURL: firm.origin, locale: 'en-CA', reducedMotion: 'reduce', serviceWorkers: 'block' });
    await skipTours(context);
    await signIn(context, 'alice');
    const page = await context.newPage();
    await page.goto('/staff/accounting-link');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('button', { name: 'Use this organisation' }).click();
    await expect(page.getByText('Demo Surveys (Test)').first()).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'HST', exact: true })).not.toHaveText('Not set', { timeout: 30_000 });

    const invoice = await makeIssued(page, 'Northumberland Ferries', 100_00, { date: todayAtFirm(), tax_type: 'HST' });
    const { num } = await ask<{ num: string }>(page, 'GET', `/api/invoices/invoice/${invoice}/`);
    const books = await context.newPage();
    const row = books.getByRole('row').filter({ hasText: num }).filter({ hasText: 'Northumberland Ferries' });
    await expect(async () => {
      await books.goto(there.origin);
      await expect(row).toContainText('115.00', { timeout: 500 });
    }).toPass({ timeout: 60_000 });
    await row.getByRole('button', { name: 'Pay' }).click();
    await expect(row).toContainText('PAID');

    await page.getByRole('button', { name: 'Refresh now' }).click();
    await page.getByRole('link', { name: /^Proposals/ }).click();
    const proposal = page.getByRole('list', { name: 'Proposals' }).getByRole('listitem');
    await expect(proposal).toContainText('Northumberland Ferries', { timeout: 60_000 });
    await tabTo(page, proposal);
    await page.keyboard.press('a');
    await expect(page.getByText('Nothing waits for a decision.')).toBeVisible();

    await page.getByRole('link', { name: 'Differences' }).click();
    await page.getByRole('button', { name: 'Compare now' }).click();
    await expect(page.getByText('Both ledgers are equal to the cent.')).toBeVisible({ timeout: 60_000 });
    await visit(page, `/app/invoice/${invoice}/payments`);
    const settled = page.getByRole('region', { name: 'Settlement' });
    await expect(settled.getByRole('definition')).toHaveText(['$115.00', '($115.00)', '–', '$0.00']);
    await expect(settled.getByText('paid', { exact: true })).toBeVisible();
    await context.close();
  },
);
