import { z } from 'zod';
import { Email, Id, line, paragraph } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';
import { SentMail } from '../staff/mail.ts';

export const invoicePdf = endpoint({
  get: '/api/invoices/invoice/:id/pdf/',
  query: z.strictObject({
    /** A version by its number; without one the version in force. */
    revision: z.int().min(1).optional(),
    /** The draft, or the edit being written, as it would go out now. */
    preview: z.boolean().optional(),
  }),
  response: 'file',
  needs: 'invoices.read',
  heavy: true,
  summary: 'An invoice as a PDF: as it was sent, or what is being written',
});

const addresses = z.array(Email).max(20, 'Use at most 20 addresses.');
/** Everybody gets a mail of their own. */
export const DocumentMailing = z.strictObject({
  to: addresses.min(1, 'Choose who gets it.'),
  /** Others who get the same mail; people of the firm may be among them. */
  cc: addresses.optional(),
  subject: line(200),
  message: paragraph(10_000).trim().min(1, 'Write a few words.'),
});

const Draft = { to: z.array(z.string()), subject: z.string(), message: z.string() };
/** What a mail begins with, whom it may go to, and what became of those sent. */
export const InvoiceMail = z.object({
  ...Draft,
  known: z.array(z.string()),
  why_not: z.string().nullable(),
  mails: z.array(SentMail.extend({ revision: z.int() })),
});
export type InvoiceMail = z.infer<typeof InvoiceMail>;

export const getInvoiceMail = endpoint({
  get: '/api/invoices/invoice/:id/mail/',
  response: InvoiceMail,
  needs: 'invoices.read',
  summary: 'The mail an invoice would be sent with, and the mails it was sent with',
});
export const mailInvoice = endpoint({
  post: '/api/invoices/invoice/:id/mail/',
  body: DocumentMailing,
  response: InvoiceMail,
  needs: 'invoices.write',
  summary: 'Mail the version in force to the client',
});

export const StatementMail = z.object({ ...Draft, known: z.array(z.string()) });
export const MailsQueued = z.object({ mails: z.array(Id) });
