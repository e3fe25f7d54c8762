import { whyNotPattern, whyNotPatterns } from '@dmse/domain/jobs/numbering';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { line, OptionalHost, optionalLine, paragraph } from '../common/fields.ts';

/** The sections about jobs, quotes, memos and places. */
function isUnique(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.toLowerCase())).size === names.length;
}
const names = z.array(line(80)).max(300).refine(isUnique, 'Each name may stand only once.');

const pattern = line(40).refine((text) => whyNotPattern(text) === null, {
  error: ({ input }) => whyNotPattern(String(input)) ?? 'Use a pattern such as YY-NNNN.',
});
const webAddress = z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Use an address that begins with https://.' })]);

export const JobLists = z.strictObject({
  job_types: field(names.min(1, 'Keep at least one job type.'), 'Job types'),
  lost_reasons: field(names.min(1, 'Keep at least one reason.'), 'Lost reasons'),
  /** By company, the fields that matter for its old files. */
  historical_company_relevant_fields: z.record(line(120), z.array(line(60)).max(20)),
});
const flag = z.boolean().default(false);
const AccountCode = z.strictObject({
  code: line(20),
  name: line(120),
  description: optionalLine(200).default(''),
  is_expense_payments: flag,
  is_expense: flag,
  is_payments: flag,
  is_preferred_petty_cash: flag,
  is_preferred_checking: flag,
});
const TaxTypeEntry = z.strictObject({
  code: line(20),
  name: line(80),
  can_apply_to_expenses: flag,
  can_apply_to_revenue: flag,
  /** The codes of the tax rules it takes, in the firm's own province; none for what is not taxed. */
  tax_codes: z.array(line(20)).max(10).default([]),
});
/** The firm's chart of accounts, and what else the accounting system has to know. */
export const AccountCodes = z.strictObject({
  accounts: field(
    z
      .array(AccountCode)
      .max(500)
      .refine((list) => isUnique(list.map(({ code }) => code)), 'Each code may stand only once.'),
    'Accounts',
  ),
  tax_types: field(
    z
      .array(TaxTypeEntry)
      .max(100)
      .refine((list) => isUnique(list.map(({ code }) => code)), 'Each code may stand only once.')
      .default([]),
    'Tax types',
  ),
  division_tracking_options: field(names.default([]), 'Divisions'),
  activity_tracking_options: field(names.default([]), 'Activities'),
});
/** Each by itself; together they must not give one number to a job and a quote. */
export const NumberingFields = z.strictObject({ job: field(pattern, 'Job number'), quote: field(pattern, 'Quote number') });
export const Numbering = NumberingFields.refine(({ job, quote }) => whyNotPatterns(job, quote) === null, {
  error: ({ input }) => {
    const { job, quote } = input as { job: string; quote: string };
    return whyNotPatterns(job, quote) ?? '';
  },
  path: ['quote'],
});
/** How much of the budget a client is shown unless a quote says otherwise. */
export const QUOTE_TEXT_DETAILS = ['totals', 'by task', 'by role'] as const;
export const QuoteTexts = z.strictObject({
  introduction: field(paragraph(5000), 'Introduction'),
  terms: field(paragraph(20_000), 'Terms'),
  acceptance: field(paragraph(5000), 'Acceptance'),
  introduction_fr: field(paragraph(5000), 'Introduction, in French'),
  terms_fr: field(paragraph(20_000), 'Terms, in French'),
  acceptance_fr: field(paragraph(5000), 'Acceptance, in French'),
  valid_days: field(z.int().min(1, 'Use at least one day.').max(365, 'Use at most 365 days.'), 'Days a quote is valid'),
  detail: field(z.enum(QUOTE_TEXT_DETAILS), 'Fees are shown'),
});
export const MemoTexts = z.strictObject({
  snippets: field(
    z
      .array(z.strictObject({ name: line(80), title: optionalLine(200), text: paragraph(5000) }))
      .max(200)
      .refine((list) => isUnique(list.map(({ name }) => name)), 'Each name may stand only once.'),
    'Ready-made memos',
  ),
});
export const FolderTemplate = z.strictObject({
  /** A folder on disk or a network share, or the address of a WebDAV drive; empty: none. */
  drive: field(optionalLine(500), 'Drive'),
  folders: field(
    z.array(line(200).regex(/^(?!\.{1,2}(\/|$))[^\\:*?"<>|]+$/, 'Use a plain folder name, with / between levels.')).max(200),
    'Folders',
  ),
});
export const Inbox = z.strictObject({
  /** The part after the @ of inbox addresses; empty switches them off. */
  domain: field(OptionalHost, 'Inbox domain'),
  imap_host: field(OptionalHost, 'IMAP host'),
  imap_port: field(z.int().min(1).max(65_535), 'IMAP port'),
  imap_user: field(optionalLine(200), 'IMAP user'),
  imap_folder: field(optionalLine(200), 'IMAP folder'),
  /** 0: no listener. */
  smtp_listen_port: field(z.int().min(0).max(65_535), 'SMTP listener port'),
  /** The name under which the firm's own mail server writes Authentication-Results. Once it is set, only what it passed is filed by itself. */
  authserv_id: field(optionalLine(200).optional(), 'Name of the mail server that checks senders'),
});
/** By section, the fields that say where a password of the server's environment is sent. Only IT changes them, and only who knows it. */
export const HOST_FIELDS = { inbox: ['imap_host', 'imap_port', 'imap_user'], folder_template: ['drive'] } as const;
export type HostSection = keyof typeof HOST_FIELDS;

const searchAddress = webAddress.refine((text) => text === '' || text.includes('{query}'), 'Put {query} where the words go.');
export const Geocoding = z.strictObject({
  /** Templates holding {query}; empty: the firm's own records and imported files. */
  address_url: field(searchAddress, 'Address search'),
  parcel_url: field(searchAddress, 'Parcel search'),
});

/** What the map shows beside a record. */
export const MapSettings = z.strictObject({
  near_metres: field(z.number().min(10, 'Use at least 10 m.').max(20_000, 'Use at most 20,000 m.'), 'Neighbours within', { unit: 'm' }),
});

export const OFFICE_SECTIONS = {
  job_lists: JobLists,
  account_codes: AccountCodes,
  numbering: Numbering,
  quote_texts: QuoteTexts,
  memo_texts: MemoTexts,
  folder_template: FolderTemplate,
  inbox: Inbox,
  geocoding: Geocoding,
  map: MapSettings,
} as const;
