import { QUOTE_STATES } from '@dmse/domain/states/quote';
import { z } from 'zod';
import { amount } from '../common/amount.ts';
import { field } from '../common/field.ts';
import {
  Cents,
  ClientId,
  Email,
  EnteredDate,
  Id,
  Instant,
  LocalDate,
  optionalLine,
  PersonRef,
  paragraph,
  QuoteId,
  stamps,
  UserId,
} from '../common/fields.ts';
import { HistoryEntry, HistoryQuery } from '../common/history.ts';
import { anyOf, listQuery } from '../common/paging.ts';
import { endpoint, LARGE_JSON_BYTES, MEDIUM_JSON_BYTES } from '../endpoint.ts';
import { LocationPatch } from '../places/location.ts';
import { QUOTE_TEXT_DETAILS } from '../settings/office.ts';
import { MAIL_STATES } from '../staff/mail.ts';
import { Job } from './job.ts';
import { Department, NumRef, projectAnswer, projectFields } from './job-fields.ts';

export const QuoteState = z.enum(QUOTE_STATES);

export const QuoteRow = z.object({
  id: QuoteId,
  num: z.string(),
  desc: z.string(),
  long_desc: z.string(),
  client: ClientId.nullable(),
  client_name: z.string(),
  project_manager: PersonRef.nullable(),
  updated_on: Instant,
  state: QuoteState,
  job_types: z.array(z.string()),
  is_expired: z.boolean(),
  is_editable: z.boolean(),
  can_edit: z.boolean(),
  version: z.int(),
});
export type QuoteRow = z.infer<typeof QuoteRow>;

const QuoteMail = z.object({
  address: z.string(),
  state: z.enum(MAIL_STATES),
  /** The mail server's own words. */
  answer: z.string(),
  tries: z.int(),
  created_on: Instant,
});

export const QuoteRevision = z.object({
  id: Id,
  number: z.int(),
  valid_until: LocalDate,
  total: Cents.optional(),
  /** Where the frozen PDF is fetched from; absent for whoever may not see amounts. */
  pdf_url: amount(z.string()).optional(),
  /** To whom it was mailed, and what became of each mail. */
  mails: z.array(QuoteMail),
  created_on: Instant,
  created_by: PersonRef.nullable(),
});
export type QuoteRevision = z.infer<typeof QuoteRevision>;

export const Quote = z.object({
  id: QuoteId,
  ...projectAnswer,
  state: QuoteState,
  submitted_on: Instant.nullable(),
  valid_until: LocalDate.nullable(),
  is_expired: z.boolean(),
  lost_reason: z.string(),
  lost_note: z.string(),
  promoted_to: NumRef.nullable(),
  revision: field(z.int(), 'Revision'),
  /** The sum of its budget. */
  total: Cents.optional(),
  ...stamps,
});
export type Quote = z.infer<typeof Quote>;

/** The client's own address and those of its contacts; the PDF of the last revision goes along. */
export const QuoteMailing = z.strictObject({
  to: z.array(Email).min(1, 'Choose who gets it.').max(20, 'Use at most 20 addresses.'),
  text: paragraph(10_000).trim().min(1, 'Write a few words.'),
});

/** How much of a quote its PDF shows, and the texts written for this quote instead of the firm's. */
export const QuotePdf = z.strictObject({
  quote: QuoteId,
  detail: z.enum(QUOTE_TEXT_DETAILS).optional(),
  show_signature: z.boolean().optional(),
  show_minutes: z.boolean().optional(),
  introduction: z.string().max(5000).optional(),
  terms: z.string().max(20_000).optional(),
});

export const QuotePatch = z
  .strictObject({
    ...projectFields,
    state: field(QuoteState, 'State'),
    valid_until: field(EnteredDate, 'Valid until'),
    lost_reason: field(optionalLine(120), 'Lost reason'),
    lost_note: field(optionalLine(1000), 'Lost note'),
    /** When it is submitted: how its PDF looks and what it says, and who is mailed it. */
    document: QuotePdf.omit({ quote: true }),
    mail: QuoteMailing,
  })
  .partial();
export const NewQuote = z.strictObject(projectFields).partial().required({ desc: true });

export const QUOTE_ORDER = ['num', 'desc', 'client_name', 'project_manager', 'state', 'updated_on', 'created_on'] as const;
export const QuoteFilter = z.strictObject({
  ...listQuery(QUOTE_ORDER),
  state: anyOf(QuoteState),
  project_manager: UserId.optional(),
  job_types: anyOf(z.string().max(200)),
  discipline: anyOf(Department),
  client: ClientId.optional(),
});

export const listQuotes = endpoint({
  get: '/api/jobs/quote/',
  query: QuoteFilter,
  page: QuoteRow,
  needs: 'quotes.read',
  summary: 'Find quotes',
});
export const createQuote = endpoint({
  post: '/api/jobs/quote/',
  body: NewQuote,
  response: Quote,
  status: 201,
  needs: 'quotes.write',
  summary: 'Create a quote and number it',
});
export const getQuote = endpoint({ get: '/api/jobs/quote/:id/', response: Quote, needs: 'quotes.read', summary: 'A quote' });
export const updateQuote = endpoint({
  patch: '/api/jobs/quote/:id/',
  body: QuotePatch,
  response: Quote,
  needs: 'quotes.write',
  json_bytes: MEDIUM_JSON_BYTES,
  summary: 'Change a quote; submitting freezes a revision with its PDF',
});
export const listQuoteHistory = endpoint({
  get: '/api/jobs/quote/:id/history/',
  query: HistoryQuery,
  page: HistoryEntry,
  needs: 'quotes.read',
  summary: "A quote's history",
});
export const listQuoteRevisions = endpoint({
  get: '/api/jobs/quote/:id/revision/',
  query: HistoryQuery,
  page: QuoteRevision,
  needs: 'quotes.read',
  summary: 'What was sent to the client, for ever',
});
export const mailQuote = endpoint({
  post: '/api/jobs/quote/:id/mail/',
  body: QuoteMailing,
  response: QuoteRevision,
  needs: 'quotes.write',
  summary: 'Mail the last revision of a quote to its client',
});
export const setQuoteLocation = endpoint({
  patch: '/api/jobs/quote/:id/set-location/',
  body: LocationPatch,
  response: Quote,
  needs: 'quotes.write',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Say where a quote is',
});
export const populateQuoteDrive = endpoint({
  post: '/api/jobs/quote/:id/populate-drive/',
  response: z.object({ folder_url: z.string(), created: z.int() }),
  needs: 'quotes.write',
  summary: "Create the quote's folders on the firm's drive; what is there stays",
});
export const promoteQuote = endpoint({
  post: '/api/jobs/quote/:id/promote/',
  /** `accept`: an open quote is accepted first, in the same transaction. */
  body: z.strictObject({ accept: z.boolean().optional() }).optional(),
  response: Job,
  needs: 'quotes.write',
  summary: 'Make a job of an accepted quote; a second call answers the same job',
});
export const quotePdf = endpoint({
  post: '/api/jobs/quote/pdf/',
  body: QuotePdf,
  response: 'file',
  reads: true,
  needs: 'quotes.write',
  heavy: true,
  summary: 'The quote as a PDF for the client',
});
