import { type Cents, sumCents } from '../money/cents.ts';
import { type TaxRule, type TaxTotal, taxOf } from '../money/tax.ts';
import type { LineKind } from './lines.ts';

type TaxedLine = { amount: Cents; tax_type: string };
/** By the code of a tax type, the rules it takes on the day of the invoice, in the province of the client. */
type RulesByType = ReadonlyMap<string, readonly Omit<TaxRule, 'valid_from' | 'valid_to' | 'province'>[]>;

export type InvoiceSums = { subtotal: Cents; line_taxes: Cents[]; taxes: TaxTotal[]; tax: Cents; total: Cents };

/**
 * What an invoice comes to: total = Σ lines + tax, the tax of every rule rounded half-up on every line, as the accounting system does. A
 * client who is exempt pays none. A line without a tax type has no tax; one with a type nobody knows is a mistake.
 */
export function invoiceSums(lines: readonly TaxedLine[], rules: RulesByType, is_exempt: boolean): InvoiceSums {
  const taxes = new Map<string, TaxTotal>();
  const line_taxes = lines.map(({ amount, tax_type }): Cents => {
    const taken = tax_type === '' ? [] : rules.get(tax_type);
    if (!taken) throw new RangeError(`There is no tax type with the code ${tax_type}.`);
    if (is_exempt) return 0;
    return sumCents(
      taken.map((rule) => {
        const tax = taxOf(amount, rule);
        const key = `${rule.code} ${rule.rate}`;
        const { code, name, rate } = rule;
        taxes.set(key, { code, name, rate, amount: sumCents([taxes.get(key)?.amount ?? 0, tax]) });
        return tax;
      }),
    );
  });
  const subtotal = sumCents(lines.map(({ amount }) => amount));
  const tax = sumCents(line_taxes);
  return { subtotal, line_taxes, taxes: [...taxes.values()], tax, total: sumCents([subtotal, tax]) };
}

/**
 * The tax type a new line gets. A retainer is taxed when the work is billed, not when it is asked for or drawn; what was paid as the
 * agent of the client has its tax in it.
 */
export function taxTypeFor({ kind, as_agent }: { kind: LineKind; as_agent: boolean }, types: { taxed: string; untaxed: string }): string {
  if (kind === 'text') return '';
  return kind === 'retainer' || as_agent ? types.untaxed : types.taxed;
}
