import * as expense from '@dmse/contract/expenses/expense';
import * as reimbursement from '@dmse/contract/expenses/reimbursement';
import { beforeEach, describe, expect, it } from 'vitest';
import { categoryId, grant, supervise } from '../../../testing/fixtures/expense-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();
beforeEach(async () => {
  for (const name of ['joe', 'fern']) {
    await grant(app.tx(), name, 'Expenses User');
    await supervise(app.tx(), 'mona', name);
  }
});

/** Entered, submitted and approved. */
async function approved(username: string, gross: number, vendor = 'Irving'): Promise<number> {
  const [who, mona] = [await app.as(username), await app.as('mona')];
  const category = await categoryId(app.tx(), 'Fuel');
  const { id } = await who.call(expense.createExpense, {}, { date: '2026-03-02', vendor, category, gross });
  await who.call(expense.updateExpense, { id }, { approval: 'SUBMITTED' });
  await mona.call(expense.updateExpense, { id }, { approval: 'APPROVED' });
  return id;
}

describe('reimbursement', () => {
  it('reimbursement: what is owed is paid back by person in one run, and reversed as a whole', async () => {
    const alice = await app.as('alice');
    const [a, b, c] = [await approved('joe', 115_00), await approved('joe', -15_00, 'Returned'), await approved('fern', 40_00)];
    const run = await alice.call(reimbursement.createReimbursement, {}, { expenses: [a, b, c], note: 'March' });
    expect(run).toMatchObject({ total: 140_00, note: 'March', reverses: null, reversed_by: null });
    expect(run.people.map(({ user, total }) => [user.full_name, total])).toEqual([
      ['Fern Francoeur', 40_00],
      ['Joe Jardine', 100_00],
    ]);
    const joe = await app.as('joe');
    const paid = await joe.call(expense.getExpense, { id: a });
    expect(paid).toMatchObject({ reimbursement: 'reimbursed', approval: 'APPROVED' });
    expect((await joe.call(expense.listExpenseHistory, { id: a })).results[0]!.sentence).toMatch(/reimbursement from owed to reimbursed/);
    const mona = await app.as('mona');
    expect((await mona.refused(expense.updateExpense, { id: a }, { approval: 'SUBMITTED' })).body.detail).toMatch(/reverse that first/);
    expect((await alice.refused(reimbursement.createReimbursement, {}, { expenses: [a] })).body.code).toBe('CONFLICT');

    const csv = await (await alice.call(reimbursement.exportReimbursement, { id: run.id })).text();
    expect(csv).toContain('Joe Jardine');
    expect(csv).toContain('-15.00');
    const pdf = await alice.call(reimbursement.reimbursementPdf, { id: run.id, user: paid.user.id });
    expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');

    const back = await alice.call(reimbursement.reverseReimbursement, { id: run.id });
    expect(back).toMatchObject({ total: -140_00, reverses: run.id, number: run.number + 1 });
    expect((await joe.call(expense.getExpense, { id: a })).reimbursement).toBe('owed');
    expect((await alice.refused(reimbursement.reverseReimbursement, { id: run.id })).body).toMatchObject({ code: 'CONFLICT' });
    await alice.call(reimbursement.createReimbursement, {}, { expenses: [a] });
    const list = await alice.call(reimbursement.listReimbursements, {});
    expect(list.results.map(({ total, people_count, reversed_by }) => [total, people_count, reversed_by])).toEqual([
      [115_00, 1, null],
      [-140_00, 2, null],
      [140_00, 2, back.id],
    ]);
  });

  it('reimbursement: all of it or nothing; not what is unapproved, paid by the firm or below zero; only an Expenses Admin', async () => {
    const [alice, joe] = [await app.as('alice'), await app.as('joe')];
    const owed = await approved('joe', 10_00);
    const draft = (await joe.call(expense.createExpense, {}, { date: '2026-03-02', gross: 5_00 })).id;
    const card = (await joe.call(expense.createExpense, {}, { date: '2026-03-02', gross: 5_00, paid_from: '2100' })).id;
    const pay = async (...expenses: number[]) => (await alice.refused(reimbursement.createReimbursement, {}, { expenses })).body;
    expect(await pay(owed, draft)).toMatchObject({ detail: expect.stringMatching(/once approved/) });
    expect(await pay(owed, card)).toMatchObject({ detail: expect.stringMatching(/nothing is owed/) });
    expect(await pay(owed, 2_000_000_000)).toHaveProperty('expenses');
    expect(await pay(await approved('fern', -3_00), owed)).toMatchObject({ detail: expect.stringMatching(/Refunds/) });
    expect((await joe.call(expense.getExpense, { id: owed })).reimbursement).toBe('owed');
    expect((await joe.refused(reimbursement.createReimbursement, {}, { expenses: [owed] })).status).toBe(403);
  });
});
