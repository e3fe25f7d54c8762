import type { FoundDocument } from '@dmse/domain/accounting-link/after-look-up';
import type { MirrorKind } from '@dmse/domain/accounting-link/documents';
import type { UploadOperation } from '@dmse/domain/states/upload';
import type { AccountingAnswer, AccountingCall } from '../../../adapters/accounting/accounting-system.ts';
import type { InvoiceDocument } from '../../invoices/invoice/invoice-document.ts';
import type { DocumentRow, Place } from './document.queries.ts';
import { isOver, listIn, RemoteCredit, RemoteInvoice, RemotePayment, RemoteTransaction, toCents } from './remote-shapes.ts';
import { type Told, writeAllocation, writeCreditNote, writeInvoice, writeOverpayment, writePayment } from './write-document.ts';

/**
 * One document on its way. `key` names each call of it, so that a second one has no effect. What may read otherwise the next time, by a setting or
 * our own address, is part of the name; its number keeps it from being there twice.
 */
export type Sending = {
  document: DocumentRow;
  place: Place;
  told: Told;
  text: InvoiceDocument | null;
  call(call: AccountingCall): Promise<AccountingAnswer>;
  key(step: string, body?: object): string;
};
/** What it takes to look for one. */
type Looking = Pick<Sending, 'document' | 'place' | 'call'>;
/** What is known of it afterwards. */
export type Known = { remote_id?: string | null; remote_lines?: string[] };
export type Sent = AccountingAnswer & { known?: Known };
/** `isPartial`: it is there, and something is still to be done. */
export type Found = { answer: AccountingAnswer; found: (FoundDocument & { known: Known; isPartial?: boolean }) | null };

type Way = {
  find(looking: Looking, operation: UploadOperation): Promise<Found>;
  create(sending: Sending, found: Found['found']): Promise<Sent>;
  update?(sending: Sending): Promise<Sent>;
  void(sending: Sending): Promise<Sent>;
};

const isWell = ({ status }: AccountingAnswer) => status !== null && status >= 200 && status < 300;
const quoted = (field: string, text: string) => ({ where: `${field}=="${text}"` });

/** Looks for one of a list; what is not there is an answer too. */
async function lookFor(looking: Looking, call: Omit<AccountingCall, 'method'>, read: (json: unknown) => Found['found']): Promise<Found> {
  const answer = await looking.call({ method: 'GET', ...call });
  if (answer.status === 404) return { answer: { ...answer, status: 200, messages: [] }, found: null };
  return { answer, found: isWell(answer) ? read(answer.json) : null };
}

/** After something was made: what it is called there. */
async function make(sending: Sending, call: AccountingCall, read: (json: unknown) => Known): Promise<Sent> {
  const answer = await sending.call(call);
  return isWell(answer) && answer.messages.length === 0 ? { ...answer, known: read(answer.json) } : answer;
}

const invoiceKnown = (json: unknown): Known => {
  const { InvoiceID, LineItems } = listIn(json, 'Invoices', RemoteInvoice)[0]!;
  return { remote_id: InvoiceID, remote_lines: LineItems.map(({ LineItemID }) => LineItemID ?? '') };
};

const invoice: Way = {
  find(sending, operation) {
    const { number, remote_id, invoice: id } = sending.document;
    const which = operation === 'create' ? { path: '/Invoices', query: { InvoiceNumbers: number } } : { path: `/Invoices/${remote_id}` };
    return lookFor(sending, which, (json) => {
      const found = listIn(json, 'Invoices', RemoteInvoice).find((one) => one.Type === 'ACCREC');
      if (!found) return null;
      const is_ours = operation !== 'create' || (found.Url ?? '').endsWith(`/invoice/${id}`);
      return { is_ours, total: toCents(found.Total), is_void: isOver(found), known: invoiceKnown({ Invoices: [found] }) };
    });
  },
  create: (sending) => {
    const body = { Invoices: [writeInvoice(sending.document, sending.text!, sending.told)] };
    return make(
      sending,
      { method: 'PUT', path: '/Invoices', query: { unitdp: '4' }, body, key: sending.key('create', body) },
      invoiceKnown,
    );
  },
  update: (sending) => {
    const { remote_id } = sending.document;
    const body = { Invoices: [{ InvoiceID: remote_id, ...writeInvoice(sending.document, sending.text!, sending.told) }] };
    return make(
      sending,
      { method: 'POST', path: `/Invoices/${remote_id}`, query: { unitdp: '4' }, body, key: sending.key('update', body) },
      invoiceKnown,
    );
  },
  void: (sending) => {
    const { remote_id } = sending.document;
    const body = { Invoices: [{ InvoiceID: remote_id, Status: 'VOIDED' }] };
    return sending.call({ method: 'POST', path: `/Invoices/${remote_id}`, body, key: sending.key('void') });
  },
};

/** A credit note for what is given up, and the same amount of it put on the invoice. */
const writeOff: Way = {
  find: (sending) =>
    lookFor(sending, { path: `/CreditNotes/${encodeURIComponent(sending.document.remote_id ?? sending.document.number)}` }, (json) => {
      const found = listIn(json, 'CreditNotes', RemoteCredit)[0];
      if (!found) return null;
      const is_void = isOver(found);
      const known = { remote_id: found.CreditNoteID!, remote_lines: found.Allocations.flatMap(({ AllocationID }) => AllocationID ?? []) };
      return { is_ours: true, total: toCents(found.Total), is_void, known, isPartial: !is_void && found.RemainingCredit > 0 };
    }),
  async create(sending, found) {
    const { document, place, told } = sending;
    const body = { CreditNotes: [writeCreditNote(document, told)] };
    const read = (json: unknown): Known => ({ remote_id: listIn(json, 'CreditNotes', RemoteCredit)[0]!.CreditNoteID! });
    const made: Sent = found
      ? { status: 200, retry_after: null, messages: [], json: null, known: found.known }
      : await make(sending, { method: 'PUT', path: '/CreditNotes', body, key: sending.key('create') }, read);
    if (!made.known) return made;
    const path = `/CreditNotes/${made.known.remote_id}/Allocations`;
    const put = { Allocations: [writeAllocation(document, place)] };
    const answer = await sending.call({ method: 'PUT', path, body: put, key: sending.key('allocate') });
    return { ...answer, known: made.known };
  },
  /** What somebody over there has put on other invoices too stays, as credit of the client. */
  async void(sending) {
    const { remote_id } = sending.document;
    const answer = await sending.call({ method: 'GET', path: `/CreditNotes/${remote_id}` });
    if (answer.status === 404) return { ...answer, status: 200, messages: [] };
    if (!isWell(answer)) return answer;
    const allocations = listIn(answer.json, 'CreditNotes', RemoteCredit)[0]?.Allocations ?? [];
    const own = allocations.filter(({ Invoice }) => !Invoice || sending.place.invoice_remotes.includes(Invoice.InvoiceID));
    for (const { AllocationID } of own) {
      const taken = await sending.call({ method: 'DELETE', path: `/CreditNotes/${remote_id}/Allocations/${AllocationID}` });
      if (!isWell(taken)) return taken;
    }
    if (own.length < allocations.length) return answer;
    const body = { CreditNotes: [{ CreditNoteID: remote_id, Status: 'VOIDED' }] };
    return sending.call({ method: 'POST', path: `/CreditNotes/${remote_id}`, body, key: sending.key('void') });
  },
};

const payment: Way = {
  find(sending, operation) {
    const { number, remote_id } = sending.document;
    const which = operation === 'create' ? { path: '/Payments', query: quoted('Reference', number) } : { path: `/Payments/${remote_id}` };
    return lookFor(sending, which, (json) => {
      const all = listIn(json, 'Payments', RemotePayment);
      const found = all.find((one) => !isOver(one)) ?? (operation === 'create' ? undefined : all[0]);
      if (!found) return null;
      return { is_ours: true, total: toCents(found.Amount), is_void: isOver(found), known: { remote_id: found.PaymentID } };
    });
  },
  create: (sending) => {
    const body = { Payments: [writePayment(sending.document, sending.place)] };
    const read = (json: unknown): Known => ({ remote_id: listIn(json, 'Payments', RemotePayment)[0]!.PaymentID });
    return make(sending, { method: 'PUT', path: '/Payments', body, key: sending.key('create') }, read);
  },
  void: (sending) =>
    sending.call({
      method: 'POST',
      path: `/Payments/${sending.document.remote_id}`,
      body: { Status: 'DELETED' },
      key: sending.key('void'),
    }),
};

/** The bank's side of it has another id than the credit, and is what is taken back. */
const overpayment: Way = {
  find: (sending) =>
    lookFor(sending, { path: '/BankTransactions', query: quoted('Reference', sending.document.number) }, (json) => {
      const all = listIn(json, 'BankTransactions', RemoteTransaction);
      const found = all.find((one) => !isOver(one));
      return found ? { is_ours: true, total: toCents(found.Total), is_void: false, known: transactionKnown(found) } : null;
    }),
  create: (sending) => {
    const body = { BankTransactions: [writeOverpayment(sending.document, sending.told)] };
    const read = (json: unknown) => transactionKnown(listIn(json, 'BankTransactions', RemoteTransaction)[0]!);
    return make(sending, { method: 'PUT', path: '/BankTransactions', body, key: sending.key('create') }, read);
  },
  void: (sending) => {
    const [transaction] = sending.document.remote_lines as string[];
    const body = { BankTransactions: [{ BankTransactionID: transaction, Status: 'DELETED' }] };
    return sending.call({ method: 'POST', path: `/BankTransactions/${transaction}`, body, key: sending.key('void') });
  },
};
function transactionKnown({ BankTransactionID, OverpaymentID }: { BankTransactionID: string; OverpaymentID?: string | undefined }): Known {
  return { remote_id: OverpaymentID ?? BankTransactionID, remote_lines: [BankTransactionID] };
}

const allocation: Way = {
  find: (sending, operation) => {
    const { document, place } = sending;
    return lookFor(sending, { path: `/Overpayments/${place.source_remote}` }, (json) => {
      const all = listIn(json, 'Overpayments', RemoteCredit)[0]?.Allocations ?? [];
      const found = all.find(({ AllocationID, Invoice, Amount }) =>
        operation === 'create'
          ? Invoice?.InvoiceID === place.invoice_remote && toCents(Amount) === document.amount
          : AllocationID === document.remote_id,
      );
      return found
        ? { is_ours: true, total: toCents(found.Amount), is_void: false, known: { remote_id: found.AllocationID ?? null } }
        : null;
    });
  },
  create: (sending) => {
    const path = `/Overpayments/${sending.place.source_remote}/Allocations`;
    const body = { Allocations: [writeAllocation(sending.document, sending.place)] };
    const read = (json: unknown): Known => {
      const made = (json as { Allocations?: { AllocationID?: string }[] }).Allocations ?? [];
      return { remote_id: made[0]?.AllocationID ?? null };
    };
    return make(sending, { method: 'PUT', path, body, key: sending.key('create') }, read);
  },
  void: (sending) =>
    sending.call({ method: 'DELETE', path: `/Overpayments/${sending.place.source_remote}/Allocations/${sending.document.remote_id}` }),
};

/** How each kind is found, made and taken back over there. */
export const WAYS: Record<MirrorKind, Way> = { invoice, 'write-off': writeOff, payment, overpayment, allocation, refund: payment };
