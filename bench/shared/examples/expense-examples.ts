import * as category from '@dmse/contract/expenses/category';
import * as disbursement from '@dmse/contract/expenses/disbursement';
import * as expense from '@dmse/contract/expenses/expense';
import * as cash from '@dmse/contract/expenses/petty-cash';
import * as reimbursement from '@dmse/contract/expenses/reimbursement';
import type { Desk, Example } from './examples.ts';
import { makeJob } from './job-examples.ts';

const DAY = '2026-01-15';

const makeExpense = async ({ me, tag }: Desk) => (await me.call(expense.createExpense, {}, { date: DAY, vendor: tag(), gross: 115_00 })).id;
const makeCategory = async ({ me, tag }: Desk) => (await me.call(category.createExpenseCategory, {}, { name: `Kind ${tag()}` })).id;

/** Nobody approves their own: another has done so. */
async function makeOwed(desk: Desk): Promise<number> {
  const id = await makeExpense(desk);
  await desk.sql(`update expense set approval = 'APPROVED' where id = $1`, [id]);
  return id;
}

async function itemBody(desk: Desk) {
  const [type] = await desk.sql<{ id: number }>('select id from disbursement_type order by id limit 1');
  return { job: await makeJob(desk), date: DAY, disbursement_type: type!.id, quantity: 12.5 };
}
const makeItem = async (desk: Desk) => (await desk.me.call(disbursement.createItem, {}, await itemBody(desk))).id;
const makeRun = async (desk: Desk) => (await desk.me.call(reimbursement.createReimbursement, {}, { expenses: [await makeOwed(desk)] })).id;

async function makeCashRow({ me }: Desk): Promise<number> {
  await me.call(cash.topUpPettyCash, {}, { amount: 50_00 });
  return (await me.call(cash.listPettyCashRows, {})).results[0]!.id;
}

let floats = 400_00;
/** Another amount each time, so that it is a change. */
const nextFloat = () => {
  floats += 100;
  return floats;
};

/** For each call about expenses: something to do, on records made for it alone. */
export const EXPENSE_EXAMPLES: Record<string, (desk: Desk) => Promise<Example>> = {
  createExpenseCategory: async ({ tag }) => ({ input: {}, body: { name: `Kind ${tag()}` } }),
  updateExpenseCategory: async (desk) => ({ input: { id: await makeCategory(desk) }, body: { position: 7 }, options: { ifMatch: 1 } }),
  createExpense: async ({ tag }) => ({ input: {}, body: { date: DAY, vendor: tag(), gross: 115_00 } }),
  updateExpense: async (desk) => ({ input: { id: await makeExpense(desk) }, body: { note: 'Truck 4' }, options: { ifMatch: 1 } }),
  approveExpenses: async (desk) => {
    const id = await makeExpense(desk);
    // Nobody approves their own: it is another's, and submitted.
    await desk.sql(
      `update expense set approval = 'SUBMITTED', "user" = (select id from app_user where id <> $1 order by id limit 1) where id = $2`,
      [desk.person.id, id],
    );
    return { input: {}, body: { approval: 'APPROVED', expenses: [{ id, version: 1 }] } };
  },
  removeExpense: async (desk) => ({ input: { id: await makeExpense(desk) } }),
  createItem: async (desk) => ({ input: {}, body: await itemBody(desk) }),
  updateItem: async (desk) => ({ input: { id: await makeItem(desk) }, body: { quantity: 20 }, options: { ifMatch: 1 } }),
  removeItem: async (desk) => ({ input: { id: await makeItem(desk) } }),
  createReimbursement: async (desk) => {
    // The first run of a year begins its numbers; those after it are alike.
    await makeRun(desk);
    return { input: {}, body: { expenses: [await makeOwed(desk)] } };
  },
  reverseReimbursement: async (desk) => ({ input: { id: await makeRun(desk) } }),
  updatePettyCash: async () => ({ input: {}, body: { float: nextFloat() } }),
  topUpPettyCash: async () => ({ input: {}, body: { amount: 50_00 } }),
  countPettyCash: async (desk) => {
    await desk.me.call(cash.topUpPettyCash, {}, { amount: 50_00 });
    return { input: {}, body: { counted: nextFloat(), note: 'Counted' } };
  },
  reversePettyCashRow: async (desk) => ({ input: { id: await makeCashRow(desk) } }),
};
