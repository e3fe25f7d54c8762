import { getAccountingSettings } from '@dmse/contract/expenses/accounting';
import { createDeposit, getDeposit, listDepositHistory, listDeposits, listUndeposited, moveDeposit } from '@dmse/contract/payments/deposit';
import { createPayment, getOpenItems, getPayment, listPaymentHistory, type OpenInvoice } from '@dmse/contract/payments/payment';
import { buildDeposit } from '@dmse/testkit/builders/deposit';
import { buildPayment } from '@dmse/testkit/builders/payment';
import { type FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../app/render-app.tsx';
import { distribute, mergeOpen, putOn, sumDraft, tickInvoice, whyNotPlaced } from './payment/allocation-draft.ts';

const CLIENT = { id: 7, name: 'Town of Sackville' };
const NOTHING = { count: 0, results: [] };

const invoice = (id: number, balance: number): OpenInvoice => ({
  ...{ id, num: `26-000${id}`, date: `2026-03-0${id}`, due_date: `2026-04-0${id}`, total: 100_00, balance },
});
function open(address: string, as: string, serve: (server: FakeServer) => FakeServer) {
  const self = buildSelf(as);
  return renderApp(address, { self, server: serve(serveShell(self)) });
}
const typedIn = (name: RegExp | string) => (screen.getByLabelText(name) as HTMLInputElement).value;

describe('allocation draft', () => {
  const rows = [invoice(1, 100_00), invoice(2, 50_00), invoice(3, 25_00)];

  it('allocation draft: a tick takes what is left; the amount goes to those that were chosen; unreadable amounts count as nothing', () => {
    expect(tickInvoice([], rows[0]!, null)).toEqual([{ invoice: 1, amount: 100_00 }]);
    expect(tickInvoice([{ invoice: 1, amount: 30_00 }], rows[1]!, 20_00)).toContainEqual({ invoice: 2, amount: 20_00 });
    expect(distribute(60_00, rows, [3, 2])).toEqual([
      { invoice: 2, amount: 50_00 },
      { invoice: 3, amount: 10_00 },
    ]);
    expect(distribute(60_00, rows, [])).toEqual([{ invoice: 1, amount: 60_00 }]);
    expect(putOn([{ invoice: 1, amount: 5 }], 1, 0)).toEqual([]);
    expect(sumDraft([...putOn([], 1, 5), { invoice: 2, amount: 'abc' }])).toBe(5);
  });

  it('allocation draft: its own part counts as owed, and what somebody has paid meanwhile stays with nothing owed', () => {
    const own = [{ ...invoice(1, 40_00), amount: 60_00 }];
    const merged = mergeOpen([invoice(3, 25_00)], own, rows);
    expect(merged.map(({ id, balance }) => [id, balance])).toEqual([
      [1, 100_00],
      [2, 0],
      [3, 25_00],
    ]);
    const placed = { client: 7, amount: 10_00, refunded: 0, allocations: [{ invoice: 2, amount: 10_00 }] };
    expect(whyNotPlaced(placed, merged)).toBe('$0.00 is owed on invoice 26-0002; $10.00 cannot be put on it.');
    expect(whyNotPlaced({ ...placed, allocations: [], keeps_credit: true }, merged)).toBeNull();
  });
});

describe('payments', () => {
  it('payments: two invoices are filled in; more is credit only when ticked; when somebody paid meanwhile what was typed stays', async () => {
    let owed = [invoice(1, 100_00), invoice(2, 50_00)];
    const sent: unknown[] = [];
    await open('/payment/new/1/2', 'alice', (server) =>
      server
        .on(getOpenItems, () => ({ client: CLIENT, invoices: owed, credits: [] }))
        .on(createPayment, ({ body }) => {
          sent.push(body);
          if (sent.length > 1) return buildPayment();
          owed = [invoice(1, 100_00), invoice(2, 20_00)];
          throw new Refusal(409, { detail: '$20.00 is owed on invoice 26-0002; $50.00 cannot be put on it.', code: 'CONFLICT' });
        })
        .on(getPayment, () => buildPayment())
        .on(listPaymentHistory, () => NOTHING),
    );
    const user = userEvent.setup();
    const amount = await screen.findByLabelText(/^Amount \*|^Amount$/);
    expect([typedIn(/^Amount \*|^Amount$/), typedIn('Amount on 26-0001'), typedIn('Amount on 26-0002')]).toEqual([
      '150.00',
      '100.00',
      '50.00',
    ]);
    await user.clear(amount);
    await user.type(amount, '160');
    expect([typedIn('Amount on 26-0001'), typedIn('Amount on 26-0002')]).toEqual(['100.00', '50.00']);
    await user.click(screen.getByRole('combobox', { name: /^Method/ }));
    await user.click(await screen.findByRole('option', { name: 'Check' }));
    const save = () => user.click(screen.getByRole('button', { name: 'Enter payment' }));
    await save();
    await screen.findByText('$10.00 is not on any invoice; tick that it is kept as credit.');
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'Keep $10.00 as credit' }));
    await save();
    await screen.findByText(/\$20\.00 is owed on invoice 26-0002.*what you typed is still there\./);
    expect(typedIn('Amount on 26-0002')).toBe('50.00');
    await screen.findByText('$20.00 is owed.');
    await user.clear(screen.getByLabelText('Amount on 26-0002'));
    await user.click(screen.getByRole('button', { name: 'Pay in full: 26-0002' }));
    await user.click(screen.getByRole('checkbox', { name: 'Keep $40.00 as credit' }));
    await save();
    await screen.findByRole('heading', { level: 1, name: 'Payment $150.00' });
    expect(sent[1]).toMatchObject({
      ...{ client: 7, amount: 160_00, method: 'Check', keeps_credit: true },
      allocations: [
        { invoice: 1, amount: 100_00 },
        { invoice: 2, amount: 20_00 },
      ],
    });
  });

  it('payments: what cannot be done says why; Mona reads and changes nothing', async () => {
    const serve = (server: FakeServer) => server.on(getPayment, () => buildPayment()).on(listPaymentHistory, () => NOTHING);
    const { unmount } = await open('/payment/5', 'alice', serve);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Actions for payment 5' }));
    const entry = (name: RegExp) => screen.getByRole('menuitem', { name });
    expect(entry(/^Delete/).textContent).toContain('Returned, not deleted.');
    expect(['Delete', 'Change', 'Refund'].map((name) => entry(new RegExp(`^${name}`)).ariaDisabled)).toEqual(['true', 'true', 'true']);
    await user.click(entry(/^Returned by bank/));
    await screen.findByRole('dialog', { name: 'Returned by the bank?' });
    expect((screen.getByRole('button', { name: 'Return payment' }) as HTMLButtonElement).disabled).toBe(true);
    unmount();
    await open('/payment/5', 'mona', serve);
    await screen.findByRole('heading', { level: 1, name: 'Payment $150.00' });
    for (const name of [/Actions for/, /Move/]) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('deposit: Cash and Check are ticked to begin with, the total runs along, and Deposit now creates and moves', async () => {
    const ticked = (id: number, method: 'Cash' | 'Debit', amount: number) => ({
      ...{ id, client: CLIENT, received_on: '2026-03-04', method, reference: '', amount, is_returned: false },
    });
    const deposit = buildDeposit({ total: 30_00, count: 2 });
    const deposited = buildDeposit({ ...deposit, state: 'DEPOSITED' });
    const account = { name: 'Savings', code: '1001', description: '', is_expense_payments: false, is_expense: false, is_payments: true };
    const accounts = [
      { ...account, is_preferred_petty_cash: false, is_preferred_checking: false },
      { ...account, name: 'Chequing', code: '1000', is_preferred_petty_cash: false, is_preferred_checking: true },
    ];
    const { server } = await open('/deposit', 'alice', (fake) =>
      fake
        .on(listUndeposited, () => ({ payments: [ticked(1, 'Cash', 10_00), ticked(2, 'Debit', 20_00)] }))
        .on(getAccountingSettings, () => ({ accounts, tax_types: [], division_tracking_options: [], activity_tracking_options: [] }))
        .on(createDeposit, () => deposit)
        .on(moveDeposit, () => deposited)
        .on(getDeposit, () => deposited)
        .on(listDeposits, () => NOTHING)
        .on(listDepositHistory, () => NOTHING),
    );
    const user = userEvent.setup();
    await screen.findByText('1 payment,', { exact: false });
    await user.click(screen.getByRole('checkbox', { name: /Deposit payment 2/ }));
    expect(screen.getByText('2 payments,', { exact: false }).textContent).toBe('2 payments, $30.00');
    expect(screen.getByText('Cash (1) $10.00 · Debit (1) $20.00')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Deposit now' }));
    await waitFor(() => expect(server.callsOf(moveDeposit).map(({ body }) => body)).toEqual([{ to: 'DEPOSITED' }]));
    expect(server.callsOf(createDeposit)[0]!.body).toMatchObject({ account_code: '1000', payments: [1, 2] });
    await screen.findByRole('dialog', { name: 'Deposit 3' });
    expect(screen.queryByRole('button', { name: /^Deposit \$/ })).toBeNull();
  });
});
