import { type Sample, type Scene, STAMPS } from '../fixtures/scene.ts';
import { makeClient } from './samples-invoices.ts';

type Change = { client?: number; deposit?: number };
async function makePayment({ tx }: Pick<Scene, 'tx'>, change: Change = {}): Promise<number> {
  const client = change.client ?? (await makeClient(tx));
  const values = { client, received_on: '2026-03-04', method: 'Check' as const, amount: 50_00, ...STAMPS };
  return (
    await tx
      .insertInto('payment')
      .values({ ...values, ...change })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}
async function makeDeposit({ tx }: Scene): Promise<number> {
  const values = { date: '2026-03-04', account_code: '1000', ...STAMPS };
  const { id } = await tx.insertInto('deposit').values(values).returning('id').executeTakeFirstOrThrow();
  await makePayment({ tx }, { deposit: id });
  return id;
}

/** A client with credit, and an invoice on which it can go. */
async function makeOwed({ tx }: Scene): Promise<number> {
  const client = await makeClient(tx);
  await makePayment({ tx }, { client });
  const terms = { client, date: '2026-03-04', terms_days: 30, language: 'en' as const, tax_province: 'NB' as const };
  const { id } = await tx
    .insertInto('invoice')
    .values({ ...terms, ...STAMPS, state: 'SUBMITTED', num: crypto.randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sums = { subtotal: 20_00, tax: 0, total: 20_00, document: '{}' };
  await tx
    .insertInto('invoice_revision')
    .values({ date: '2026-03-04', invoice: id, revision: 1, created_on: STAMPS.created_on, ...sums })
    .execute();
  return id;
}

const one: Sample = { own: async (scene) => ({ id: await makePayment(scene) }) };
const slip: Sample = { own: async (scene) => ({ id: await makeDeposit(scene) }) };

export const PAYMENT_SAMPLES: Record<string, Sample> = {
  getPayment: one,
  createPayment: {
    body: async ({ tx }: Scene) => ({
      ...{ client: await makeClient(tx), received_on: '2026-03-04', method: 'Cash', amount: 10_00, allocations: [], keeps_credit: true },
    }),
  },
  updatePayment: { ...one, body: { note: 'By mail' } },
  allocatePayment: { ...one, body: { allocations: [], keeps_credit: true } },
  reversePayment: { ...one, body: { how: 'delete', reason: 'Entered twice' } },
  refundPayment: { ...one, body: { amount: 10_00, date: '2026-03-04', account_code: '1000' } },
  listPaymentHistory: one,
  applyCredit: { body: async (scene: Scene) => ({ invoice: await makeOwed(scene) }) },
  createDeposit: { body: async (scene: Scene) => ({ date: '2026-03-04', account_code: '1000', payments: [await makePayment(scene)] }) },
  getDeposit: slip,
  updateDeposit: { ...slip, body: { note: 'With the morning mail' } },
  moveDeposit: { ...slip, body: { to: 'DEPOSITED' } },
  removeDeposit: slip,
  depositSlip: slip,
  listDepositHistory: slip,
};
