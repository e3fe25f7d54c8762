import type { LocalDate } from '../dates/local-date.ts';
import { type Cents, sayCents } from '../money/cents.ts';
import type { TaxTotal } from '../money/tax.ts';

export type DocumentFacts = {
  supplier_name: string;
  date: LocalDate | null;
  total: Cents;
  taxes: readonly TaxTotal[];
  /** By the code of a tax, the number under which the firm is registered for it. */
  registration_numbers: Readonly<Record<string, string>>;
  buyer_name: string;
  descriptions: readonly string[];
  terms: string;
  exemption: { reason: string } | null;
};

/** One line of the checklist; `says` is what to do about it. */
export type CheckItem = { code: string; label: string; is_met: boolean; says: string };
type Check = { code: string; label: string; from: Cents; says: string; isMet: (facts: DocumentFacts) => boolean };

const isFilled = (text: string | undefined) => (text ?? '').trim() !== '';

/** What a buyer must find on an invoice to claim input tax credits, by its total with tax. */
const CHECKS: readonly Check[] = [
  {
    code: 'supplier',
    label: 'Name of the firm',
    from: 0,
    says: 'Enter the name of the firm in the settings.',
    isMet: ({ supplier_name }) => isFilled(supplier_name),
  },
  { code: 'date', label: 'Date', from: 0, says: 'Enter the date of the invoice.', isMet: ({ date }) => date !== null },
  {
    code: 'registration',
    label: 'Registration number of each tax',
    from: 100_00,
    says: 'Enter the tax registration number of the firm in the settings.',
    isMet: ({ taxes, registration_numbers }) => taxes.every(({ code, amount }) => amount === 0 || isFilled(registration_numbers[code])),
  },
  {
    code: 'exemption',
    label: 'Tax, or the reason why there is none',
    from: 100_00,
    says: 'Say why the client is exempt from tax.',
    isMet: ({ exemption }) => exemption === null || isFilled(exemption.reason),
  },
  {
    code: 'buyer',
    label: 'Name of the client',
    from: 500_00,
    says: 'Enter the name of the client.',
    isMet: ({ buyer_name }) => isFilled(buyer_name),
  },
  {
    code: 'description',
    label: 'Description of each line',
    from: 500_00,
    says: 'Describe every line.',
    isMet: ({ descriptions }) => descriptions.length > 0 && descriptions.every(isFilled),
  },
  { code: 'terms', label: 'Terms of payment', from: 500_00, says: 'Enter the terms of payment.', isMet: ({ terms }) => isFilled(terms) },
];

/** What the law asks of a document of this size, each met or not. */
export function craChecklist(facts: DocumentFacts): CheckItem[] {
  return CHECKS.filter(({ from }) => facts.total >= from).map(({ code, label, from, says, isMet }) => ({
    code,
    label: from === 0 ? label : `${label} (from ${sayCents(from)})`,
    is_met: isMet(facts),
    says,
  }));
}

/** What is missing before the invoice is submitted, in sentences. */
export function missingOnDocument(facts: DocumentFacts): string[] {
  return craChecklist(facts)
    .filter(({ is_met }) => !is_met)
    .map(({ says }) => says);
}
