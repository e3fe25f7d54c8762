/** An account of the firm's chart, with what it may be used for. */
export type Account = {
  name: string;
  code: string | null;
  description: string;
  is_expense_payments: boolean;
  is_expense: boolean;
  is_payments: boolean;
  is_preferred_petty_cash: boolean;
  is_preferred_checking: boolean;
};

/** Stands among the accounts an expense is paid from, without a code: the firm has not paid yet. */
export const AWAITING_PAYMENT: Account = {
  name: 'Awaiting Payment',
  code: null,
  description: '',
  is_expense_payments: true,
  is_expense: false,
  is_payments: false,
  is_preferred_petty_cash: false,
  is_preferred_checking: false,
};

/** What the form offers under Paid from, Awaiting Payment last. */
export function paidFromAccounts(accounts: readonly Account[]): Account[] {
  return [...accounts.filter((account) => account.is_expense_payments && account.code !== null), AWAITING_PAYMENT];
}

export function expenseAccounts(accounts: readonly Account[]): Account[] {
  return accounts.filter((account) => account.is_expense);
}

/** Work is booked to what is neither spent nor a place where money lies. */
export function isWorkAccount(account: Pick<Account, 'is_expense' | 'is_expense_payments' | 'is_payments'>): boolean {
  return !account.is_expense && !account.is_expense_payments && !account.is_payments;
}

/** Fails on a code nobody knows: a wrong code would be booked where nobody looks. */
export function accountOf(code: string | null, accounts: readonly Account[]): Account {
  const found = code === null ? AWAITING_PAYMENT : accounts.find((account) => account.code === code);
  if (!found) throw new RangeError(`There is no account with the code ${code}.`);
  return found;
}

export type TaxType = { code: string; name: string; can_apply_to_expenses: boolean; can_apply_to_revenue: boolean };

export function taxTypeOf<T extends TaxType>(code: string, types: readonly T[]): T {
  const found = types.find((type) => type.code === code);
  if (!found) throw new RangeError(`There is no tax type with the code ${code}.`);
  return found;
}

export function expenseTaxTypes<T extends TaxType>(types: readonly T[]): T[] {
  return types.filter((type) => type.can_apply_to_expenses);
}
