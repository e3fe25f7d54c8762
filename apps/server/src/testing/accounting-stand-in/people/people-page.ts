import { roundUnits, sayMoney } from '../books/amounts.ts';
import { ORGANISATION } from '../books/seed.ts';
import { escapeHtml, pageOf } from './html.ts';
import type { PeopleThere, readLedger } from './people-there.ts';

type Ledger = ReturnType<typeof readLedger>;

const cell = (text: string, isAmount = false) => `<td${isAmount ? ' class="amount"' : ''}>${escapeHtml(text)}</td>`;

/** A form of one row; what it does stands on its button. */
function rowForm(action: string, id: string, label: string, more = ''): string {
  const hidden = `<input type="hidden" name="do" value="${action}"><input type="hidden" name="id" value="${escapeHtml(id)}">`;
  return `<form method="post" action="/people">${hidden}${more}<button>${label}</button></form>`;
}

const amountField = (due: number) => `<input name="amount" size="8" inputmode="decimal" aria-label="Amount" value="${sayMoney(due)}">`;

function invoiceRow({ contacts }: Ledger, { number, contact, date, status, total, due }: Ledger['invoices'][number]): string {
  const name = contacts.find(({ id }) => id === contact)?.name ?? '';
  const isOpen = status === 'AUTHORISED';
  const forms = [
    rowForm('pay', number, 'Pay', amountField(due)),
    rowForm('credit', number, 'Credit', amountField(due)),
    rowForm('void', number, 'Void'),
  ];
  const cells = [cell(number), cell(name), cell(date), cell(status), cell(sayMoney(total), true), cell(sayMoney(due), true)];
  return `<tr>${cells.join('')}<td>${isOpen ? forms.join('') : ''}</td></tr>`;
}

function paymentRow({ invoices }: Ledger, { id, on, date, amount, reference, isDeleted }: Ledger['payments'][number]): string {
  const number = invoices.find((one) => one.id === on.id)?.number ?? on.kind;
  const cells = [cell(number), cell(reference), cell(date), cell(isDeleted ? 'DELETED' : 'AUTHORISED'), cell(sayMoney(amount), true)];
  return `<tr>${cells.join('')}<td>${isDeleted ? '' : rowForm('remove', id, 'Remove')}</td></tr>`;
}

function creditRow({ contacts }: Ledger, { id, number, contact, date, status, total }: Ledger['creditNotes'][number]): string {
  const name = contacts.find((one) => one.id === contact)?.name ?? '';
  const cells = [cell(number), cell(name), cell(date), cell(status), cell(sayMoney(total), true)];
  return `<tr>${cells.join('')}<td>${status === 'VOIDED' ? '' : rowForm('remove credit', id, 'Remove')}</td></tr>`;
}

const AMOUNTS = ['Total', 'Due', 'Amount'];

const table = (title: string, heads: string[], rows: string[]) =>
  `<h2>${title}</h2>${rows.length === 0 ? '<p>None yet.</p>' : `<table><tr>${heads.map((head) => `<th${AMOUNTS.includes(head) ? ' class="amount"' : ''}>${head}</th>`).join('')}</tr>${rows.join('')}</table>`}`;

/** What is kept here, with the few things a person would do in the accounting system itself. */
export function peoplePage(ledger: Ledger, says = ''): string {
  const invoices = ledger.invoices.map((invoice) => invoiceRow(ledger, invoice));
  const payments = ledger.payments.map((payment) => paymentRow(ledger, payment));
  const credits = ledger.creditNotes.map((note) => creditRow(ledger, note));
  return pageOf(
    ORGANISATION.name,
    `<h1>${escapeHtml(ORGANISATION.name)}</h1>
<p>A stand-in of the accounting system on this machine. Nothing here is real.</p>
${says && `<p role="alert"><strong>${escapeHtml(says)}</strong></p>`}
${table('Invoices', ['Number', 'Contact', 'Date', 'Status', 'Total', 'Due', ''], invoices)}
${table('Payments', ['On', 'Reference', 'Date', 'Status', 'Amount', ''], payments)}
${table('Credit notes', ['Number', 'Contact', 'Date', 'Status', 'Amount', ''], credits)}`,
  );
}

/** Does what a form of the page asks for; what is refused throws with its words. */
export function doForm(there: PeopleThere, form: URLSearchParams): void {
  const id = form.get('id') ?? '';
  const amount = () => roundUnits(Number(form.get('amount')), 2);
  const deeds: Record<string, () => unknown> = {
    pay: () => there.payThere(id, amount()),
    credit: () => there.creditThere(id, amount()),
    void: () => there.voidThere(id),
    'remove credit': () => there.removeCreditThere(id),
    remove: () => there.removePaymentThere(id),
  };
  deeds[form.get('do') ?? '']?.();
}
