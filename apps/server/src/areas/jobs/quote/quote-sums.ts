import type { BillingType } from '@dmse/domain/jobs/billing-types';
import { isEstimate, quotedLines } from '@dmse/domain/jobs/fee';
import { addCents, type Cents, sumCents } from '@dmse/domain/money/cents';
import { sayTaxRate, taxOnLines } from '@dmse/domain/money/tax';
import type { QuoteDocument } from '../../../adapters/documents/quote-document.ts';
import type { TaxFor } from '../../invoices/tax-rule/tax-rule.service.ts';

type Quoted = { billing_type: BillingType; fee_cap: Cents | null };
type Sums = Pick<QuoteDocument, 'sums' | 'basis' | 'has_rows'>;

/** What stands under the rows of a quote: the fee, each tax with its rate, and what it comes to. */
export function sumsOf(quoted: Quoted, tasks: readonly Cents[], tax: TaxFor, say: (cents: Cents) => string): Sums & { price: Cents } {
  const { billing_type, fee_cap } = quoted;
  const budget = sumCents(tasks);
  const lines = quotedLines(quoted, tasks);
  const price = sumCents(lines);
  const isCapped = billing_type === 'hourly with cap' && budget > price;
  const taxes = taxOnLines(lines, tax.rules);
  const fees = isEstimate(billing_type)
    ? [
        { label: 'Estimated fees, before tax', amount: say(budget), is_strong: !isCapped },
        ...(isCapped ? [{ label: 'Capped at, before tax', amount: say(price), is_strong: true }] : []),
      ]
    : [{ label: 'Fixed fee, before tax', amount: say(price), is_strong: true }];
  const exempt =
    tax.exempt === null ? [] : [{ label: tax.exempt ? `Tax exempt: ${tax.exempt}` : 'Tax exempt', amount: say(0), is_strong: false }];
  const taxed = taxes.map(({ name, rate, amount }) => ({ label: `${name} ${sayTaxRate(rate)}`, amount: say(amount), is_strong: false }));
  const total = {
    label: isCapped ? 'Total, at most' : isEstimate(billing_type) ? 'Estimated total' : 'Total',
    amount: say(addCents(price, ...taxes.map(({ amount }) => amount))),
    is_strong: true,
  };
  const isTaxKnown = taxed.length + exempt.length > 0;
  return {
    price,
    has_rows: isEstimate(billing_type) || price === budget,
    sums: [...fees, ...exempt, ...taxed, ...(isTaxKnown ? [total] : [])],
    basis: [
      ...(billing_type === 'hourly' ? ['Time is charged as worked; the amounts are an estimate.'] : []),
      ...(billing_type === 'hourly with cap' ? [`Time is charged as worked, up to ${say(fee_cap ?? 0)} before tax.`] : []),
      ...(isTaxKnown ? [] : ['Applicable taxes are extra.']),
    ].join(' '),
  };
}
