import { PROPOSAL_STATES } from '@dmse/domain/accounting-link/documents';
import { PROPOSAL_KINDS } from '@dmse/domain/accounting-link/proposals';
import { z } from 'zod';
import { Cents, ClientId, Id, Instant, InvoiceId, LocalDate, PaymentId, PersonRef } from '../common/fields.ts';
import { anyOf } from '../common/paging.ts';
import { endpoint } from '../endpoint.ts';

/** Something done over there that is not here. */
export const AccountingProposal = z.object({
  id: Id,
  kind: z.enum(PROPOSAL_KINDS),
  says: z.string(),
  /** What accepting it does here; empty once it is decided. */
  effect: z.string(),
  client: z.object({ id: ClientId, name: z.string() }),
  invoice: z.object({ id: InvoiceId, num: z.string() }),
  amount: Cents,
  date: LocalDate.nullable(),
  state: z.enum(PROPOSAL_STATES),
  found_on: Instant,
  decided_on: Instant.nullable(),
  decided_by: PersonRef.nullable(),
  /** What was made here of it. */
  payment: PaymentId.nullable(),
});
export type AccountingProposal = z.infer<typeof AccountingProposal>;

export const listAccountingProposals = endpoint({
  get: '/api/xero/proposal/',
  query: z.strictObject({
    state: anyOf(z.enum(PROPOSAL_STATES)),
    page: z.int().min(1).max(1_000_000).optional(),
    page_size: z.int().min(1).max(200).optional(),
  }),
  page: AccountingProposal,
  needs: 'accounting.read',
  summary: 'What was done in the accounting system and waits for a decision here',
});
const decision = { response: AccountingProposal, needs: 'accounting.write' } as const;
export const acceptAccountingProposal = endpoint({
  post: '/api/xero/proposal/:id/accept/',
  ...decision,
  summary: 'Do here what was done over there',
});
export const declineAccountingProposal = endpoint({
  post: '/api/xero/proposal/:id/decline/',
  ...decision,
  summary: 'Leave what is here as it is; it is not asked again',
});
