import {
  approveExpenses,
  createExpense,
  type ExpenseSettings,
  getExpense,
  getExpenseSettings,
  listExpenseHistory,
  listExpenses,
  updateExpense,
} from '@dmse/contract/expenses/expense';
import { createReimbursement, getReimbursement, listReimbursements } from '@dmse/contract/expenses/reimbursement';
import { listEmployees } from '@dmse/contract/people/user';
import { buildExpense, buildExpenseRow } from '@dmse/testkit/builders/expense';
import { STAMP } from '@dmse/testkit/builders/stamps';
import type { FakeServer } from '@dmse/testkit/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';

const HST = { code: 'HST', rate: 15, base_fraction: 1 };
const SETTINGS: ExpenseSettings = {
  categories: [{ id: 1, name: 'Fuel', account_code: '6200', tax_type: 'HST', disbursement_type: null }],
  tax_types: [
    { code: 'HST', name: 'HST', rules: [HST] },
    { code: 'EXEMPT', name: 'No tax', rules: [] },
  ],
  accounts: [{ code: '6200', name: 'Vehicles and fuel' }],
  paid_from: [
    { code: '2100', name: 'Company credit card' },
    { code: null, name: 'Awaiting Payment' },
  ],
  supervises: [],
};

function open(address: string, as: string, serve: (server: FakeServer) => FakeServer, settings = SETTINGS) {
  const self = buildSelf(as);
  return renderApp(address, { self, server: serve(serveShell(self).on(getExpenseSettings, () => settings)) });
}

describe('expenses', () => {
  it('expenses: Joe enters one; the tax is filled in by the rule, and what is Awaiting Payment is sent as nothing', async () => {
    const sent: unknown[] = [];
    await open('/expense', 'joe', (server) =>
      server
        .on(createExpense, ({ body }) => {
          sent.push(body);
          return buildExpense({ duplicates: [{ id: 4, is_same_receipt: false, says: 'The same vendor, day and amount: Irving.' }] });
        })
        .on(getExpense, () =>
          buildExpense({ duplicates: [{ id: 4, is_same_receipt: false, says: 'The same vendor, day and amount: Irving.' }] }),
        )
        .on(listExpenseHistory, () => ({ count: 0, results: [] })),
    );
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText(/^Vendor/), 'Irving');
    await user.click(screen.getByRole('combobox', { name: /^Category/ }));
    await user.click(await screen.findByRole('option', { name: 'Fuel' }));
    await user.type(screen.getByLabelText(/^Total/), '115');
    await waitFor(() => expect((screen.getByLabelText('Tax') as HTMLInputElement).value).toBe('15.00'));
    await user.click(screen.getByRole('combobox', { name: 'Paid from' }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Company credit card', 'Awaiting Payment']);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Save expense' }));
    await screen.findByText(/The same vendor, day and amount: Irving\./);
    expect(screen.getByRole('link', { name: 'Open the other one' }).getAttribute('href')).toContain('/expense/4');
    expect(sent[0]).toMatchObject({ vendor: 'Irving', category: 1, gross: 11_500, tax: 1500, account_code: '6200', tax_type: 'HST' });
    expect(sent[0]).not.toHaveProperty('paid_from');
  });

  it('expenses: Mona supervises Joe: she approves in the list and rejects with a comment', async () => {
    const sent: unknown[] = [];
    const supervises = [{ id: 3, full_name: 'Joe Jardine' }];
    await open(
      '/expenses?tab=approve',
      'mona',
      (server) =>
        server
          .on(listExpenses, () => ({
            count: 2,
            results: [
              buildExpenseRow({ id: 1, can_approve: true }),
              buildExpenseRow({ id: 2, can_approve: true, receipt_count: 1, reimbursement: 'not applicable' }),
            ],
          }))
          .on(updateExpense, ({ params: { id }, body }) => {
            sent.push([id, body]);
            return buildExpense();
          }),
      { ...SETTINGS, supervises },
    );
    const user = userEvent.setup();
    // What lacks a receipt is seen before it is approved, and why nothing is owed is said.
    await screen.findByText('paid by the firm');
    const received = [...document.querySelectorAll('tbody tr')].map((line) => /None|Yes/.exec(line.textContent ?? '')?.[0]);
    expect(received).toEqual(['None', 'Yes']);
    await user.click(await screen.findByRole('button', { name: 'Approve Shop 1' }));
    await waitFor(() => expect(sent).toEqual([[1, { approval: 'APPROVED' }]]));
    await user.click(screen.getByRole('button', { name: 'Actions for Shop 2' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reject' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/What is to be changed/), 'Which truck?');
    await user.click(within(dialog).getByRole('button', { name: 'Reject expense' }));
    await waitFor(() => expect(sent[1]).toEqual([2, { approval: 'REJECTED', comment: 'Which truck?' }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('link', { name: 'Petty cash' })).toBeNull();
  });

  it('expenses: Alice filters by what the address says, approves all that is selected, and takes it back', async () => {
    const asked: unknown[] = [];
    const sent: unknown[] = [];
    const { router } = await open(
      '/expenses?tab=all&job_num=26-001&user=3&category=1&billing=unbilled&date_from=2026-01-01&advancedSearch=true',
      'alice',
      (server) =>
        server
          .on(listEmployees, () => ({ count: 1, results: [buildSelf('joe', { id: 3 })] }))
          .on(listExpenses, ({ query }) => {
            asked.push(query);
            return {
              count: 3,
              results: [
                buildExpenseRow({ id: 1, can_approve: true }),
                buildExpenseRow({ id: 2, can_approve: true }),
                buildExpenseRow({ id: 3 }),
              ],
            };
          })
          .on(approveExpenses, ({ body }) => {
            sent.push(body);
            const sentence = 'Nobody approves their own expenses.';
            const own = body.expenses.filter(({ id }) => id === 3);
            const changed = body.expenses.filter(({ id }) => id !== 3).map(({ id, version }) => ({ id, version: version + 1 }));
            return { changed, refused: own.map(({ id }) => ({ id, sentence })) };
          }),
    );
    const user = userEvent.setup();
    for (const id of [1, 2, 3]) await user.click(await screen.findByRole('checkbox', { name: `Select Shop ${id}` }));
    expect(asked.at(-1)).toMatchObject({ job_num: '26-001', user: 3, category: [1], billing: ['unbilled'], date_from: '2026-01-01' });
    await user.click(screen.getByRole('button', { name: 'Remove filter Person: Joe Jardine' }));
    await waitFor(() => expect(router.state.location.searchStr).not.toContain('user='));
    await user.click(screen.getByRole('button', { name: 'Approve selected' }));
    await screen.findByText('Approved 2 expenses.');
    expect(screen.getByText('Shop 3: Nobody approves their own expenses.')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve selected' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Took the approval of 2 expenses back.');
    const at = (version: number, ...ids: number[]) => ids.map((id) => ({ id, version }));
    expect(sent).toEqual([
      { approval: 'APPROVED', expenses: at(1, 1, 2, 3) },
      { approval: 'SUBMITTED', expenses: at(2, 1, 2) },
    ]);
  });

  it('expenses: Chelsea, who enters none and supervises nobody, is told whom to ask', async () => {
    await open('/expenses', 'chelsea', (server) => server);
    await screen.findByText(/group Expenses User/);
  });

  it('expenses: Alice chooses what is owed and pays it back', async () => {
    const sent: unknown[] = [];
    const owed = buildExpenseRow({ id: 1, approval: 'APPROVED' });
    await open('/expenses?tab=reimburse', 'alice', (server) =>
      server
        .on(listExpenses, () => ({ count: 1, results: [owed] }))
        .on(listReimbursements, () => ({ count: 0, results: [] }))
        .on(createReimbursement, ({ body }) => {
          sent.push(body);
          const run = { id: 1, number: 1, date: '2026-03-04', total: 11_500, note: '', reverses: null, reversed_by: null };
          return { ...run, created_on: STAMP, created_by: null, people: [] };
        }),
    );
    const user = userEvent.setup();
    await screen.findByText('1 expense');
    await user.click(await screen.findByRole('checkbox', { name: 'Select Shop 1' }));
    await user.click(await screen.findByRole('button', { name: 'Pay back $115.00' }));
    await user.click(await screen.findByRole('button', { name: 'Record reimbursement' }));
    await waitFor(() => expect(sent).toEqual([{ expenses: [1] }]));
  });

  it('expenses: a reimbursement opens by person, each with a PDF', async () => {
    const run = { id: 6, number: 12, date: '2026-03-04', total: 11_500, note: 'March', reverses: null, reversed_by: null };
    const whole = { ...run, created_on: STAMP, created_by: null };
    const joe = { id: 3, full_name: 'Joe Jardine' };
    const { address } = await open('/expenses?tab=runs', 'alice', (server) =>
      server
        .on(listReimbursements, () => ({ count: 1, results: [{ ...whole, people_count: 1, expense_count: 1 }] }))
        .on(getReimbursement, () => ({
          ...whole,
          people: [{ user: joe, total: 11_500, expenses: [{ id: 1, date: '2026-03-03', vendor: 'Irving', gross: 11_500 }] }],
        })),
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'People Reimbursement 12' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reimbursement 12' });
    expect(address()).toBe('/expenses?tab=runs&run=6');
    const pdf = await within(dialog).findByRole('link', { name: 'PDF of Joe Jardine' });
    expect(pdf.getAttribute('href')).toBe('/api/expenses/reimbursement/6/pdf/?user=3');
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).toBe('/expenses?tab=runs'));
  });
});
