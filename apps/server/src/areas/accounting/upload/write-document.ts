import { type RemoteSettings, trackingOf } from '@dmse/domain/accounting-link/remote-settings';
import { hasAmount } from '@dmse/domain/invoices/lines';
import type { InvoiceDocument } from '../../invoices/invoice/invoice-document.ts';
import type { DocumentRow, Place } from './document.queries.ts';
import { toAmount } from './remote-shapes.ts';

/** What is needed to say it in the words of the other side. */
export type Told = {
  contact: string;
  settings: RemoteSettings | null;
  tax_types: Record<string, string>;
  write_off_account: string;
  origin: string;
};

type Line = InvoiceDocument['lines'][number];

function writeLine(line: Line, remote: string | undefined, { settings, tax_types }: Told) {
  if (!hasAmount(line.kind)) return { Description: line.description };
  const { division, activity } = trackingOf(settings ?? { tracking: [] });
  const tracked = [
    { Name: division, Option: line.division },
    { Name: activity, Option: line.activity },
  ].filter(({ Name, Option }) => Name !== null && Option !== '');
  return {
    ...(remote ? { LineItemID: remote } : {}),
    Description: line.description,
    Quantity: line.unit_price === null ? 1 : line.quantity,
    UnitAmount: toAmount(line.unit_price ?? line.amount),
    LineAmount: toAmount(line.amount),
    AccountCode: line.account_code,
    ...(line.tax_type ? { TaxType: tax_types[line.tax_type] || line.tax_type } : {}),
    TaxAmount: toAmount(line.tax),
    ...(tracked.length > 0 ? { Tracking: tracked } : {}),
  };
}

/** The invoice as the client reads it. A line that is there already keeps its id. */
export function writeInvoice({ number, remote_lines, invoice }: DocumentRow, document: InvoiceDocument, told: Told) {
  const known = remote_lines as string[];
  return {
    Type: 'ACCREC',
    Contact: { ContactID: told.contact },
    InvoiceNumber: number,
    Reference: document.reference,
    Date: document.date,
    DueDate: document.due_date,
    CurrencyCode: document.currency,
    LineAmountTypes: 'Exclusive',
    Status: 'AUTHORISED',
    Url: `${told.origin}/app/invoice/${invoice}`,
    LineItems: document.lines.map((line, at) => writeLine(line, known[at], told)),
  };
}

/** What is given up has no tax of its own: revenue and tax stay as they were. */
export function writeCreditNote({ number, date, amount }: DocumentRow, { contact, write_off_account }: Told) {
  const line = { Description: 'Written off', Quantity: 1, UnitAmount: toAmount(amount), AccountCode: write_off_account };
  return {
    Type: 'ACCRECCREDIT',
    Contact: { ContactID: contact },
    CreditNoteNumber: number,
    Date: date,
    LineAmountTypes: 'NoTax',
    Status: 'AUTHORISED',
    LineItems: [line],
  };
}

/** A bank account without a code is named by its id. */
const accountOf = (code: string) => (code.length > 20 ? { AccountID: code } : { Code: code });

export function writePayment({ number, date, amount, account_code }: DocumentRow, { invoice_remote, source_remote }: Place) {
  const on = source_remote ? { Overpayment: { OverpaymentID: source_remote } } : { Invoice: { InvoiceID: invoice_remote } };
  return { ...on, Account: accountOf(account_code), Date: date, Amount: toAmount(amount), Reference: number };
}

export function writeOverpayment({ number, date, amount, account_code }: DocumentRow, { contact }: Told) {
  return {
    Type: 'RECEIVE-OVERPAYMENT',
    Contact: { ContactID: contact },
    BankAccount: accountOf(account_code),
    Date: date,
    Reference: number,
    LineAmountTypes: 'NoTax',
    LineItems: [{ Description: 'Paid in advance', Quantity: 1, UnitAmount: toAmount(amount) }],
  };
}

export function writeAllocation({ date, amount }: DocumentRow, { invoice_remote }: Place) {
  return { Amount: toAmount(amount), Date: date, Invoice: { InvoiceID: invoice_remote } };
}
