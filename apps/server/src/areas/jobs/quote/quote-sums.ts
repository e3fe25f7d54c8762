import type { Language } from '@dmse/domain/clients/party';
import type { BillingType } from '@dmse/domain/jobs/billing-types';
import { isEstimate, quotedLines } from '@dmse/domain/jobs/fee';
import { FRENCH_TAXES, QUOTE_WORDS } from '@dmse/domain/jobs/quote-words';
import { addCents, type Cents, sumCents } from '@dmse/domain/money/cents';
import { sayTaxRate, taxOnLines } from '@dmse/domain/money/tax';
import type { QuoteDocument } from '../../../adapters/documents/quote-document.ts';
import type { TaxFor } from '../../invoices/tax-rule/tax-rule.service.ts';

type Quoted = { billing_type: BillingType; fee_cap: Cents | null };
type Saying = { say: (cents: Cents) => string; language: Language };

function sayTax(name: string, rate: number, language: Language): string {
  return language === 'fr'
    ? `${FRENCH_TAXES[name.toUpperCase()] ?? name} ${sayTaxRate(rate).replace('.', ',')}`
    : `${name} ${sayTaxRate(rate)}`;
}

type Sums = Pick<QuoteDocument, 'sums' | 'basis' | 'has_rows'>;

/** What stands under the rows of a quote: the fee, each tax with its rate, and what it comes to. */
export function sumsOf(quoted: Quoted, tasks: readonly Cents[], tax: TaxFor, { say, language }: Saying): Sums & { price: Cents } {
  const words = QUOTE_WORDS[language];
  const { billing_type, fee_cap } = quoted;
  const budget = sumCents(tasks);
  const lines = quotedLines(quoted, tasks);
  const price = sumCents(lines);
  const isCapped = billing_type === 'hourly with cap' && budget > price;
  const taxes = taxOnLines(lines, tax.rules);
  const fees = isEstimate(billing_type)
    ? [
        { label: words.estimated_fees, amount: say(budget), is_strong: !isCapped },
        ...(isCapped ? [{ label: words.capped_fees, amount: say(price), is_strong: true }] : []),
      ]
    : [{ label: words.fixed_fee, amount: say(price), is_strong: true }];
  const exempt = tax.exempt === null ? [] : [{ label: words.exempt(tax.exempt), amount: say(0), is_strong: false }];
  const taxed = taxes.map(({ name, rate, amount }) => ({ label: sayTax(name, rate, language), amount: say(amount), is_strong: false }));
  const total = {
    label: isCapped ? words.total_at_most : isEstimate(billing_type) ? words.total_estimated : words.total,
    amount: say(addCents(price, ...taxes.map(({ amount }) => amount))),
    is_strong: true,
  };
  const isTaxKnown = taxed.length + exempt.length > 0;
  return {
    price,
    has_rows: isEstimate(billing_type) || price === budget,
    sums: [...fees, ...exempt, ...taxed, ...(isTaxKnown ? [total] : [])],
    basis: [
      ...(billing_type === 'hourly' ? [words.as_worked] : []),
      ...(billing_type === 'hourly with cap' ? [words.as_worked_up_to(say(fee_cap ?? 0))] : []),
      ...(isTaxKnown ? [] : [words.taxes_extra]),
    ].join(' '),
  };
}
