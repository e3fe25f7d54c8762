import type { RequestBody } from '@dmse/contract/endpoint';
import type * as wire from '@dmse/contract/expenses/expense';
import { type Expense, ExpensePatch, type ExpenseRow } from '@dmse/contract/expenses/expense';
import { findSameExpenses, whyNotChangeExpense, whyNotSubmitExpense } from '@dmse/domain/expenses/expense-rules';
import { type Approver, EXPENSES, whyNotApproveFor } from '@dmse/domain/states/approver';
import { type ApprovalState, billingOf, type ExpenseFacts, type ReimbursementState, whyNotMoveApproval } from '@dmse/domain/states/expense';
import type { WipState } from '@dmse/domain/states/wip';
import { isEqual } from '@dmse/domain/values/is-equal';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { notFound, Refusal, refuse } from '../../../call/refusal.ts';
import type { PageInput } from '../../../db/paging.ts';
import { findPersonName } from '../../../db/person-ref.ts';
import { inSavepoint } from '../../../db/savepoint.ts';
import { listHistory } from '../../../records/history.ts';
import { type Changeable, createRecord, fieldsOf, openRecord, type RowOf, removeRecord, updateRecord } from '../../../records/record.ts';
import { describeFiles } from '../../files/file/file.service.ts';
import { getJobNum } from '../../jobs/job/job-number.service.ts';
import { setWip, wipStates } from '../../wip/ledger/ledger.service.ts';
import { getExpenseCategory } from '../category/category.service.ts';
import { followExpense } from '../petty-cash/petty-cash.service.ts';
import * as expenses from './expense.queries.ts';
import { loadApprover, maySee, seenBy } from './expense-access.service.ts';
import { holdPlaces, taskName } from './expense-place.service.ts';
import { planExpense } from './expense-plan.service.ts';
import { changeReceipts } from './expense-receipt.service.ts';

const { receipts: _, ...fields } = ExpensePatch.shape;
export const expenseNoun: Changeable<'expense', Expense> = {
  noun: 'expense',
  table: 'expense',
  nameOf: (row) => String(row.vendor) || 'without a vendor',
  fields: fieldsOf(fields, {
    user: (id, { tx }) => findPersonName(tx, Number(id)),
    category: async (id, { tx }) => (await getExpenseCategory({ tx }, Number(id))).name,
    job: (id, { tx }) => getJobNum(tx, Number(id)),
    task: (id, { tx }) => taskName(tx, Number(id)),
  }),
  get: getExpense,
  async refuse(context, row) {
    if (!maySee(row.user, await loadApprover(context))) throw notFound();
  },
};

/** How the ledger calls an expense. */
export function wipItem(id: number): string {
  return `expense/${id}`;
}

type Judged = Pick<ExpenseFacts, 'approval' | 'reimbursement' | 'is_billable'> & { user: { id: number } };
const factsOf = ({ user, approval, reimbursement, is_billable }: Judged, wip_state: WipState = 'UNBILLED'): ExpenseFacts => ({
  user: user.id,
  approval,
  reimbursement,
  is_billable,
  wip_state,
});

export async function listExpenses(context: Context, filter: expenses.ExpenseFilter): Promise<{ count: number; results: ExpenseRow[] }> {
  const who = await loadApprover(context);
  const { count, results } = await expenses.list(context.tx, seenBy(who), filter);
  const states = await wipStates(
    context.tx,
    results.map(({ id }) => wipItem(id)),
  );
  return {
    count,
    results: results.map((row) => ({
      ...row,
      billing: billingOf(factsOf(row, states.get(wipItem(row.id)))),
      can_approve: mayApprove(row.user.id, who),
    })),
  };
}

const mayApprove = (owner: number, who: Approver) => whyNotApproveFor(owner, who, EXPENSES) === null;

export async function getExpense(context: Context, id: number): Promise<Expense> {
  const { tx } = context;
  const row = await expenses.find(tx, id);
  const who = await loadApprover(context);
  if (!row || !maySee(row.user.id, who)) throw notFound();
  const facts = factsOf(row, (await wipStates(tx, [wipItem(id)])).get(wipItem(id)));
  const files = await expenses.listReceipts(tx, id);
  const described = await describeFiles(tx, files);
  const receipts = files.flatMap((file) => described.get(file) ?? []);
  const own = { ...row, user_name: row.user.full_name, receipts: receipts.map(({ sha256 }) => sha256) };
  const why = whyNotChangeExpense(facts, who);
  return {
    ...row,
    receipts,
    billing: billingOf(facts),
    duplicates: findSameExpenses(own, await expenses.listAlike(tx, row)),
    can_edit: why === null,
    why_not_edit: why?.sentence ?? null,
    can_approve: mayApprove(row.user.id, who),
  };
}

/** The ledger and petty cash follow what the expense says now. */
async function follow(context: Context, row: RowOf<'expense'>): Promise<void> {
  const { id, job, task, charge: amount, date: work_date, is_billable } = row;
  const work = is_billable && job !== null ? { job, task, amount, work_date } : null;
  await setWip(context, [{ item: wipItem(id), work }]);
  await followExpense(context, row);
}

export async function createExpense(
  context: Context,
  { receipts = [], ...sent }: RequestBody<typeof wire.createExpense>,
): Promise<Expense> {
  await holdPlaces(context, [sent.job]);
  const row = await createRecord(context, expenseNoun, await planExpense(context, null, sent), ({ id }) =>
    changeReceipts(context, id, receipts),
  );
  await follow(context, row);
  return getExpense(context, row.id);
}

export async function updateExpense(context: Context, id: number, patch: z.infer<typeof ExpensePatch>): Promise<Expense> {
  await holdPlaces(context, [(await expenses.find(context.tx, id))?.job?.id, patch.job]);
  const before = await openRecord(context, expenseNoun, id);
  const { receipts, approval = before.approval as ApprovalState, comment, ...sent } = patch;
  const who = await loadApprover(context);
  const wip_state = (await wipStates(context.tx, [wipItem(id)])).get(wipItem(id)) ?? 'UNBILLED';
  const { user, is_billable } = before;
  const facts = {
    ...{ user, is_billable, wip_state, approval: before.approval as ApprovalState },
    reimbursement: before.reimbursement as ReimbursementState,
  };
  const isEdited =
    Object.entries(sent).some(([name, value]) => value !== undefined && !isEqual(value, before[name])) ||
    (receipts !== undefined && !isEqual([...new Set(receipts)], await expenses.listReceipts(context.tx, id)));
  if (isEdited) refuse(whyNotChangeExpense(facts, who));
  const planned = isEdited ? await planExpense(context, before, sent) : {};
  const { vendor, category } = { ...before, ...planned };
  refuse(whyNotMoveApproval(approval, { expense: facts, who, comment, why_not_ready: whyNotSubmitExpense({ vendor, category }) }));
  const said = approval === before.approval ? {} : { approval, comment: commentAfter(approval, comment, before.comment) };
  const extra = isEdited && receipts !== undefined ? await changeReceipts(context, id, receipts) : [];
  const row = await updateRecord(context, expenseNoun, before, { ...planned, ...said }, extra);
  if (row.version !== before.version) await follow(context, row);
  return getExpense(context, id);
}

/** Each by itself: what cannot be moved is named, the others are. */
export async function approveExpenses(context: Context, { approval, expenses: named }: RequestBody<typeof wire.approveExpenses>) {
  await holdPlaces(
    context,
    await expenses.listJobsOf(
      context.tx,
      named.map(({ id }) => id),
    ),
  );
  const [changed, refused]: [typeof named, { id: number; sentence: string }[]] = [[], []];
  for (const { id, version } of named.toSorted((a, b) => a.id - b.id)) {
    try {
      const moved = await inSavepoint(context.tx, () => updateExpense({ ...context, if_match: version }, id, { approval }));
      if (moved.version !== version) changed.push({ id, version: moved.version });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ id, sentence: error.message });
    }
  }
  return { changed, refused };
}

/** Why it was rejected stays with it until it is submitted again. */
function commentAfter(to: ApprovalState, comment: string | undefined, before: string): string {
  if (to === 'REJECTED') return comment?.trim() ?? '';
  return to === 'DRAFT' ? before : '';
}

export async function removeExpense(context: Context, id: number): Promise<void> {
  await holdPlaces(context, [(await expenses.find(context.tx, id))?.job?.id]);
  const row = await openRecord(context, expenseNoun, id);
  const { user, is_billable } = row;
  const approval = row.approval as ApprovalState;
  const reimbursement = row.reimbursement as ReimbursementState;
  const wip_state = (await wipStates(context.tx, [wipItem(id)])).get(wipItem(id)) ?? 'UNBILLED';
  refuse(whyNotChangeExpense({ user, is_billable, approval, reimbursement, wip_state }, await loadApprover(context)));
  await removeRecord(context, expenseNoun, row);
  await setWip(context, [{ item: wipItem(id), work: null }]);
}

export async function listExpenseHistory(context: Context, id: number, page: PageInput) {
  const { user } = await getExpense(context, id);
  if (!user) throw notFound();
  return listHistory(context, expenseNoun.noun, id, [id], page);
}
