import { MIRROR_KINDS, UPLOAD_STATES } from '@dmse/domain/accounting-link/documents';
import { UPLOAD_OPERATIONS, UPLOAD_STATUSES } from '@dmse/domain/states/upload';
import { z } from 'zod';
import { Cents, ClientId, Id, Instant, InvoiceId, PaymentId } from '../common/fields.ts';
import { anyOf } from '../common/paging.ts';
import { endpoint } from '../endpoint.ts';

/** One thing that is made, changed or voided over there. */
export const Upload = z.object({
  id: Id,
  kind: z.enum(MIRROR_KINDS),
  operation: z.enum(UPLOAD_OPERATIONS),
  /** What it is called over there: the number of an invoice, or a reference. */
  number: z.string(),
  client: z.object({ id: ClientId, name: z.string() }),
  invoice: z.object({ id: InvoiceId, num: z.string() }).nullable(),
  payment: PaymentId.nullable(),
  amount: Cents,
  /** What the document is over there now. */
  upload_status: z.enum(UPLOAD_STATUSES),
  state: z.enum(UPLOAD_STATES),
  attempts: z.int(),
  /** What the accounting system said, in its own words, and what helps. */
  says: z.string(),
  remedy: z.string(),
  /** When it is tried again, after it was tried and not ended. */
  next_on: Instant.nullable(),
  created_on: Instant,
  ended_on: Instant.nullable(),
});
export type Upload = z.infer<typeof Upload>;

export const listUploads = endpoint({
  get: '/api/xero/upload/',
  query: z.strictObject({
    state: anyOf(z.enum(UPLOAD_STATES)),
    invoice: InvoiceId.optional(),
    page: z.int().min(1).max(1_000_000).optional(),
    page_size: z.int().min(1).max(200).optional(),
  }),
  page: Upload,
  needs: 'invoices.read',
  summary: 'What was sent to the accounting system, the newest first',
});
export const retryUpload = endpoint({
  post: '/api/xero/upload/:id/retry/',
  response: Upload,
  needs: 'invoices.write',
  summary: 'Send what was refused again',
});
