import * as deposit from '@dmse/contract/payments/deposit';
import * as payment from '@dmse/contract/payments/payment';
import type { Desk, Example } from './examples.ts';
import { makeClient, makeSent } from './invoice-examples.ts';

/** What a client paid in advance: credit, on no invoice. */
async function makeCredit(desk: Desk, client?: number): Promise<number> {
  const own = client ?? (await makeClient(desk));
  const { id } = await desk.me.call(payment.createPayment, {}, received(own));
  return id;
}
const received = (client: number) => ({
  ...{ client, received_on: '2026-03-04', method: 'Check' as const, amount: 50_00, allocations: [], keeps_credit: true },
});
const slip = async (desk: Desk) => ({ date: '2026-03-04', account_code: '1000', payments: [await makeCredit(desk)] });
const makeDeposit = async (desk: Desk) => (await desk.me.call(deposit.createDeposit, {}, await slip(desk))).id;

let notes = 0;
const nextNote = () => {
  notes += 1;
  return `Note ${notes}`;
};

/** For each call about payments and deposits: something to do, on records made for it alone. */
export const PAYMENT_EXAMPLES: Record<string, (desk: Desk) => Promise<Example>> = {
  createPayment: async (desk) => ({ input: {}, body: received(await makeClient(desk)) }),
  updatePayment: async (desk) => ({ input: { id: await makeCredit(desk) }, body: { note: nextNote() } }),
  allocatePayment: async (desk) => {
    const { id, client } = await makeSent(desk);
    return { input: { id: await makeCredit(desk, client) }, body: { allocations: [{ invoice: id, amount: 20_00 }], keeps_credit: true } };
  },
  reversePayment: async (desk) => ({ input: { id: await makeCredit(desk) }, body: { how: 'delete', reason: 'Entered twice' } }),
  refundPayment: async (desk) => ({
    input: { id: await makeCredit(desk) },
    body: { amount: 10_00, date: '2026-03-04', account_code: '1000' },
  }),
  reverseRefund: async (desk) => {
    const id = await makeCredit(desk);
    const paidBack = { amount: 10_00, date: '2026-03-04', account_code: '1000' };
    const { refunds } = await desk.me.call(payment.refundPayment, { id }, paidBack);
    return { input: { id }, body: { refund: refunds[0]!.id, reason: 'Never cashed' } };
  },
  applyCredit: async (desk) => {
    const { id, client } = await makeSent(desk);
    await makeCredit(desk, client);
    return { input: {}, body: { invoice: id } };
  },
  createDeposit: async (desk) => ({ input: {}, body: await slip(desk) }),
  updateDeposit: async (desk) => ({ input: { id: await makeDeposit(desk) }, body: { note: nextNote() } }),
  moveDeposit: async (desk) => ({ input: { id: await makeDeposit(desk) }, body: { to: 'DEPOSITED' } }),
  removeDeposit: async (desk) => ({ input: { id: await makeDeposit(desk) } }),
};
