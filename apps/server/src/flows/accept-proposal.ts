import type { AccountingProposal } from '@dmse/contract/accounting/proposal';
import { decide, findSent, keepAsGone, keepAsSent, openProposal } from '../areas/accounting/proposal/proposal.service.ts';
import { getInvoice } from '../areas/invoices/invoice/invoice.service.ts';
import { creditInvoice, reverseCredit } from '../areas/invoices/invoice/invoice-credit.service.ts';
import { moveInvoice } from '../areas/invoices/invoice/move-invoice.service.ts';
import { createDeposit, holdDeposit, moveDeposit } from '../areas/payments/deposit/deposit.service.ts';
import { createPayment, getPayment, reversePayment } from '../areas/payments/payment/payment.service.ts';
import { getToday } from '../areas/settings/setting/setting.service.ts';
import type { Context } from '../call/context.ts';
import { Refusal } from '../call/refusal.ts';

type Proposal = Awaited<ReturnType<typeof openProposal>>;

const THERE = 'in the accounting system';

/** It has been at the bank since then: a deposit of its own says so. */
async function acceptPayment(context: Context, { invoice, amount, date, account_code, remote_id }: Proposal): Promise<number> {
  if (date! > (await getToday(context))) {
    throw new Refusal('INVALID', `This payment is dated ${date} ${THERE}, which is still to come. It can be accepted on that day.`);
  }
  const { client } = await getInvoice(context, invoice);
  const words = { method: 'Unknown', reference: '', note: `Entered ${THERE}` } as const;
  const paid = { client: client.id, received_on: date!, ...words, amount, allocations: [{ invoice, amount }] };
  const { id } = await createPayment(context, paid);
  const deposit = await createDeposit(context, { date: date!, account_code, note: words.note, payments: [id] });
  await moveDeposit(context, deposit.id, { to: 'DEPOSITED' });
  await keepAsSent(context, {
    kind: 'payment',
    invoice,
    payment: id,
    remote_id,
    number: remote_id,
    amount,
    date: date!,
    account_code,
  });
  return id;
}

/** All that is owed is written off; of a part the invoice is credited, and stays in its state. */
async function acceptCredit(context: Context, { invoice, amount, date, remote_id }: Proposal): Promise<null> {
  const { balance } = await getInvoice(context, invoice);
  const reason = `Credited ${THERE}`;
  const isWhole = balance === amount;
  if (isWhole) await moveInvoice(context, invoice, { to: 'WRITTEN_OFF', reason });
  const part = isWhole ? {} : { credit: await creditInvoice(context, invoice, { amount, reason }) };
  await keepAsSent(context, {
    ...part,
    kind: 'write-off',
    invoice,
    payment: null,
    remote_id,
    // A credit note may be on several invoices.
    number: `${remote_id} ${invoice}`,
    amount,
    date: date!,
    account_code: '',
  });
  return null;
}

async function acceptVoid(context: Context, { invoice }: Proposal): Promise<null> {
  await moveInvoice(context, invoice, { to: 'DELETED', reason: `Voided ${THERE}` });
  return null;
}

async function acceptRemoval(context: Context, { invoice, remote_id }: Proposal): Promise<number | null> {
  const sent = await findSent(context, invoice, remote_id);
  if (!sent) throw new Refusal('CONFLICT', 'What was removed is no longer here.');
  if (!sent.payment) {
    const reason = `Removed ${THERE}`;
    await keepAsGone(context, sent.id);
    if (sent.credit === null) await moveInvoice(context, invoice, { to: 'RESTORED', reason });
    else await reverseCredit(context, invoice, { credit: sent.credit, reason });
    return null;
  }
  const { allocations } = await getPayment(context, sent.payment);
  if (allocations.length !== 1)
    throw new Refusal(
      'CONFLICT',
      `Payment ${sent.payment} is on several invoices. Take it off this one on its own page, then decline this.`,
    );
  await keepAsGone(context, sent.id);
  await reversePayment(context, sent.payment, { how: 'return', reason: `Removed ${THERE}` }, holdDeposit);
  return sent.payment;
}

const WAYS = { payment: acceptPayment, 'credit note': acceptCredit, void: acceptVoid, removed: acceptRemoval } as const;

/** Does here what was done over there, under the rules that hold for everybody. */
export async function acceptProposal(given: Context, id: number): Promise<AccountingProposal> {
  const context = { ...given, if_match: null };
  const proposal = await openProposal(context, id);
  return decide(context, id, 'accepted', await WAYS[proposal.kind](context, proposal));
}
