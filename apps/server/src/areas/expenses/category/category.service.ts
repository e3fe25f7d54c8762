import type { RequestBody } from '@dmse/contract/endpoint';
import * as wire from '@dmse/contract/expenses/category';
import type { Context } from '../../../call/context.ts';
import { invalid, notFound } from '../../../call/refusal.ts';
import { type Changeable, changeRecord, createRecord, fieldsOf } from '../../../records/record.ts';
import { loadAccounting } from '../accounting/accounting.service.ts';
import * as categories from './category.queries.ts';

const categoryNoun: Changeable<'expense_category', wire.ExpenseCategory> = {
  noun: 'expense category',
  table: 'expense_category',
  nameOf: (row) => String(row.name),
  fields: fieldsOf(wire.expenseCategoryFields, { disbursement_type: (id, { tx }) => categories.findTypeName(tx, Number(id)) }),
  get: getExpenseCategory,
};

export const listExpenseCategories = ({ tx }: Context, filter: categories.CategoryFilter) => categories.list(tx, filter);

/** Those an expense may choose. */
export const listCategoriesInUse = ({ tx }: Pick<Context, 'tx'>) => categories.listInUse(tx);

export async function getExpenseCategory({ tx }: Pick<Context, 'tx'>, id: number): Promise<wire.ExpenseCategory> {
  const found = await categories.find(tx, id);
  if (!found) throw notFound();
  return found;
}

type Patch = RequestBody<typeof wire.updateExpenseCategory>;
type Held = Pick<wire.ExpenseCategory, 'account_code' | 'tax_type'>;

/** A code the firm does not have is refused; one that stands there already may stay. */
async function validateCategory(context: Context, patch: Patch, before: Held = { account_code: '', tax_type: '' }): Promise<void> {
  const { account_code, tax_type, disbursement_type } = patch;
  const { accounts, tax_types } = await loadAccounting(context);
  const hasAccount = accounts.some((account) => account.code === account_code && account.is_expense);
  if (account_code && account_code !== before.account_code && !hasAccount)
    throw invalid({ account_code: 'There is no expense account with this code.' });
  const hasTaxType = tax_types.some((type) => type.code === tax_type && type.can_apply_to_expenses);
  if (tax_type && tax_type !== before.tax_type && !hasTaxType)
    throw invalid({ tax_type: 'There is no tax type with this code for expenses.' });
  if (disbursement_type != null && (await categories.findTypeName(context.tx, disbursement_type)) === null)
    throw invalid({ disbursement_type: 'There is no such disbursement type.' });
}

export async function createExpenseCategory(context: Context, values: RequestBody<typeof wire.createExpenseCategory>) {
  await validateCategory(context, values);
  return getExpenseCategory(context, (await createRecord(context, categoryNoun, values)).id);
}

export function updateExpenseCategory(context: Context, id: number, patch: Patch) {
  return changeRecord(context, categoryNoun, id, async (before) => {
    await validateCategory(context, patch, before);
    return { values: patch };
  });
}
