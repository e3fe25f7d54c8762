import { getAccountingSettings } from '@dmse/contract/expenses/accounting';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderPart } from '../../parts/render-part.tsx';
import { serveSection } from '../field/setting-fixture.tsx';
import { InvoicingPage } from './invoicing.tsx';

const texts = Object.fromEntries(
  ['payment_text', 'interest_text', 'invoice_subject', 'invoice_message', 'statement_subject', 'statement_message'].flatMap((name) => [
    [name, 'Words'],
    [`${name}_fr`, 'Mots'],
  ]),
);
const STORED = {
  ...{ number: 'NNNNN', needs_approval: false, time_account: '', disbursement_account: '', retainer_account: '' },
  ...{ tax_type: '', untaxed_type: '', registration_numbers: [], ...texts },
};
const use = {
  is_expense: false,
  is_expense_payments: false,
  is_payments: false,
  is_preferred_petty_cash: false,
  is_preferred_checking: false,
};

it('invoicing settings: an account for work is chosen; a place in a mail that nobody fills is said at its field', async () => {
  const { server, saves } = serveSection('invoicing', STORED);
  server.on(getAccountingSettings, () => ({
    accounts: [
      { code: '4100', name: 'Disbursements', description: '', ...use },
      { code: '6000', name: 'Office expenses', description: '', ...use, is_expense: true },
    ],
    tax_types: [],
    division_tracking_options: [],
    activity_tracking_options: [],
  }));
  await renderPart(<InvoicingPage />);
  const subject = await screen.findByRole('textbox', { name: /^Subject of an invoice( \*)?$/ });
  await userEvent.click(screen.getByRole('combobox', { name: 'Account of disbursements' }));
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Not set', '4100 Disbursements']),
  );
  await userEvent.click(screen.getByRole('option', { name: '4100 Disbursements' }));
  const save = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true });
  fireEvent.change(subject, { target: { value: 'Invoice {numer}' } });
  save();
  expect(await screen.findByText(/^\{numer\} is not known here; use \{number\}/)).toBeTruthy();
  fireEvent.change(subject, { target: { value: 'Invoice {number}' } });
  save();
  await waitFor(() => expect(saves().at(-1)?.body).toEqual({ disbursement_account: '4100', invoice_subject: 'Invoice {number}' }));
});
