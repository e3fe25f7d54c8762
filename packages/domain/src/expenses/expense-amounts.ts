import { type Cents, costOf, sayCents, subtractCents, sumCents } from '../money/cents.ts';
import { type TaxRule, taxIncluded } from '../money/tax.ts';
import type { Reason } from '../values/reason.ts';

type TaxShare = Pick<TaxRule, 'rate' | 'base_fraction'>;

/** What was paid, the tax in it and what remains: gross = net + tax, always. */
export type ExpenseAmounts = { gross: Cents; tax: Cents; net: Cents };

/** The amounts by the tax rules of the day; none where the category is not taxed. */
export function amountsOf(gross: Cents, rules: readonly TaxShare[]): ExpenseAmounts {
  return withTax(gross, sumCents(taxIncluded(gross, rules)));
}

/** The amounts with the tax as it stands on the receipt. */
export function withTax(gross: Cents, tax: Cents): ExpenseAmounts {
  return { gross, tax, net: subtractCents(gross, tax) };
}

/** A seller rounds line by line, so a receipt may differ by a cent for each tax. What differs by more has another tax type. */
const CENTS_PER_TAX = 1;

/** May this tax be typed instead of the computed one? */
export function whyNotTax(typed: Cents, gross: Cents, rules: readonly TaxShare[]): Reason {
  const { tax } = amountsOf(gross, rules);
  const allowed = CENTS_PER_TAX * rules.length;
  if (Math.abs(subtractCents(typed, tax)) <= allowed) return null;
  const sentence =
    rules.length === 0
      ? 'This category has no tax; choose another tax type.'
      : `The tax in ${sayCents(gross)} is ${sayCents(tax)}; it may differ by ${sayCents(allowed)}. Choose another tax type if the receipt says so.`;
  return { code: 'INVALID', sentence };
}

type Charged = ExpenseAmounts & { is_billable: boolean; as_agent: boolean; markup_pct: number };

/**
 * What the client is charged before tax. The tax the firm paid comes back to it, so the net is charged, with markup. What was paid as
 * the client's agent is passed on as it was paid, tax included.
 */
export function chargeOf({ gross, net, is_billable, as_agent, markup_pct }: Charged): Cents {
  if (!is_billable) return 0;
  return as_agent ? gross : costOf(1, net, markup_pct);
}

export function whyNotCharge({ as_agent, is_billable, markup_pct }: Omit<Charged, keyof ExpenseAmounts>): Reason {
  if (markup_pct < 0) return { code: 'INVALID', sentence: 'A markup is not below zero.' };
  if (as_agent && !is_billable) return { code: 'INVALID', sentence: 'What is paid as the agent of a client is billed to the client.' };
  if (as_agent && markup_pct !== 0) return { code: 'INVALID', sentence: 'What is paid as the agent of a client has no markup.' };
  return null;
}
