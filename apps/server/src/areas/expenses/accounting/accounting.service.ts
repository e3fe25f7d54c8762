import type { AccountingSettings } from '@dmse/contract/expenses/accounting';
import type { LocalDate } from '@dmse/domain/dates/local-date';
import { AWAITING_PAYMENT } from '@dmse/domain/expenses/accounts';
import type { TaxRule } from '@dmse/domain/money/tax';
import type { Context } from '../../../call/context.ts';
import { findLinkedChart } from '../../accounting/link/linked-chart.service.ts';
import { getTaxFor } from '../../invoices/tax-rule/tax-rule.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';

/** The firm's accounts and tax types: those of the accounting system where there is a link, else its own. */
export async function loadAccounting({ tx }: Pick<Context, 'tx'>) {
  const own = await getSection(tx, 'account_codes');
  return (await findLinkedChart(tx, own)) ?? own;
}
export type Accounting = Awaited<ReturnType<typeof loadAccounting>>;

export async function getAccountingSettings(context: Context): Promise<AccountingSettings> {
  const { accounts, ...lists } = await loadAccounting(context);
  return { accounts: [...accounts, AWAITING_PAYMENT], ...lists };
}

/** By tax type, the rules of the firm's own province that it takes on a day. */
export async function loadTaxRules(
  context: Pick<Context, 'tx'>,
  { tax_types }: Pick<Accounting, 'tax_types'>,
  date: LocalDate,
): Promise<Map<string, TaxRule[]>> {
  const { rules } = await getTaxFor(context, null, date);
  const takes = (codes: readonly string[], { code }: TaxRule) => codes.some((one) => one.toUpperCase() === code.toUpperCase());
  return new Map(tax_types.map(({ code, tax_codes }) => [code, rules.filter((rule) => takes(tax_codes, rule))]));
}
