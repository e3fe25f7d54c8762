import { z } from 'zod';
import { field } from '../common/field.ts';
import { JobId, QuoteId } from '../common/fields.ts';

/** The job or the quote that work belongs to: exactly one of them. */
export const ownerFields = { job: JobId.optional(), quote: QuoteId.optional() };

export function hasOneOwner({ job, quote }: { job?: number | undefined; quote?: number | undefined }): boolean {
  return (job === undefined) !== (quote === undefined);
}
export const ONE_OWNER = { error: 'Name a job or a quote, one of them.', path: ['job'] };

/** A key between the keys of its neighbours (see the order-key rules). */
export const OrderKey = field(
  z
    .string()
    .min(1)
    .max(200)
    .regex(/^[0-9A-Za-z]+$/, 'This is not an order key.'),
  'Order',
  { text: () => null },
);
