import { retryUpload } from '@dmse/contract/accounting/upload';
import {
  approveInvoice,
  getInvoice,
  getInvoiceChoices,
  getInvoiceTotals,
  listInvoices,
  reverseInvoiceCredit,
  setInvoiceLines,
} from '@dmse/contract/invoices/invoice';
import { listPayments } from '@dmse/contract/payments/payment';
import { buildInvoice } from '@dmse/testkit/builders/invoice';
import { type FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { buildUpload } from '../upload/upload-fixture.ts';
import { CHOICES } from './invoice-fixture.ts';

function open(address: string, as: string, serve: (server: FakeServer) => FakeServer) {
  const self = buildSelf(as);
  return renderApp(address, { self, server: serve(serveShell(self)) });
}

describe('invoices', () => {
  it('the list and its totals ask the same; what is overdue says since when', async () => {
    const { server } = await open('/invoices?state=SUBMITTED&is_overdue=true', 'ivan', (fake) =>
      fake
        .on(listInvoices, () => {
          const { reference, updated_on, version, ...shown } = buildInvoice({
            num: '00001',
            state: 'SUBMITTED',
            settlement: 'unpaid',
            is_overdue: true,
          });
          const { id, num, state, client, jobs, date, total, settlement, is_overdue } = shown;
          const row = { id, num, state, client, jobs, date, total, settlement, is_overdue, reference, updated_on, version };
          return { count: 1, results: [{ ...row, due_date: '2020-01-01', balance: 431_25 }] };
        })
        .on(getInvoiceTotals, () => ({ count: 1, total: 431_25, balance: 431_25, overdue: 431_25 })),
    );
    expect(await screen.findByText(/^[\d]+ days overdue$/)).toBeTruthy();
    expect((await screen.findByLabelText('Totals of 1 invoice')).textContent).toBe('Total$431.25Balance$431.25Overdue$431.25');
    expect(screen.getByRole('link', { name: 'New invoice' })).toBeTruthy();
    expect(server.callsOf(listInvoices)[0]!.query).toMatchObject({ state: ['SUBMITTED'], is_overdue: true });
    expect(server.callsOf(getInvoiceTotals)[0]!.query).toEqual({ state: ['SUBMITTED'], is_overdue: true });
  });

  it('a move that is refused says why; Mona changes nothing but approves', async () => {
    const why = 'Enter the billing address of the client.';
    const draft = buildInvoice({ version: 4 });
    const refused = buildInvoice({ ...draft, moves: { ...draft.moves, SUBMITTED: why } });
    const ivan = await open('/invoice/7/details', 'ivan', (fake) => fake.on(getInvoice, () => refused));
    const submit = await screen.findByRole('button', { name: 'Submit' });
    expect([submit.getAttribute('aria-disabled'), document.getElementById(submit.getAttribute('aria-describedby')!)?.textContent]).toEqual([
      'true',
      why,
    ]);
    ivan.unmount();
    const approved = { ...draft, can_edit: false, can_approve: true };
    const { server } = await open('/invoice/7/details', 'mona', (fake) =>
      fake.on(getInvoice, () => approved).on(approveInvoice, () => approved),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Comment' }), 'As agreed');
    await userEvent.click(screen.getByRole('button', { name: 'Approve draft' }));
    const body = { is_approved: true, comment: 'As agreed' };
    await waitFor(() => expect(server.callsOf(approveInvoice)[0]).toMatchObject({ body, ifMatch: 4 }));
    for (const name of ['Submit', 'Edit lines', 'More actions']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('what the accounting system refused is said with its remedy and sent again; then it waits', async () => {
    const upload = {
      id: 5,
      upload_status: 'UPDATE_FAILED' as const,
      says: 'It has a payment.',
      remedy: 'Take it off.',
      is_waiting: false,
      pdf_says: '',
    };
    const posted = buildInvoice({ num: '00001', state: 'SUBMITTED', upload });
    let shown = posted;
    const { server } = await open('/invoice/7/details', 'ivan', (fake) =>
      fake
        .on(getInvoice, () => shown)
        .on(retryUpload, () => {
          shown = { ...posted, upload: { ...upload, is_waiting: true } };
          return buildUpload({ state: 'waiting' });
        }),
    );
    expect(await screen.findByText('Change refused')).toBeTruthy();
    for (const text of ['The accounting system says: It has a payment.', 'Take it off.']) expect(screen.getByText(text)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Waits to be sent')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(Number(server.callsOf(retryUpload)[0]!.params.id)).toBe(5);
  });

  it('a credit for a part stands with what settles the invoice, and is taken back with a reason; Mona only sees it', async () => {
    const credit = { id: 9, date: '2026-03-04' as never, amount: 100_00, reason: 'Credited in the accounting system', created_by: null };
    const sent = { num: '00001', state: 'SUBMITTED', settlement: 'unpaid', issued_total: 431_25 } as const;
    const credited = buildInvoice({ ...sent, version: 4, balance: 331_25, written_off: 100_00, credits: [credit] });
    const serve = (fake: FakeServer) =>
      fake
        .on(getInvoice, () => credited)
        .on(listPayments, () => ({ count: 0, results: [] }))
        .on(reverseInvoiceCredit, () => buildInvoice({ ...sent, balance: 431_25 }));
    const mona = await open('/invoice/7/payments', 'mona', serve);
    expect((await screen.findByLabelText('Settlement')).textContent).toContain('Credited($100.00)Written off–Balance$331.25');
    expect(screen.queryByRole('button', { name: /Take back/ })).toBeNull();
    mona.unmount();
    const { server } = await open('/invoice/7/payments', 'ivan', serve);
    await userEvent.click(await screen.findByRole('button', { name: 'Take back credit $100.00' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Entered by mistake');
    await userEvent.click(screen.getByRole('button', { name: 'Take credit back' }));
    const body = { credit: 9, reason: 'Entered by mistake' };
    await waitFor(() => expect(server.callsOf(reverseInvoiceCredit)[0]).toMatchObject({ body, ifMatch: 4 }));
  });

  it('lines are typed, moved and saved as a whole against the version seen; what somebody else saved is said', async () => {
    let hasConflict = true;
    const { server } = await open('/invoice/edit/7/lines', 'ivan', (fake) =>
      fake
        .on(getInvoice, () => buildInvoice({ version: 4 }))
        .on(getInvoiceChoices, () => CHOICES)
        .on(setInvoiceLines, ({ body }) => {
          const current = buildInvoice({ version: 9 });
          if (hasConflict) throw new Refusal(409, { detail: 'Somebody has changed it.', code: 'CONFLICT', current, changed: ['lines'] });
          const lines = body.lines.map((line, at) => ({ ...buildInvoice().lines[at]!, ...line, entries: [] }));
          return { ...current, version: 10, lines };
        }),
    );
    const grid = await screen.findByRole('grid', { name: 'Lines' });
    const cell = (row: number, column: number) => within(within(grid).getAllByRole('row')[row]!).getAllByRole('gridcell')[column]!;
    fireEvent.mouseDown(cell(1, 2));
    await userEvent.keyboard('Survey{Enter}');
    expect(cell(1, 2).textContent).toContain('Survey');
    await userEvent.click(within(grid).getByRole('button', { name: /details of line 2/ }));
    await userEvent.click(within(grid).getByRole('checkbox', { name: /^Select .*Calcs 3/ }));
    await userEvent.click(within(grid).getByRole('combobox', { name: 'Move to line…' }));
    await userEvent.click(await screen.findByRole('option', { name: '1. Time: Survey' }));
    expect(screen.getByLabelText('Totals').textContent).toBe('Subtotal$375.00HST 15 %$56.25Total$431.25');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Alice Arsenault has saved this invoice meanwhile/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    hasConflict = false;
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved the lines.')).toBeTruthy();
    const [first, second] = server.callsOf(setInvoiceLines);
    expect([first!.ifMatch, second!.ifMatch]).toEqual([4, 9]);
    expect(second!.body).toMatchObject({
      lines: [
        { description: 'Survey', amount: 375_00, entries: [{ item: 'time/1' }, { item: 'time/2' }, { item: 'time/3' }] },
        { description: 'Task 2', amount: 0, entries: [] },
      ],
    });
  });
});
