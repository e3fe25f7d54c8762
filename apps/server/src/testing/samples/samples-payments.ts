import { sql } from 'kysely';
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

/** What was paid back of a payment, and the books say so. */
async function makeRefund({ tx }: Scene, { id }: Record<string, unknown>): Promise<{ refund: number; reason: string }> {
  const { rows } = await sql<{ id: number }>`
    with posted as (
      insert into journal (posting, date, account, code, client, payment, says, act, amount, created_on)
      select -p.id, '2026-03-04', line.account, line.code, case when line.code = '' then p.client end, p.id, 'Refund', 'refund', line.amount, now()
      from payment p, (values ('receivable', '', 1000), ('bank', '1000', -1000)) line (account, code, amount) where p.id = ${id}
    )
    insert into payment_refund (date, payment, account_code, amount, created_on) values ('2026-03-04', ${id}, '1000', 1000, now()) returning id`.execute(
    tx,
  );
  return { refund: rows[0]!.id, reason: 'Never cashed' };
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
  reverseRefund: { ...one, body: makeRefund },
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
