import type { ExpensePatch } from '@dmse/contract/expenses/expense';
import { latestOn } from '@dmse/domain/dates/valid-period';
import { amountsOf, chargeOf, whyNotCharge, whyNotTax, withTax } from '@dmse/domain/expenses/expense-amounts';
import { whyNotSaveExpense, whyPeriodClosed } from '@dmse/domain/expenses/expense-rules';
import { EXPENSES, whyNotOwn } from '@dmse/domain/states/approver';
import { reimbursementFor } from '@dmse/domain/states/expense';
import type { z } from 'zod';
import type { Context } from '../../../call/context.ts';
import { invalid, refuse } from '../../../call/refusal.ts';
import { findPersonName } from '../../../db/person-ref.ts';
import { getLockedThrough } from '../../../records/posted.ts';
import type { RowOf } from '../../../records/record.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import { listUnitCosts } from '../../work/staff-list/staff-list.service.ts';
import { loadAccounting, loadTaxRules } from '../accounting/accounting.service.ts';
import { getExpenseCategory, listCategoriesInUse } from '../category/category.service.ts';
import { getPlace } from './expense-place.service.ts';

export type ExpenseValues = Omit<z.infer<typeof ExpensePatch>, 'receipts' | 'approval' | 'comment'>;
type Before = RowOf<'expense'> | null;
type Whole = Required<{ [K in keyof ExpenseValues]: Exclude<ExpenseValues[K], undefined> }>;

const EMPTY = {
  vendor: '',
  category: null,
  account_code: '',
  tax_type: '',
  tax: 0,
  paid_from: null,
  job: null,
  task: null,
  is_billable: false,
  markup_pct: 0,
  as_agent: false,
  note: '',
};

/** What a category brings along, unless the person says otherwise: the account, the tax type, and the markup of what it is charged as. */
async function fromCategory(context: Context, id: number | null, date: string) {
  if (id === null) return { account_code: '', tax_type: '', markup_pct: 0 };
  const { account_code, tax_type, disbursement_type } = await getExpenseCategory(context, id);
  const costs =
    disbursement_type === null ? [] : (await listUnitCosts(context)).filter((cost) => cost.disbursement_type === disbursement_type);
  return { account_code, tax_type, markup_pct: latestOn(costs, date)?.markup_pct ?? 0 };
}

async function refuseUnknown(context: Context, next: Whole, before: Before): Promise<void> {
  const { tx, actor } = context;
  if (next.user !== before?.user) {
    refuse(whyNotOwn(next.user, actor, EXPENSES));
    if ((await findPersonName(tx, next.user)) === null) throw invalid({ user: 'There is no such person.' });
  }
  if (next.category !== null && next.category !== before?.category) {
    if (!(await listCategoriesInUse(context)).some(({ id }) => id === next.category))
      throw invalid({ category: 'There is no such category, or it is no longer used.' });
  }
  const { accounts, tax_types } = await loadAccounting(context);
  const isNew = (field: 'account_code' | 'tax_type' | 'paid_from') => Boolean(next[field]) && next[field] !== before?.[field];
  if (isNew('account_code') && !accounts.some(({ code, is_expense }) => code === next.account_code && is_expense))
    throw invalid({ account_code: 'There is no expense account with this code.' });
  if (isNew('tax_type') && !tax_types.some(({ code, can_apply_to_expenses }) => code === next.tax_type && can_apply_to_expenses))
    throw invalid({ tax_type: 'There is no tax type with this code for expenses.' });
  if (isNew('paid_from') && !accounts.some(({ code, is_expense_payments }) => code === next.paid_from && is_expense_payments))
    throw invalid({ paid_from: 'Expenses are not paid from an account with this code.' });
}

/** The tax as it was typed, where the receipt says so, or as it follows from the rules of the day. */
async function settleTax(context: Context, next: Whole, typed: number | undefined, before: Before): Promise<number> {
  const rules = (await loadTaxRules(context, await loadAccounting(context), next.date)).get(next.tax_type) ?? [];
  if (typed !== undefined) {
    const why = whyNotTax(typed, next.gross, rules);
    if (why) throw invalid({ tax: why.sentence });
    return typed;
  }
  const isSame = before !== null && before.gross === next.gross && before.date === next.date && before.tax_type === next.tax_type;
  return isSame ? before.tax : amountsOf(next.gross, rules).tax;
}

/** What an expense becomes by what was sent: everything that follows from it is worked out, and what cannot be is refused. */
export async function planExpense(context: Context, before: Before, sent: ExpenseValues) {
  const { actor, tx } = context;
  const patch = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<Whole>;
  const next = { user: actor.id, ...EMPTY, ...before, ...patch } as Whole;
  if (patch.job !== undefined && patch.task === undefined && patch.job !== before?.job) next.task = null;
  await refuseUnknown(context, next, before);
  const usual = await fromCategory(context, next.category, next.date);
  if (next.category !== (before?.category ?? null)) {
    next.account_code = patch.account_code ?? usual.account_code;
    next.tax_type = patch.tax_type ?? usual.tax_type;
  }
  const { category, is_billable, as_agent } = next;
  const isCharged = is_billable && !as_agent;
  const isRecharged = before?.category !== category || before.is_billable !== is_billable || before.as_agent !== as_agent;
  if (patch.markup_pct === undefined && isRecharged) next.markup_pct = isCharged ? usual.markup_pct : 0;
  refuse(whyNotCharge(next));

  const job = await getPlace(context, next.job, next.task);
  const closed_through = await getLockedThrough(tx, 'accounting');
  refuse(whyNotSaveExpense(next, { today: await getToday(context), closed_through, job }));
  if (before) refuse(whyPeriodClosed(before.date, closed_through));
  const amounts = withTax(next.gross, await settleTax(context, next, patch.tax, before));
  const { user, date, vendor, account_code, tax_type, paid_from, task, markup_pct, note, gross } = next;
  return {
    ...{ user, date, vendor, category, account_code, tax_type, gross, tax: amounts.tax, paid_from, job: next.job, task, note },
    ...{ is_billable, markup_pct, as_agent, charge: chargeOf({ ...next, ...amounts }), reimbursement: reimbursementFor(paid_from) },
  };
}
