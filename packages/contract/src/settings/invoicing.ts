import { whyNotPattern } from '@dmse/domain/jobs/numbering';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { line, optionalLine, paragraph } from '../common/fields.ts';

const code = optionalLine(20);
const RegistrationNumber = z.strictObject({ tax: line(20), number: line(40) });

/** How invoices are numbered, what a new line begins with, and what stands on every document. */
export const Invoicing = z.strictObject({
  number: field(
    line(40).refine((text) => whyNotPattern(text) === null, { error: ({ input }) => whyNotPattern(String(input)) ?? '' }),
    'Invoice number',
  ),
  needs_approval: field(z.boolean(), 'Project managers approve drafts'),
  time_account: field(code, 'Account of time and fees'),
  disbursement_account: field(code, 'Account of disbursements'),
  retainer_account: field(code, 'Account of retainers'),
  tax_type: field(code, 'Tax type of work'),
  untaxed_type: field(code, 'Tax type of what is not taxed'),
  /** Beside the HST number of the firm, which serves HST and GST. */
  registration_numbers: field(z.array(RegistrationNumber).max(10), 'Registration numbers of other taxes', {
    text: (value) => (value as z.infer<typeof RegistrationNumber>[]).map(({ tax, number }) => `${tax} ${number}`).join(', '),
  }),
  payment_text: field(paragraph(2000), 'How to pay'),
  interest_text: field(paragraph(500), 'Interest on what is overdue'),
});

export const INVOICE_SECTIONS = { invoicing: Invoicing } as const;
