import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const AccountingAccount = z.object({
  name: z.string(),
  /** Null for Awaiting Payment, which is no account: the firm has not paid yet. */
  code: z.string().nullable(),
  description: z.string(),
  is_expense_payments: z.boolean(),
  is_expense: z.boolean(),
  is_payments: z.boolean(),
  is_preferred_petty_cash: z.boolean(),
  is_preferred_checking: z.boolean(),
});
const AccountingTaxType = z.object({
  code: z.string(),
  name: z.string(),
  can_apply_to_expenses: z.boolean(),
  can_apply_to_revenue: z.boolean(),
});
export const AccountingSettings = z.object({
  accounts: z.array(AccountingAccount),
  tax_types: z.array(AccountingTaxType),
  division_tracking_options: z.array(z.string()),
  activity_tracking_options: z.array(z.string()),
});
export type AccountingSettings = z.infer<typeof AccountingSettings>;

export const getAccountingSettings = endpoint({
  get: '/api/xero/settings/',
  response: AccountingSettings,
  needs: 'settings.read',
  summary: "The firm's chart of accounts and its tax types, Awaiting Payment last",
});
