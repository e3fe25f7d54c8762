import { INVOICE_PLACES, STATEMENT_PLACES, whyNotMailText } from '@dmse/domain/invoices/mail-text';
import { whyNotPattern } from '@dmse/domain/jobs/numbering';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { line, optionalLine, paragraph } from '../common/fields.ts';

const code = optionalLine(20);
const RegistrationNumber = z.strictObject({ tax: line(20), number: line(40) });

function mailText<S extends z.ZodType<string>>(schema: S, places: readonly string[]) {
  return schema.refine((text) => whyNotMailText(text, places) === null, {
    error: ({ input }) => whyNotMailText(String(input), places) ?? '',
  });
}

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
  payment_text_fr: field(paragraph(2000), 'How to pay, in French'),
  interest_text_fr: field(paragraph(500), 'Interest on what is overdue, in French'),
  invoice_subject: field(mailText(line(200), INVOICE_PLACES), 'Subject of an invoice'),
  invoice_message: field(mailText(paragraph(5000), INVOICE_PLACES), 'Message with an invoice'),
  invoice_subject_fr: field(mailText(line(200), INVOICE_PLACES), 'Subject of an invoice, in French'),
  invoice_message_fr: field(mailText(paragraph(5000), INVOICE_PLACES), 'Message with an invoice, in French'),
  statement_subject: field(mailText(line(200), STATEMENT_PLACES), 'Subject of a statement'),
  statement_message: field(mailText(paragraph(5000), STATEMENT_PLACES), 'Message with a statement'),
  statement_subject_fr: field(mailText(line(200), STATEMENT_PLACES), 'Subject of a statement, in French'),
  statement_message_fr: field(mailText(paragraph(5000), STATEMENT_PLACES), 'Message with a statement, in French'),
});

export const INVOICE_SECTIONS = { invoicing: Invoicing } as const;
