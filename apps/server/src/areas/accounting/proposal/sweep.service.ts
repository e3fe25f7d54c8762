import { creditTax, findProposals, type RemoteInvoice as Seen } from '@dmse/domain/accounting-link/proposals';
import { callAccounting, type LinkParts } from '../link/access.service.ts';
import * as links from '../link/link.queries.ts';
import { takeBackLate } from '../upload/late.service.ts';
import { dayOf, isOver, listIn, RemoteContact, RemoteCredit, RemoteInvoice, RemotePayment, toCents } from '../upload/remote-shapes.ts';
import * as proposals from './proposal.queries.ts';

function seen({ InvoiceNumber, Status, Payments, CreditNotes, Overpayments }: RemoteInvoice): Seen {
  const money = (
    id: string,
    kind: 'payment' | 'credit note',
    one: Parameters<typeof dayOf>[0] & { Amount?: number; AppliedAmount?: number },
  ) => ({
    ...{ id, kind, date: dayOf(one) ?? '' },
    amount: toCents(one.AppliedAmount ?? one.Amount ?? 0),
  });
  return {
    number: InvoiceNumber,
    is_void: isOver({ Status }),
    money: [
      ...Payments.map((one) => money(one.PaymentID, 'payment', one)),
      ...CreditNotes.map((one) => money(one.CreditNoteID, 'credit note', one)),
      ...Overpayments.map((one) => money(one.OverpaymentID, 'payment', one)),
    ],
  };
}

/** To which bank account a payment over there went. */
async function accountOf(parts: LinkParts, tenant: string, payment: string): Promise<string> {
  const { status, json } = await callAccounting(parts, tenant, { method: 'GET', path: `/Payments/${payment}` });
  const found = status === 200 ? listIn(json, 'Payments', RemotePayment)[0] : undefined;
  return found?.Account?.Code || found?.Account?.AccountID || '';
}

/** How much of what a credit note takes off an invoice is tax: its share of the whole note. */
async function taxOf(parts: LinkParts, tenant: string, note: string, amount: number): Promise<number> {
  const { status, json } = await callAccounting(parts, tenant, { method: 'GET', path: `/CreditNotes/${note}` });
  const found = status === 200 ? listIn(json, 'CreditNotes', RemoteCredit)[0] : undefined;
  return found && found.Total > 0 ? creditTax(amount, { total: toCents(found.Total), tax: toCents(found.TotalTax) }) : 0;
}

/** What was done to one invoice over there becomes proposals. Answers whether it could be judged now. */
export async function takeInvoice(parts: LinkParts, tenant: string, remote: RemoteInvoice): Promise<boolean> {
  const { db, now } = parts;
  const known = await db.read((tx) => proposals.findKnown(tx, remote.InvoiceID));
  if (!known) return true;
  // Something of ours may be among what is there, and we do not know its id yet.
  if (known.is_busy) return false;
  const judge = (one: RemoteInvoice) =>
    findProposals({ is_void: known.is_void, sent: new Set(known.sent), decided: new Set(known.decided) }, seen(one));
  if (judge(remote).length === 0) return true;
  // It may be our own, come late.
  await takeBackLate(parts, tenant, known.invoice);
  // Another process may have sent something between the list and what we know: it is fetched once more, and nothing must have changed here.
  const again = await callAccounting(parts, tenant, { method: 'GET', path: `/Invoices/${remote.InvoiceID}` });
  const [fresh] = again.status === 200 ? listIn(again.json, 'Invoices', RemoteInvoice) : [];
  const stillKnown = await db.read((tx) => proposals.findKnown(tx, remote.InvoiceID));
  if (!fresh || JSON.stringify(stillKnown) !== JSON.stringify(known)) return false;
  const found = judge(fresh);
  for (const { key, kind, amount, date, says } of found) {
    const remote_id = key.replace(/^(removed|void) /, '');
    const account_code = kind === 'payment' ? await accountOf(parts, tenant, remote_id) : '';
    const tax = kind === 'credit note' ? await taxOf(parts, tenant, remote_id, amount) : 0;
    const values = { key, kind, amount, tax, date: date || null, says, invoice: known.invoice, remote_id, account_code, found_on: now() };
    await db.write((tx) => proposals.insert(tx, values));
  }
  return true;
}

async function takeContact(parts: LinkParts, tenant: string, id: string): Promise<void> {
  const { status, json } = await callAccounting(parts, tenant, { method: 'GET', path: `/Contacts/${id}` });
  const merged = status === 200 ? listIn(json, 'Contacts', RemoteContact)[0]?.MergedToContactID : undefined;
  if (merged) await parts.db.write((tx) => proposals.moveContact(tx, id, merged));
}

/** Fetches what the accounting system said has changed. */
export async function takeEvents(parts: LinkParts, tenant: string): Promise<void> {
  const { db } = parts;
  for (const event of await db.read(proposals.listEvents)) {
    const { noun, remote_id } = event;
    let isTaken = true;
    if (noun === 'CONTACT') await takeContact(parts, tenant, remote_id);
    if (noun === 'INVOICE') {
      const { status, json } = await callAccounting(parts, tenant, { method: 'GET', path: `/Invoices/${remote_id}` });
      if (status !== 200 && status !== 404) return;
      const [invoice] = status === 200 ? listIn(json, 'Invoices', RemoteInvoice) : [];
      if (invoice) isTaken = await takeInvoice(parts, tenant, invoice);
    }
    if (isTaken) await db.write((tx) => proposals.removeEvent(tx, event));
  }
}

const DAY = 24 * 3_600_000;
/** Clocks differ, and what was changed a moment before may be written a moment later. */
const OVERLAP = 10 * 60_000;

/** Each night, and when somebody asked: whatever was changed since the last time, in case a notice got lost. */
export async function sweep(parts: LinkParts, { tenant, swept_on, asked_on, start_on }: links.LinkRow): Promise<void> {
  const began = parts.now();
  const isDue = asked_on !== null || swept_on === null || Date.parse(began) - Date.parse(swept_on) > DAY;
  if (!isDue) return;
  await takeBackLate(parts, tenant);
  const since = swept_on ? new Date(Date.parse(swept_on) - OVERLAP).toISOString() : `${start_on}T00:00:00`;
  let isWhole = true;
  for (let page = 1; ; page += 1) {
    const { status, json } = await callAccounting(parts, tenant, {
      method: 'GET',
      path: '/Invoices',
      query: { page: String(page) },
      since,
    });
    if (status !== 200) return;
    const found = listIn(json, 'Invoices', RemoteInvoice);
    if (found.length === 0) break;
    for (const invoice of found) isWhole = (await takeInvoice(parts, tenant, invoice)) && isWhole;
  }
  // What could not be judged is looked at again the next time.
  if (isWhole) await parts.db.write((tx) => links.write(tx, { swept_on: began }));
}
