import type { AccountingSettings } from '@dmse/contract/expenses/accounting';
import type { SettingValue } from '@dmse/contract/settings/core';
import { trackingOf } from '@dmse/domain/accounting-link/remote-settings';
import type { Tx } from '../../../db/database.ts';
import * as links from './link.queries.ts';

type Chart = SettingValue<'account_codes'>;

/**
 * The chart as it is over there, in the shape of the firm's own: accounts and tracking are theirs; a tax type keeps the code the firm knows it
 * by where it is paired with one of ours. What the firm prefers, and which taxes a type takes, stays its own choice. Without a link, null.
 */
export async function findLinkedChart(tx: Tx, own: Chart): Promise<Chart | null> {
  const { state, settings, tax_types } = await links.read(tx);
  if (state !== 'connected' || !settings) return null;
  const ownCode = (remote: string) => Object.entries(tax_types).find(([, theirs]) => theirs === remote)?.[0] ?? remote;
  const { division, activity } = trackingOf(settings);
  const options = (name: string | null) => settings.tracking.find((one) => one.name === name)?.options ?? [];
  return {
    accounts: settings.accounts.map(
      ({ code, name, description, is_bank, is_expense, takes_payments }): AccountingSettings['accounts'][number] & { code: string } => {
        const kept = own.accounts.find((account) => account.code === code);
        const { is_preferred_petty_cash = false, is_preferred_checking = false } = kept ?? {};
        const pays = is_bank || takes_payments;
        return {
          code,
          name,
          description,
          is_expense_payments: pays,
          is_expense,
          is_payments: pays,
          is_preferred_petty_cash,
          is_preferred_checking,
        };
      },
    ),
    tax_types: settings.tax_types.map(({ code: remote, name, components, can_apply_to_expenses, can_apply_to_revenue }) => {
      const code = ownCode(remote);
      const tax_codes = own.tax_types.find((one) => one.code === code)?.tax_codes ?? components;
      return { code, name, can_apply_to_expenses, can_apply_to_revenue, tax_codes };
    }),
    division_tracking_options: options(division),
    activity_tracking_options: options(activity),
  };
}
