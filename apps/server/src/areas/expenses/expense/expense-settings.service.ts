import type { ExpenseSettings } from '@dmse/contract/expenses/expense';
import { expenseAccounts, expenseTaxTypes, paidFromAccounts } from '@dmse/domain/expenses/accounts';
import type { Context } from '../../../call/context.ts';
import { getToday } from '../../settings/setting/setting.service.ts';
import { loadAccounting, loadTaxRules } from '../accounting/accounting.service.ts';
import { listCategoriesInUse } from '../category/category.service.ts';
import { loadApprover } from './expense-access.service.ts';

/** What the form of an expense chooses from, with the tax rules of a day. */
export async function getExpenseSettings(context: Context, date: string | undefined): Promise<ExpenseSettings> {
  const accounting = await loadAccounting(context);
  const rules = await loadTaxRules(context, accounting, date ?? (await getToday(context)));
  const { people } = await loadApprover(context);
  return {
    categories: await listCategoriesInUse(context),
    tax_types: expenseTaxTypes(accounting.tax_types).map(({ code, name }) => ({ code, name, rules: rules.get(code) ?? [] })),
    accounts: expenseAccounts(accounting.accounts).map(({ code, name }) => ({ code: code ?? '', name })),
    paid_from: paidFromAccounts(accounting.accounts),
    supervises: people,
  };
}
