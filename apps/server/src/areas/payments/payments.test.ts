import { getClient } from '@dmse/contract/clients/client';
import * as invoice from '@dmse/contract/invoices/invoice';
import { getStatement } from '@dmse/contract/invoices/statement';
import * as deposit from '@dmse/contract/payments/deposit';
import * as payment from '@dmse/contract/payments/payment';
import { getLedgerHealth } from '@dmse/contract/wip/wip';
import type { TestClient } from '@dmse/testkit/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBilledClient, makeIssued } from '../../testing/fixtures/invoice-fixture.ts';
import { type CommittedApp, startCommittedApp, useTestApp } from '../../testing/test-app.ts';

const app = useTestApp();
const BANK = '1000';

/** A client who owes $100.00 on the first invoice and $50.00 on the second. */
async function scene(as: (name: string) => Promise<TestClient> = (name) => app.as(name)) {
  const alice = await as('alice');
  const client = await makeBilledClient(alice);
  const first = await makeIssued(alice, client, 100_00, '2026-03-02');
  const second = await makeIssued(alice, client, 50_00, '2026-03-03');
  return { alice, client, first, second };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const on = (id: number, amount: number) => ({ invoice: id, amount });
const paid = ({ client, first }: Scene, change: object = {}) => ({
  ...{ client, received_on: '2026-03-04', method: 'Check' as const, reference: '118', amount: 100_00, allocations: [on(first, 100_00)] },
  ...change,
});
const pay = async (it: Scene, change: object = {}) => it.alice.call(payment.createPayment, {}, paid(it, change));
const tryPay = (it: Scene, change: object) => it.alice.send(payment.createPayment, {}, paid(it, change));
const balances = async ({ alice, first, second }: Scene) => [
  (await alice.call(invoice.getInvoice, { id: first })).balance,
  (await alice.call(invoice.getInvoice, { id: second })).balance,
];
const detail = ({ status, body }: { status: number; body: Buffer }) => [status, (JSON.parse(String(body)) as { detail?: string }).detail];

/** The books balance, what each client owes agrees with the invoices, and nothing differs from what is kept. */
async function sound({ alice }: Pick<Scene, 'alice'>, tx = app.tx()) {
  await sql`set constraints all immediate`.execute(tx);
  expect((await alice.call(getLedgerHealth, {})).differences).toEqual([]);
  const { rows } = await alice.call(invoice.getTrialBalance, {});
  expect(rows.reduce((sum, row) => sum + row.balance, 0)).toBe(0);
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
}

describe('payment', () => {
  it('is put on invoices, whose balance falls; what is over is credit only where it is ticked', async () => {
    const it = await scene();
    const made = await pay(it, { amount: 120_00, allocations: [on(it.first, 100_00), on(it.second, 20_00)] });
    expect(made).toMatchObject({
      unapplied: 0,
      standing: 'undeposited',
      allocations: [{ id: it.first, amount: 100_00 }, { id: it.second }],
    });
    expect(await balances(it)).toEqual([0, 30_00]);
    expect(await it.alice.call(invoice.getInvoice, { id: it.first })).toMatchObject({ settlement: 'paid', allocated: 100_00 });
    expect(detail(await tryPay(it, { amount: 40_00, allocations: [on(it.second, 30_00)] }))).toEqual([
      400,
      '$10.00 is not on any invoice; tick that it is kept as credit.',
    ]);
    expect(detail(await tryPay(it, { allocations: [on(it.second, 30_01)] }))[0]).toBe(409);
    const over = await pay(it, { amount: 40_00, allocations: [on(it.second, 30_00)], keeps_credit: true });
    expect(over.unapplied).toBe(10_00);
    const owed = { balance: 0, overdue: 0, unapplied_credit: 10_00 };
    expect(await it.alice.call(getClient, { id: it.client })).toMatchObject(owed);
    expect(await sound(it)).toMatchObject({ receivable: -10_00, undeposited: 160_00 });
    const { results } = await it.alice.call(payment.listPayments, { client: it.client, has_credit: true });
    expect(results.map(({ id, invoices }) => [id, invoices.map(({ amount }) => amount)])).toEqual([[over.id, [30_00]]]);
    const history = await it.alice.call(invoice.listInvoiceHistory, { id: it.second });
    expect(JSON.stringify(history.results)).toContain('$50.00');
  });

  it('is moved to other invoices; what stays is left alone, and the client’s credit goes on the next invoice', async () => {
    const it = await scene();
    const { id } = await pay(it);
    const moved = await it.alice.call(payment.allocatePayment, { id }, { allocations: [on(it.second, 50_00)], keeps_credit: true });
    expect(moved).toMatchObject({ unapplied: 50_00, allocations: [{ id: it.second, amount: 50_00 }] });
    expect(await balances(it)).toEqual([100_00, 0]);
    const open = await it.alice.call(payment.getOpenItems, { client: it.client });
    expect([open.invoices.map((one) => one.id), open.credits.map((one) => one.unapplied)]).toEqual([[it.first], [50_00]]);
    expect(await it.alice.call(payment.applyCredit, {}, { invoice: it.first })).toMatchObject({
      applied: [{ payment: id, amount: 50_00 }],
      balance: 50_00,
    });
    expect((await it.alice.call(payment.getPayment, { id })).unapplied).toBe(0);
    const statement = await it.alice.call(getStatement, { client: it.client });
    expect(statement).toMatchObject({ balance: 50_00, unapplied: 0, open: [{ invoice: { id: it.first }, balance: 50_00 }] });
    expect((await it.alice.send(payment.applyCredit, {}, { invoice: it.first })).status).toBe(400);
    await sound(it);
  });

  it('is paid back only where it is on no invoice, and never twice', async () => {
    const it = await scene();
    const { id } = await pay(it, { amount: 130_00, keeps_credit: true });
    const back = { amount: 20_00, date: '2026-03-04', account_code: BANK };
    const after = await it.alice.call(payment.refundPayment, { id }, back);
    expect(after).toMatchObject({ refunded: 20_00, unapplied: 10_00, refunds: [{ amount: 20_00 }] });
    expect(detail(await it.alice.send(payment.refundPayment, { id }, back))).toEqual([409, 'There is $10.00 of credit on this payment.']);
    expect((await it.alice.send(payment.reversePayment, { id }, { how: 'delete', reason: 'Typed twice' })).status).toBe(409);
    expect(await sound(it)).toMatchObject({ receivable: 50_00 - 10_00, bank: -20_00 });
    const less = await it.alice.call(payment.refundPayment, { id }, { ...back, amount: 4_00 });
    const taken = { refund: less.refunds[0]!.id, reason: 'Never cashed' };
    const again = await it.alice.call(payment.reverseRefund, { id }, taken);
    expect(again).toMatchObject({ refunded: 4_00, unapplied: 26_00, refunds: [{ reversed_on: '2026-03-04' }, { reversed_on: null }] });
    expect(detail(await it.alice.send(payment.reverseRefund, { id }, taken))).toEqual([409, 'This refund has been taken back already.']);
    expect(await sound(it)).toMatchObject({ receivable: 50_00 - 26_00, bank: -4_00 });
  });

  it('that was a mistake is deleted before it is deposited; the invoices are owed again', async () => {
    const it = await scene();
    const { id } = await pay(it);
    const { payment: gone } = await it.alice.call(payment.reversePayment, { id }, { how: 'delete', reason: 'Another client' });
    expect(gone).toMatchObject({ standing: 'deleted', unapplied: 0, allocations: [], reason: 'Another client' });
    expect(await balances(it)).toEqual([100_00, 50_00]);
    expect(await sound(it)).toMatchObject({ receivable: 150_00, undeposited: 0 });
    expect((await it.alice.send(payment.updatePayment, { id }, { note: 'x' })).status).toBe(409);
    expect((await it.alice.call(payment.getPaymentTotals, { client: it.client })).amount).toBe(0);
  });

  it('an invoice with a payment is not deleted, nor edited to less than was paid; the database refuses too', async () => {
    const it = await scene();
    const { id } = await pay(it, { amount: 60_00, allocations: [on(it.first, 60_00)] });
    expect((await it.alice.call(invoice.getInvoice, { id: it.first })).moves.DELETED).toMatch(/paid/);
    const refused = (statement: ReturnType<typeof sql>) =>
      sql`savepoint s`.execute(app.tx()).then(() =>
        statement.execute(app.tx()).then(
          () => 'done',
          async (error: { code: string }) => {
            await sql`rollback to savepoint s`.execute(app.tx());
            return error.code;
          },
        ),
      );
    const put = (to: number, amount: number) =>
      sql`insert into payment_allocation (date, payment, invoice, amount, created_on) values ('2026-03-04', ${id}, ${to}, ${amount}, now())`;
    const other = await makeIssued(it.alice, await makeBilledClient(it.alice), 10_00);
    expect(await refused(put(it.second, 1))).toBe('23514');
    expect(await refused(put(other, 1))).toBe('DM004');
    expect(await refused(sql`update payment set amount = 1000000 where id = ${id}`)).toBe('DM001');
    expect(await refused(sql`update invoice set allocated = allocated + 4001 where id = ${it.first}`)).toBe('23514');
    expect(await refused(sql`delete from payment_allocation`)).toBe('42501');
  });

  it('is seen by the project manager, who enters nothing; nothing is entered for tomorrow or a closed period', async () => {
    const it = await scene();
    const mona = await app.as('mona');
    const { id } = await pay(it);
    expect((await mona.call(payment.getPayment, { id })).amount).toBe(100_00);
    expect((await mona.send(payment.createPayment, {}, paid(it))).status).toBe(403);
    expect((await (await app.as('joe')).send(payment.getPayment, { id })).status).toBe(403);
    expect((await tryPay(it, { received_on: '2099-01-01' })).status).toBe(400);
    await sql`update period_lock set locked_through = '2026-03-04' where ledger = 'accounting'`.execute(app.tx());
    expect(detail(await tryPay(it, { amount: 1, allocations: [on(it.second, 1)] }))[0]).toBe(409);
  });
});

describe('deposit', () => {
  const slip = (ids: number[]) => ({ date: '2026-03-04', account_code: BANK, payments: ids });

  it('takes payments to the bank; that is undone, and a payment in it is in no other', async () => {
    const it = await scene();
    const { id: cheque } = await pay(it);
    const { id: cash } = await pay(it, { method: 'Cash', amount: 50_00, allocations: [on(it.second, 50_00)] });
    expect((await it.alice.call(deposit.listUndeposited, {})).payments.map(({ id }) => id)).toEqual(expect.arrayContaining([cheque, cash]));
    const made = await it.alice.call(deposit.createDeposit, {}, slip([cheque, cash]));
    expect(made).toMatchObject({
      state: 'OPEN',
      total: 150_00,
      count: 2,
      methods: [{ method: 'Cash' }, { method: 'Check', amount: 100_00 }],
    });
    expect((await it.alice.send(deposit.createDeposit, {}, slip([cash]))).status).toBe(409);
    expect((await it.alice.call(deposit.updateDeposit, { id: made.id }, { payments: [cheque] })).total).toBe(100_00);
    const done = await it.alice.call(deposit.moveDeposit, { id: made.id }, { to: 'DEPOSITED' });
    expect(done.why_not).toMatchObject({ OPEN: null, change: expect.stringMatching(/undo/), remove: expect.any(String) });
    expect(await sound(it)).toMatchObject({ bank: 100_00, undeposited: 50_00 });
    expect((await it.alice.send(payment.updatePayment, { id: cheque }, { note: 'x' })).status).toBe(409);
    expect((await it.alice.call(payment.getPayment, { id: cheque })).why_not.delete).toMatch(/returned, not deleted/);
    await it.alice.call(deposit.moveDeposit, { id: made.id }, { to: 'OPEN' });
    expect(await sound(it)).toMatchObject({ bank: 0, undeposited: 150_00 });
    expect((await it.alice.send(deposit.removeDeposit, { id: made.id })).status).toBe(409);
    const { id: second } = await it.alice.call(deposit.createDeposit, {}, slip([cash]));
    await it.alice.call(deposit.removeDeposit, { id: second });
    expect((await it.alice.call(payment.getPayment, { id: cash })).standing).toBe('undeposited');
    const pdf = await it.alice.call(deposit.depositSlip, { id: made.id });
    expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
  });

  it('what the bank sends back is owed again, with its fee as a line of its own, and a draft asks the client for it', async () => {
    const it = await scene();
    const { id } = await pay(it);
    const { id: slipId } = await it.alice.call(deposit.createDeposit, {}, slip([id]));
    await it.alice.call(deposit.moveDeposit, { id: slipId }, { to: 'DEPOSITED' });
    const body = { how: 'return' as const, reason: 'No funds', fee: 7_00, charge: 45_00 };
    const { payment: back, invoice: draft } = await it.alice.call(payment.reversePayment, { id }, body);
    expect(back).toMatchObject({ standing: 'returned', fee: 7_00, allocations: [] });
    expect(await it.alice.call(invoice.getInvoice, { id: draft! })).toMatchObject({
      state: 'DRAFT',
      total: 45_00,
      lines: [{ description: 'Returned payment fee, 118' }],
    });
    expect(await balances(it)).toEqual([100_00, 50_00]);
    expect(await sound(it)).toMatchObject({ bank: -7_00, 'bank charges': 7_00, receivable: 150_00 });
    expect((await it.alice.call(deposit.getDeposit, { id: slipId })).why_not.OPEN).toMatch(/sent back/);
  });
});

describe('with real commits', () => {
  let firm: CommittedApp;
  beforeAll(async () => {
    firm = await startCommittedApp('payments');
  });
  afterAll(() => firm.close());

  it('many pay the same invoice at once, and many deposit the same payments: no cent too much, none twice', async () => {
    const it = await scene((name) => firm.as(name));
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => tryPay(it, { amount: 30_00, allocations: [on(it.first, 20_00), on(it.second, 10_00)] })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(7).fill(409)]);
    expect(await balances(it)).toEqual([0, 0]);
    const { results } = await it.alice.call(payment.listPayments, { client: it.client });
    const ids = results.map(({ id }) => id);
    const slips = await Promise.all(
      [0, 1, 2, 3].map((at) =>
        it.alice.send(deposit.createDeposit, {}, { date: '2026-03-04', account_code: BANK, payments: [ids[at]!, ids[(at + 1) % 4]!] }),
      ),
    );
    const made = slips.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    const ticked = made.flatMap(({ body }) => (JSON.parse(String(body)) as deposit.Deposit).payments.map(({ id }) => id));
    expect(new Set(ticked).size).toBe(ticked.length);
    await firm.db.write((tx) => sound(it, tx));
  });
});
