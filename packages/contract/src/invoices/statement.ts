import { AGE_BUCKETS } from '@dmse/domain/invoices/age';
import { z } from 'zod';
import { Cents, ClientId, EnteredDate, InvoiceId, LocalDate } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';
import { DocumentMailing, MailsQueued, StatementMail } from './document.ts';

const invoiceRef = z.object({ id: InvoiceId, num: z.string() });

export const Statement = z.object({
  client: z.object({ id: ClientId, name: z.string() }),
  from: LocalDate,
  as_of: LocalDate,
  opening: Cents,
  /** What changed the account, each line with what was owed after it. */
  lines: z.array(
    z.object({ date: LocalDate, act: z.string(), says: z.string(), invoice: invoiceRef.nullable(), amount: Cents, balance: Cents }),
  ),
  closing: Cents,
  /** What is open on the day, by the due date. */
  open: z.array(z.object({ invoice: invoiceRef, date: LocalDate, due_date: LocalDate, total: Cents, balance: Cents })),
  ages: z.array(z.object({ bucket: z.enum(AGE_BUCKETS), amount: Cents })),
  /** What the client owes less its credit on no invoice, of this the part that is past due, and that credit. */
  balance: Cents,
  overdue: Cents,
  unapplied: Cents,
});
export type Statement = z.infer<typeof Statement>;

const Period = z.strictObject({
  /** Without one, 90 days before. */
  from: EnteredDate.optional(),
  /** Without one, today. */
  as_of: EnteredDate.optional(),
});

export const getStatement = endpoint({
  get: '/api/invoices/statement/:client/',
  query: Period,
  response: Statement,
  needs: 'invoices.read',
  summary: 'What a client owes on a day, how old it is, and how it came about',
});
export const statementPdf = endpoint({
  get: '/api/invoices/statement/:client/pdf/',
  query: Period,
  response: 'file',
  needs: 'invoices.read',
  heavy: true,
  summary: 'The statement of account of a client as a PDF',
});
export const getStatementMail = endpoint({
  get: '/api/invoices/statement/:client/mail/',
  query: Period,
  response: StatementMail,
  needs: 'invoices.read',
  summary: 'The mail a statement would be sent with',
});
export const mailStatement = endpoint({
  post: '/api/invoices/statement/:client/mail/',
  body: DocumentMailing.extend(Period.shape),
  response: MailsQueued,
  needs: 'invoices.write',
  summary: 'Mail the statement of account to the client',
});
