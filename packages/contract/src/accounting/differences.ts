import { DIFFERENCE_KINDS } from '@dmse/domain/accounting-link/compare-ledgers';
import { z } from 'zod';
import { Cents, Id, Instant, InvoiceId } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

export const LedgerDifference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  subject: z.string(),
  here: Cents.nullable(),
  there: Cents.nullable(),
  cause: z.string(),
  action: z.enum(['send', 'accept', 'wait', 'look']),
  invoice: InvoiceId.nullable(),
  /** What is sent again, or accepted. */
  upload: Id.nullable(),
  proposal: Id.nullable(),
});
export type LedgerDifference = z.infer<typeof LedgerDifference>;

const Side = z.object({ documents: z.int(), total: Cents, tax: Cents, owed: Cents });
export const LedgerComparison = z.object({
  /** Null: never yet. */
  compared_on: Instant.nullable(),
  /** Asked for and not finished. */
  is_running: z.boolean(),
  /** Why the last one could not be finished; empty when it was. */
  failed: z.string(),
  here: Side,
  there: Side,
  /** Received here and not deposited: it goes over with its deposit, and is counted as owed until then. */
  undeposited: Cents,
  differences: z.array(LedgerDifference),
});
export type LedgerComparison = z.infer<typeof LedgerComparison>;

export const getLedgerComparison = endpoint({
  get: '/api/xero/differences/',
  response: LedgerComparison,
  needs: 'accounting.read',
  summary: 'The last comparison of both ledgers, to the cent',
});
export const compareLedgersNow = endpoint({
  post: '/api/xero/differences/',
  response: LedgerComparison,
  status: 202,
  needs: 'accounting.write',
  summary: 'Compare both ledgers now',
});
