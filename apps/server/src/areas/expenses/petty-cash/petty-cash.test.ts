import * as expense from '@dmse/contract/expenses/expense';
import * as cash from '@dmse/contract/expenses/petty-cash';
import { createReimbursement } from '@dmse/contract/expenses/reimbursement';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { categoryId, grant, supervise } from '../../../testing/fixtures/expense-fixture.ts';
import { type CommittedApp, startCommittedApp, useTestApp } from '../../../testing/test-app.ts';

describe('petty cash', () => {
  const app = useTestApp();
  beforeEach(async () => {
    await grant(app.tx(), 'joe', 'Expenses User');
    await supervise(app.tx(), 'mona', 'joe');
  });
  const rowsOf = async () => (await (await app.as('alice')).call(cash.listPettyCashRows, {})).results;

  it('petty cash: an expense leaves the box when it is submitted and comes back when it is taken back', async () => {
    const [alice, joe, mona] = [await app.as('alice'), await app.as('joe'), await app.as('mona')];
    expect(await alice.call(cash.topUpPettyCash, {}, { amount: 100_00, note: 'Bank' })).toMatchObject({
      ...{ float: 300_00, balance: 100_00, top_up_amount: 200_00 },
    });
    const fuel = await categoryId(app.tx(), 'Fuel');
    const body = { date: '2026-03-03', vendor: 'Stamps', category: fuel, gross: 60_00, paid_from: '1050' };
    const { id } = await joe.call(expense.createExpense, {}, body);
    expect(await rowsOf()).toHaveLength(1);
    const submitted = await joe.call(expense.updateExpense, { id }, { approval: 'SUBMITTED' });
    expect(submitted.reimbursement).toBe('not applicable');
    expect((await rowsOf())[0]).toMatchObject({ kind: 'expense', amount: -60_00, balance: 40_00, expense: id, note: 'Stamps' });
    await mona.call(expense.updateExpense, { id }, { approval: 'APPROVED' });
    expect(await rowsOf()).toHaveLength(2);

    const other = await joe.call(expense.createExpense, {}, { ...body, vendor: 'Paper', gross: 40_01 });
    expect((await joe.refused(expense.updateExpense, { id: other.id }, { approval: 'SUBMITTED' })).body.detail).toBe(
      'There is $40.00 in petty cash; $40.01 cannot be taken out.',
    );
    await mona.call(expense.updateExpense, { id }, { approval: 'SUBMITTED' });
    await joe.call(expense.updateExpense, { id }, { approval: 'DRAFT' });
    expect((await rowsOf())[0]).toMatchObject({ amount: 60_00, balance: 100_00, reverses: expect.any(Number) });
    await joe.call(expense.updateExpense, { id }, { gross: 50_00, approval: 'SUBMITTED' });
    expect((await alice.call(cash.getPettyCash, {})).balance).toBe(50_00);
    const [out] = await rowsOf();
    expect((await alice.refused(cash.reversePettyCashRow, { id: out!.id })).body.detail).toMatch(/follows its expense/);
    expect((await joe.refused(expense.removeExpense, { id })).body.code).toBe('LOCKED');
  });

  it('petty cash: a count posts its difference with a word about it; rows are reversed once, and never changed', async () => {
    const alice = await app.as('alice');
    await alice.call(cash.topUpPettyCash, {}, { amount: 100_00 });
    expect((await alice.refused(cash.countPettyCash, {}, { counted: 98_50 })).body).toMatchObject({ code: 'REASON_NEEDED' });
    expect((await alice.call(cash.countPettyCash, {}, { counted: 98_50, note: 'Parking' })).balance).toBe(98_50);
    expect((await alice.call(cash.countPettyCash, {}, { counted: 98_50 })).balance).toBe(98_50);
    const [, difference, topUp] = await rowsOf();
    expect((await alice.refused(cash.reversePettyCashRow, { id: topUp!.id })).body.detail).toMatch(/cannot be taken out/);
    expect((await alice.call(cash.reversePettyCashRow, { id: difference!.id })).balance).toBe(100_00);
    expect((await alice.refused(cash.reversePettyCashRow, { id: difference!.id })).body.code).toBe('CONFLICT');
    expect((await alice.call(cash.updatePettyCash, {}, { float: 150_00 })).top_up_amount).toBe(50_00);
    await expect(
      sql`savepoint a`.execute(app.tx()).then(() => sql`update petty_cash_row set amount = 1`.execute(app.tx())),
    ).rejects.toThrow();
    await sql`rollback to savepoint a`.execute(app.tx());
  });
});

describe('petty cash under many writers', () => {
  let app: CommittedApp;
  beforeAll(async () => {
    app = await startCommittedApp('petty_cash');
    await app.db.write(async (tx) => {
      await grant(tx, 'joe', 'Expenses User');
      await supervise(tx, 'mona', 'joe');
    });
  });
  afterAll(() => app.close());

  it('petty cash: twenty people take ten dollars at once from seventy-five; seven get it, and the balance is the sum of the rows', async () => {
    const [alice, joe] = [await app.as('alice'), await app.as('joe')];
    await alice.call(cash.topUpPettyCash, {}, { amount: 75_00 });
    const category = await app.db.read((tx) => categoryId(tx, 'Fuel'));
    const ids = [];
    for (let n = 0; n < 20; n += 1) {
      const body = { date: '2026-03-03', vendor: `Shop ${n}`, category, gross: 10_00, paid_from: '1050' };
      ids.push((await joe.call(expense.createExpense, {}, body)).id);
    }
    const answers = await Promise.all(ids.map((id) => joe.send(expense.updateExpense, { id }, { approval: 'SUBMITTED' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), ...Array(13).fill(409)]);
    const { results } = await alice.call(cash.listPettyCashRows, { page_size: 200 });
    expect(results.map(({ balance }) => balance)).toEqual([5_00, 15_00, 25_00, 35_00, 45_00, 55_00, 65_00, 75_00]);
    expect((await alice.call(cash.getPettyCash, {})).balance).toBe(5_00);
  });

  it('reimbursement: two runs over the same expense at once pay it once', async () => {
    const [alice, joe, mona] = [await app.as('alice'), await app.as('joe'), await app.as('mona')];
    const category = await app.db.read((tx) => categoryId(tx, 'Fuel'));
    const { id } = await joe.call(expense.createExpense, {}, { date: '2026-03-03', vendor: 'Shop', category, gross: 10_00 });
    await joe.call(expense.updateExpense, { id }, { approval: 'SUBMITTED' });
    await mona.call(expense.updateExpense, { id }, { approval: 'APPROVED' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => alice.send(createReimbursement, {}, { expenses: [id] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});
