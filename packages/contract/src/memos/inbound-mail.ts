import { z } from 'zod';
import { Id, Instant, JobId, MemoId, PersonRef, QuoteId } from '../common/fields.ts';
import { anyOf } from '../common/paging.ts';
import { endpoint } from '../endpoint.ts';
import { hasOneOwner, ONE_OWNER, ownerFields } from '../work/owner.ts';
import { MailView } from './memo.ts';

export const INBOUND_STATES = ['triage', 'filed', 'ignored', 'bounce', 'discarded'] as const;
const State = z.enum(INBOUND_STATES);

export const InboundMail = z.object({
  id: Id,
  from_address: z.string(),
  from_name: z.string(),
  recipients: z.array(z.string()),
  subject: z.string(),
  words: z.string(),
  state: State,
  /** Why it is where it is. */
  reason: z.string(),
  memo: MemoId.nullable(),
  suggested_job: z.object({ id: JobId, num: z.string() }).nullable(),
  suggested_quote: z.object({ id: QuoteId, num: z.string() }).nullable(),
  eml_url: z.string(),
  received_on: Instant,
  settled_on: Instant.nullable(),
  settled_by: PersonRef.nullable(),
});
export type InboundMail = z.infer<typeof InboundMail>;

export const listInboundMails = endpoint({
  get: '/api/staff/inbound-mail/',
  query: z.strictObject({
    query: z.string().max(200).optional(),
    state: anyOf(State),
    page: z.int().min(1).optional(),
    page_size: z.int().min(1).max(200).optional(),
  }),
  page: InboundMail,
  needs: 'mails.triage',
  summary: 'Mail that came in: the triage list, and what became of the rest',
});
export const getInboundMail = endpoint({
  get: '/api/staff/inbound-mail/:id/',
  response: InboundMail,
  needs: 'mails.triage',
  summary: 'A mail that came in',
});
export const viewInboundMail = endpoint({
  get: '/api/staff/inbound-mail/:id/view/',
  response: MailView,
  needs: 'mails.triage',
  summary: 'A mail that came in, cleaned for the sandboxed viewer',
});
export const fileInboundMail = endpoint({
  post: '/api/staff/inbound-mail/:id/file/',
  body: z.strictObject(ownerFields).refine(hasOneOwner, ONE_OWNER),
  response: InboundMail,
  needs: 'mails.triage',
  summary: 'Make a memo of a mail',
});
export const discardInboundMail = endpoint({
  post: '/api/staff/inbound-mail/:id/discard/',
  response: InboundMail,
  needs: 'mails.triage',
  summary: 'Put a mail aside; it can be filed later all the same',
});
export const restoreInboundMail = endpoint({
  post: '/api/staff/inbound-mail/:id/restore/',
  response: InboundMail,
  needs: 'mails.triage',
  summary: 'Put a mail that was set aside or ignored back on the triage list',
});
