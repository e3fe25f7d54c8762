import { readRichText } from '@dmse/domain/memos/rich-text';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { Id, Instant, JobId, line, MemoId, optionalLine, PersonRef, QuoteId, stamps, TaskId } from '../common/fields.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';
import { MAIL_STATES } from '../staff/mail.ts';
import { hasOneOwner, ONE_OWNER, ownerFields } from '../work/owner.ts';

/** The editor's document; nodes and marks outside the allow-list are refused. */
const Document = z.record(z.string(), z.unknown());
function whyNotRichText(value: unknown): string | null {
  const reading = readRichText(value);
  return 'problem' in reading ? reading.problem : null;
}
const RichText = Document.refine((value) => whyNotRichText(value) === null, {
  error: ({ input }) => whyNotRichText(input) ?? 'This text cannot be kept.',
});

const Attachment = z.object({
  id: Id,
  name: z.string(),
  mime_type: z.string(),
  bytes: z.int(),
  url: z.string(),
  thumbnail_url: z.string().nullable(),
});

const Recipient = z.object({
  person: PersonRef.nullable(),
  address: z.string(),
  state: z.enum(MAIL_STATES),
  /** The mail server's own words. */
  answer: z.string(),
  tries: z.int(),
});

export const MemoRow = z.object({
  id: MemoId,
  title: z.string(),
  /** The first words of the text. */
  summary: z.string(),
  job: JobId.nullable(),
  quote: QuoteId.nullable(),
  task: z.object({ id: TaskId, name: z.string() }).nullable(),
  is_issue: z.boolean(),
  is_resolved: z.boolean(),
  attachment_count: z.int(),
  /** What is to be worried about among its recipients. */
  undelivered: z.int(),
  sender: z.string(),
  created_by: PersonRef.nullable(),
  created_on: Instant,
  updated_on: Instant,
});
export type MemoRow = z.infer<typeof MemoRow>;

export const Memo = z.object({
  id: MemoId,
  job: z.object({ id: JobId, num: z.string() }).nullable(),
  quote: z.object({ id: QuoteId, num: z.string() }).nullable(),
  task: z.object({ id: TaskId, name: z.string() }).nullable(),
  title: z.string(),
  text: Document,
  attachments: z.array(Attachment),
  is_issue: z.boolean(),
  is_resolved: z.boolean(),
  resolved_by: PersonRef.nullable(),
  resolved_on: Instant.nullable(),
  resolved_note: z.string(),
  recipients: z.array(Recipient),
  /** Who wrote it, when it came by mail from somebody without an account. */
  sender: z.string(),
  /** The mail it came from, to be shown in the sandboxed viewer. */
  original_url: z.string().nullable(),
  can_edit: z.boolean(),
  ...stamps,
});
export type Memo = z.infer<typeof Memo>;

/** Who gets a memo by mail without being asked for, and who else may be. */
export const MemoRecipients = z.object({
  told: z.array(z.object({ id: Id, full_name: z.string(), role: z.enum(['Project manager', 'Project lead']) })),
  /** Why `told` is empty, for the end of a sentence. */
  why_nobody: z.string().nullable(),
  /** Everybody else who may open the job or quote. */
  others: z.array(PersonRef),
});
export type MemoRecipients = z.infer<typeof MemoRecipients>;

/** What a mail brought along may be more than a person attaches. */
const MAX_KEPT_ATTACHMENTS = 5000;

const memoFields = {
  title: field(line(200), 'Title'),
  text: field(RichText, 'Memo text'),
  is_issue: field(z.boolean(), 'Issue'),
  task: field(TaskId.nullable(), 'Task'),
  attachments: field(z.array(Id).max(MAX_KEPT_ATTACHMENTS), 'Attachments'),
};
const newMemoFields = {
  ...memoFields,
  attachments: z.array(Id).max(50),
  /** People to mail besides the project manager and the leads. */
  recipients: z.array(Id).max(50),
};

export const listMemos = endpoint({
  get: '/api/jobs/memo/',
  query: z.strictObject({
    ...ownerFields,
    query: z.string().max(200).optional(),
    is_issue: z.boolean().optional(),
    is_resolved: z.boolean().optional(),
    page: z.int().min(1).optional(),
    page_size: z.int().min(1).max(200).optional(),
  }),
  page: MemoRow,
  needs: 'memos.read',
  summary: 'Memos of a job (with those of its quote) or of a quote, the newest first',
});
export const createMemo = endpoint({
  post: '/api/jobs/memo/',
  body: z
    .strictObject({ ...newMemoFields, ...ownerFields })
    .partial()
    .required({ title: true, text: true })
    .refine(hasOneOwner, ONE_OWNER),
  response: Memo,
  status: 201,
  needs: 'memos.write',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Write a memo; it is mailed to the project manager and the leads, and to those who are named besides',
});
export const getMemoRecipients = endpoint({
  get: '/api/jobs/memo-recipients/',
  query: z.strictObject(ownerFields).refine(hasOneOwner, ONE_OWNER),
  response: MemoRecipients,
  needs: 'memos.write',
  summary: 'Who a new memo would be mailed to, and who else may be named',
});
export const getMemo = endpoint({ get: '/api/jobs/memo/:id/', response: Memo, needs: 'memos.read', summary: 'A memo' });
export const updateMemo = endpoint({
  patch: '/api/jobs/memo/:id/',
  body: z
    .strictObject({ ...memoFields, is_resolved: field(z.boolean(), 'Resolved'), resolved_note: field(optionalLine(1000), 'Resolution') })
    .partial(),
  response: Memo,
  needs: 'memos.write',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Change a memo, resolve or reopen its issue',
});
/** A mail as the sandboxed viewer shows it: no script, no form, nothing from elsewhere. Empty `html`: it has only text. */
export const MailView = z.object({
  html: z.string(),
  text: z.string(),
  from: z.string(),
  subject: z.string(),
  date: Instant.nullable(),
  eml_url: z.string(),
});
export type MailView = z.infer<typeof MailView>;
export const getMemoOriginal = endpoint({
  get: '/api/jobs/memo/:id/original/',
  response: MailView,
  needs: 'memos.read',
  summary: 'The mail a memo came from, cleaned for the sandboxed viewer',
});
