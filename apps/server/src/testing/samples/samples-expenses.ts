import type { Role } from '@dmse/domain/access/roles';
import { NOBODY, type Sample, type Scene, STAMPS, THEN } from '../fixtures/scene.ts';
import { makeProject } from './samples-jobs.ts';

/** Who reaches what another has spent. */
const ADMINS: readonly Role[] = ['Expenses Admin'];
const DAY = '2026-03-03';

async function firstId({ tx }: Scene, table: 'expense_category' | 'disbursement_type'): Promise<number> {
  return (await tx.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()).id;
}

async function makeExpense(scene: Scene, more: object = {}): Promise<number> {
  const { tx, owner } = scene;
  const category = await firstId(scene, 'expense_category');
  const values = { user: owner, date: DAY, vendor: 'Irving', category, gross: 11_500, tax: 1500, tax_type: 'HST', ...STAMPS, ...more };
  return (
    await tx
      .insertInto('expense')
      .values({ reimbursement: 'owed', ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

async function makeItem(scene: Scene): Promise<number> {
  const job = await makeProject(scene, 'job');
  const disbursement_type = await firstId(scene, 'disbursement_type');
  const priced = { quantity: 10, unit_cost: 68, markup_pct: 0, cost: 680, charge: 680 };
  const values = { user: scene.owner, date: DAY, job, disbursement_type, ...priced, ...STAMPS };
  return (await scene.tx.insertInto('disbursement_item').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** Somebody's approved expense, paid back. */
async function makeRun(scene: Scene): Promise<number> {
  const expense = await makeExpense(scene, { approval: 'APPROVED', reimbursement: 'reimbursed' });
  const values = { number: 1_000_000 + expense, date: DAY, total: 11_500, created_on: THEN };
  const { id } = await scene.tx.insertInto('reimbursement_run').values(values).returning('id').executeTakeFirstOrThrow();
  await scene.tx.insertInto('reimbursement_line').values({ run: id, expense, user: scene.owner, gross: 11_500 }).execute();
  return id;
}

async function makeCashRow({ tx }: Scene): Promise<number> {
  await tx.updateTable('petty_cash_box').set({ balance: 5000 }).execute();
  const values = { kind: 'top-up', date: DAY, amount: 5000, balance: 5000, created_on: THEN };
  return (await tx.insertInto('petty_cash_row').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

const expense = { own: async (scene: Scene) => ({ id: await makeExpense(scene) }), theirs: ADMINS };
// The items of a job that nobody manages are open to whoever manages jobs.
const item = { own: async (scene: Scene) => ({ id: await makeItem(scene) }), theirs: ADMINS };
const run = { own: async (scene: Scene) => ({ id: await makeRun(scene) }) };
const category = { own: async (scene: Scene) => ({ id: await firstId(scene, 'expense_category') }) };
const ofJob = { own: async (scene: Scene) => ({ job: await makeProject(scene, 'job') }), theirs: 'everyone' as const };

export const EXPENSE_SAMPLES: Record<string, Sample> = {
  createExpenseCategory: { body: { name: 'Stamps' } },
  updateExpenseCategory: { ...category, body: { position: 77 } },
  createExpense: { body: { date: DAY, gross: 11_500, vendor: 'Irving' } },
  getExpense: expense,
  updateExpense: { ...expense, body: { note: 'Truck 4' } },
  approveExpenses: { body: { approval: 'APPROVED', expenses: [{ id: NOBODY, version: 1 }] } },
  removeExpense: expense,
  listExpenseHistory: expense,
  createItem: {
    body: async (scene: Scene) => ({
      job: await makeProject(scene, 'job'),
      date: DAY,
      disbursement_type: await firstId(scene, 'disbursement_type'),
      quantity: 12.5,
    }),
    theirs: 'everyone',
  },
  getItem: item,
  updateItem: { ...item, body: { quantity: 20 } },
  removeItem: item,
  listItemHistory: item,
  listDisbursements: ofJob,
  getDisbursementSummary: ofJob,
  createReimbursement: { body: async (scene: Scene) => ({ expenses: [await makeExpense(scene, { approval: 'APPROVED' })] }) },
  getReimbursement: run,
  reverseReimbursement: run,
  exportReimbursement: run,
  reimbursementPdf: run,
  updatePettyCash: { body: { float: 40_000 } },
  topUpPettyCash: { body: { amount: 5000 } },
  countPettyCash: { body: { counted: 0 } },
  reversePettyCashRow: { own: async (scene) => ({ id: await makeCashRow(scene) }) },
};
