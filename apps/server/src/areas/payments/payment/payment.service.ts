import type { RequestBody, RequestQuery } from '@dmse/contract/endpoint';
import type * as wire from '@dmse/contract/payments/payment';
import { type Payment, paymentFields, receivedFields } from '@dmse/contract/payments/payment';
import { type LocalDate, laterOf } from '@dmse/domain/dates/local-date';
import { whyPeriodClosed } from '@dmse/domain/expenses/expense-rules';
import { postPayment, postRefund, postReturn } from '@dmse/domain/ledger/journal';
import { sayCents, subtractCents, sumCents } from '@dmse/domain/money/cents';
import { type Allocation, applyCredits, changeAllocations, whyNotAllocate, whyNotRefund } from '@dmse/domain/payments/allocate';
import { type ReversedFacts, whyNotChangePayment, whyNotReversePayment, whyNotReverseRefund } from '@dmse/domain/payments/reverse';
import { isPayable } from '@dmse/domain/states/invoice';
import type { Reason } from '@dmse/domain/values/reason';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound, Refusal, refuse } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { listHistory } from '../../../records/history.ts';
import { getLockedThrough, type PostedNoun, postRecord, reverseRecord } from '../../../records/posted.ts';
import { type Changeable, changeRecord, createRecord, fieldsOf, openRecord, updateRecord } from '../../../records/record.ts';
import { getClient } from '../../clients/client/client.service.ts';
import { loadAccounting } from '../../expenses/accounting/accounting.service.ts';
import { holdInvoices, listOwed, notePaid } from '../../invoices/invoice/invoice-balance.service.ts';
import { post, reverse, reverseOne } from '../../invoices/journal/journal.service.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import * as payments from './payment.queries.ts';

export const paymentNoun: Changeable<'payment', Payment> = {
  noun: 'payment',
  table: 'payment',
  nameOf: ({ id }) => String(id),
  fields: {
    client: { label: 'Client', words: (id, { tx }) => payments.findClientName(tx, Number(id)) },
    ...fieldsOf({ ...receivedFields, ...paymentFields }, { amount: (value) => sayCents(Number(value)) }),
  },
  get: (context, id) => getPayment(context, id),
};
const posted = (noun: string, table: string): PostedNoun => ({ noun, table, ledger: 'accounting', series: null, amounts: ['amount'] });
const allocationNoun = posted('allocation', 'payment_allocation');
const refundNoun = posted('refund', 'payment_refund');

export const listPayments = ({ tx }: Context, filter: payments.PaymentFilter) => payments.list(tx, filter);
export const getPaymentTotals = ({ tx }: Context, filter: RequestQuery<typeof wire.getPaymentTotals>) => payments.sum(tx, filter);

export const listPayingClients = ({ tx }: Context, query: RequestQuery<typeof wire.listPayingClients>) => payments.listClients(tx, query);

type Found = NonNullable<Awaited<ReturnType<typeof payments.find>>>;

async function loadFacts(context: Context, row: Found): Promise<ReversedFacts> {
  return {
    is_reversed: row.reversal !== null,
    deposit: row.deposit?.state ?? null,
    refunded: row.refunded,
    today: await getToday(context),
    closed_through: await getLockedThrough(context.tx, 'accounting'),
  };
}

const whyReversed = ({ is_reversed }: ReversedFacts): Reason =>
  is_reversed ? { code: 'CONFLICT', sentence: 'This payment has been reversed.' } : null;

export async function getPayment(context: Context, id: number): Promise<Payment> {
  const { tx } = context;
  const row = await payments.find(tx, id);
  if (!row) throw notFound();
  const facts = await loadFacts(context, row);
  const { reversal: _, ...shown } = row;
  return {
    ...shown,
    allocations: await payments.listAllocations(tx, id),
    refunds: (await payments.listRefunds(tx, id)).map((refund) => ({
      ...refund,
      why_not_reverse: whyNotReverseRefund({ ...facts, is_reversed: refund.reversed_on !== null })?.sentence ?? null,
    })),
    why_not: {
      change: whyNotChangePayment(facts)?.sentence ?? null,
      allocate: whyReversed(facts)?.sentence ?? null,
      refund: (whyReversed(facts) ?? whyNotRefund(row.unapplied, Math.max(1, row.unapplied)))?.sentence ?? null,
      delete: whyNotReversePayment('delete', facts)?.sentence ?? null,
      return: whyNotReversePayment('return', facts)?.sentence ?? null,
    },
  };
}

/** Nothing is entered for a day to come or in a closed period. */
async function refuseDate(context: Context, field: string, date: LocalDate): Promise<void> {
  if (date > (await getToday(context))) throw invalid({ [field]: 'This day is still to come.' });
  refuse(whyPeriodClosed(date, await getLockedThrough(context.tx, 'accounting')));
}

type Held = Awaited<ReturnType<typeof holdInvoices>>;
type Placed = { payment: number; invoice: number; amount: number };

/** Puts money on invoices that are held. It stands there from the day it was there, and not before the invoice. */
async function putOn(context: Context, placed: readonly Placed[], held: Held, since: LocalDate): Promise<void> {
  for (const { payment, invoice, amount } of placed) {
    const { date } = held.find(({ id }) => id === invoice)!;
    await postRecord(context, allocationNoun, { date: laterOf(date, since), payment, invoice, amount });
  }
}

/** Says in the history of each invoice what is paid on it now. */
async function tellInvoices(context: Context, held: Held, changes: readonly Omit<Placed, 'payment'>[]): Promise<void> {
  const told = held.flatMap(({ id, number, allocated }) => {
    const own = changes.filter(({ invoice }) => invoice === id).map(({ amount }) => amount);
    return own.length === 0 ? [] : [{ id, num: number, from: allocated, to: sumCents([allocated, ...own]) }];
  });
  await notePaid(context, told);
}

const invoicesOf = (allocations: readonly Allocation[]) => [...new Set(allocations.map(({ invoice }) => invoice))];

export async function createPayment(context: Context, body: RequestBody<typeof wire.createPayment>): Promise<Payment> {
  const { allocations, keeps_credit = false, ...values } = body;
  const { client, amount, received_on } = values;
  await getClient(context, client).catch(() => {
    throw invalid({ client: 'There is no such client.' });
  });
  await refuseDate(context, 'received_on', received_on);
  const held = await holdInvoices(context.tx, invoicesOf(allocations));
  refuse(whyNotAllocate({ client, amount, allocations, refunded: 0 }, held, keeps_credit));
  const { id } = await createRecord(context, paymentNoun, values);
  await putOn(
    context,
    allocations.map((one) => ({ ...one, payment: id })),
    held,
    received_on,
  );
  await tellInvoices(context, held, allocations);
  await post(context, { date: received_on, says: `Payment ${id}`, act: 'payment', of: { payment: id } }, postPayment({ client, amount }));
  return getPayment(context, id);
}

export async function updatePayment(context: Context, id: number, patch: RequestBody<typeof wire.updatePayment>): Promise<Payment> {
  return changeRecord(context, paymentNoun, id, async () => {
    const row = (await payments.find(context.tx, id))!;
    refuse(whyNotChangePayment(await loadFacts(context, row)));
    return { values: patch };
  });
}

/** The money is on these invoices instead of those it was on. What stays as it is is left alone. */
export async function allocatePayment(context: Context, id: number, body: RequestBody<typeof wire.allocatePayment>): Promise<Payment> {
  const { tx } = context;
  const before = await openRecord(context, paymentNoun, id);
  const row = (await payments.find(tx, id))!;
  const facts = await loadFacts(context, row);
  refuse(whyReversed(facts));
  const current = await payments.listStanding(tx, [id]);
  const { kept, off, on } = changeAllocations(current, body.allocations);
  if (off.length === 0 && on.length === 0) return getPayment(context, id);
  const held = await holdInvoices(tx, invoicesOf([...off, ...on]));
  const closed = held.find((invoice) => !isPayable(invoice.state) && off.some((one) => one.invoice === invoice.id));
  if (closed) throw new Refusal('WRONG_STATE', `Invoice ${closed.number} is ${closed.state}; restore it first.`);
  const own = (invoice: number) => sumCents(off.filter((one) => one.invoice === invoice).map(({ amount }) => amount));
  const open = held.map((invoice) => ({ ...invoice, balance: sumCents([invoice.balance, own(invoice.id)]) }));
  const left = subtractCents(row.amount, sumCents(kept.map(({ amount }) => amount)));
  // What had been kept as credit may stay so without being ticked again.
  const keeps_credit = body.keeps_credit ?? row.unapplied > 0;
  if (on.length > 0 || !keeps_credit)
    refuse(whyNotAllocate({ client: row.client.id, amount: left, allocations: on, refunded: row.refunded }, open, keeps_credit));
  for (const one of off) await reverseRecord(context, allocationNoun, one.id, facts.today);
  await putOn(
    context,
    on.map((one) => ({ ...one, payment: id })),
    held,
    facts.today,
  );
  await tellInvoices(context, held, [...on, ...off.map(({ invoice, amount }) => ({ invoice, amount: -amount }))]);
  const nameOf = (invoice: number) => held.find((one) => one.id === invoice)!.number;
  const says = (list: readonly Allocation[]) => list.map(({ invoice, amount }) => `${sayCents(amount)} on ${nameOf(invoice)}`).join(', ');
  const said = { field: 'allocations', label: 'Invoices', from: says(off) || null, to: says(on) || null };
  await updateRecord(context, paymentNoun, before, {}, [said]);
  return getPayment(context, id);
}

/** The client's credit goes on an invoice, the oldest first. */
export async function applyCredit(context: Context, { invoice }: RequestBody<typeof wire.applyCredit>) {
  const { tx } = context;
  const [named] = await listOwed(tx, { ids: [invoice] });
  if (!named) throw invalid({ invoice: 'Nothing is owed on this invoice.' });
  const credits = await payments.listCredits(tx, named.client);
  const own = await payments.hold(
    tx,
    credits.map(({ id }) => id),
  );
  const held = await holdInvoices(tx, [invoice]);
  const open = held.filter(({ state }) => isPayable(state));
  const applied = applyCredits(
    own.map(({ id, received_on, unapplied }) => ({ payment: id, received_on, unapplied })),
    open,
  );
  if (applied.length === 0) throw invalid({ invoice: 'The client has no credit.' });
  const today = await getToday(context);
  await putOn(context, applied, held, today);
  await tellInvoices(context, held, applied);
  for (const { payment, amount } of applied) {
    const said = { field: 'allocations', label: 'Invoices', from: null, to: `${sayCents(amount)} on ${held[0]!.number}` };
    await updateRecord(context, paymentNoun, await openRecord({ ...context, if_match: null }, paymentNoun, payment), {}, [said]);
  }
  const balance = subtractCents(held[0]!.balance, sumCents(applied.map(({ amount }) => amount)));
  return { applied: applied.map(({ payment, amount }) => ({ payment, amount })), balance };
}

/** A deposit is held before its payments, so that nobody undoes it meanwhile. */
type HoldDeposit = (context: Context, id: number) => Promise<{ account_code: string }>;

/** Its invoices are owed again. What the bank kept is a charge of the firm. */
export async function reversePayment(
  context: Context,
  id: number,
  { how, reason, fee = 0 }: Pick<RequestBody<typeof wire.reversePayment>, 'how' | 'reason' | 'fee'>,
  holdDeposit: HoldDeposit,
): Promise<Payment> {
  const { tx } = context;
  const seen = await payments.find(tx, id);
  if (!seen) throw notFound();
  const deposit = seen.deposit && (await holdDeposit(context, seen.deposit.id));
  const before = await openRecord(context, paymentNoun, id);
  const row = (await payments.find(tx, id))!;
  if (row.deposit?.id !== seen.deposit?.id) throw new Refusal('CONFLICT', 'Somebody else has changed this payment meanwhile; look again.');
  const facts = await loadFacts(context, row);
  refuse(whyNotReversePayment(how, facts));
  const standing = await payments.listStanding(tx, [id]);
  const held = await holdInvoices(tx, invoicesOf(standing));
  for (const one of standing) await reverseRecord(context, allocationNoun, one.id, facts.today);
  await tellInvoices(
    context,
    held,
    standing.map(({ invoice, amount }) => ({ invoice, amount: -amount })),
  );
  const { amount, client } = row;
  const of = { payment: id };
  if (how === 'delete') await reverse(context, { date: facts.today, says: `Payment ${id}, deleted`, act: 'payment', of });
  else {
    const lines = postReturn({ client: client.id, bank: deposit!.account_code, amount, fee });
    await post(context, { date: facts.today, says: `Payment ${id}, returned by the bank`, act: 'return', of }, lines);
  }
  const kept = how === 'return' ? fee : 0;
  const said = [{ field: 'reason', label: 'Reason', from: null, to: reason }];
  const values = { reversal: how, reversed_on: facts.today, reason, fee: kept };
  await updateRecord(context, paymentNoun, before, values, said, how === 'delete' ? 'deleted' : 'returned');
  return getPayment(context, id);
}

/** Codes of the accounts where money lies. */
export async function refuseBankAccount(context: Context, code: string): Promise<void> {
  const { accounts } = await loadAccounting(context);
  if (!accounts.some((account) => account.code === code && account.is_payments))
    throw invalid({ account_code: 'Choose an account that payments go to.' });
}

export async function refundPayment(context: Context, id: number, body: RequestBody<typeof wire.refundPayment>): Promise<Payment> {
  const { amount, date, account_code, reference = '' } = body;
  const before = await openRecord(context, paymentNoun, id);
  const row = (await payments.find(context.tx, id))!;
  refuse(whyReversed(await loadFacts(context, row)));
  refuse(whyNotRefund(row.unapplied, amount));
  await refuseDate(context, 'date', date);
  if (date < row.received_on) throw invalid({ date: 'This is before the payment was received.' });
  await refuseBankAccount(context, account_code);
  await postRecord(context, refundNoun, { date, payment: id, account_code, reference, amount });
  const says = `Refund of payment ${id}`;
  const lines = postRefund({ client: row.client.id, bank: account_code, amount });
  await post(context, { date, says, act: 'refund', of: { payment: id } }, lines);
  const said = { field: 'refunded', label: 'Refunded', from: sayCents(row.refunded), to: sayCents(sumCents([row.refunded, amount])) };
  await updateRecord(context, paymentNoun, before, {}, [said]);
  return getPayment(context, id);
}

/** A refund is taken back as a whole: the money is credit again. */
export async function reverseRefund(
  context: Context,
  id: number,
  { refund, reason }: RequestBody<typeof wire.reverseRefund>,
): Promise<Payment> {
  const before = await openRecord(context, paymentNoun, id);
  const row = (await payments.find(context.tx, id))!;
  const named = (await payments.listRefunds(context.tx, id)).find((one) => one.id === refund);
  if (!named) throw invalid({ refund: 'There is no such refund of this payment.' });
  const facts = await loadFacts(context, row);
  refuse(whyNotReverseRefund({ ...facts, is_reversed: named.reversed_on !== null }));
  const { amount, date, account_code } = named;
  await reverseRecord(context, refundNoun, refund, facts.today);
  const says = `Refund of payment ${id}, taken back`;
  const lines = postRefund({ client: row.client.id, bank: account_code, amount });
  await reverseOne(context, { date: facts.today, says, act: 'refund', of: { payment: id } }, { date, lines });
  const said = [
    { field: 'refunded', label: 'Refunded', from: sayCents(row.refunded), to: sayCents(subtractCents(row.refunded, amount)) },
    { field: 'reason', label: 'Reason', from: null, to: reason },
  ];
  await updateRecord(context, paymentNoun, before, {}, said);
  return getPayment(context, id);
}

/** What can be paid now: the invoices that are named, or those of a client, and the credit there is. */
export async function getOpenItems(context: Context, { client, invoice }: RequestQuery<typeof wire.getOpenItems>) {
  const { tx } = context;
  const named = invoice ?? [];
  const owed = named.length > 0 ? await listOwed(tx, { ids: named }) : client === undefined ? [] : await listOwed(tx, { client });
  const id = client ?? owed[0]?.client;
  if (id === undefined) return { client: null, invoices: [], credits: [] };
  const { name } = await getClient(context, id);
  return {
    client: { id, name },
    invoices: owed.filter((one) => one.client === id).map(({ client: _, ...one }) => one),
    credits: await payments.listCredits(tx, id),
  };
}

export async function listPaymentHistory(context: Context, id: number, page: PageInput) {
  if (!(await payments.find(context.tx, id))) throw notFound();
  return listHistory(context, paymentNoun.noun, id, [id], page, 'payments.read');
}
