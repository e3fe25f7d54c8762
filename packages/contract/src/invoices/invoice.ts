import { LANGUAGES, sayLanguage } from '@dmse/domain/clients/party';
import { proseDate } from '@dmse/domain/dates/local-date';
import { AGE_BUCKETS } from '@dmse/domain/invoices/age';
import { LINE_KINDS } from '@dmse/domain/invoices/lines';
import { ROLL_UPS } from '@dmse/domain/invoices/roll-up';
import { INVOICE_STATES, SETTLEMENTS } from '@dmse/domain/states/invoice';
import { UPLOAD_STATUSES } from '@dmse/domain/states/upload';
import { z } from 'zod';
import { field } from '../common/field.ts';
import {
  Cents,
  ClientId,
  DepositId,
  EnteredDate,
  Id,
  Instant,
  InvoiceId,
  JobId,
  LocalDate,
  line,
  Minutes,
  optionalLine,
  PaymentId,
  PersonRef,
  paragraph,
  stamps,
  TaskId,
} from '../common/fields.ts';
import { HistoryEntry, HistoryQuery } from '../common/history.ts';
import { anyOf, listQuery } from '../common/paging.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';

const MAX_CENTS = 100_000_000_00;
const Money = Cents.min(-MAX_CENTS, 'This is too much.').max(MAX_CENTS, 'This is too much.');
const day = { text: (value: unknown) => proseDate(String(value)) };

/** What stands on the document beside its lines. */
export const invoiceFields = {
  date: field(EnteredDate, 'Date', day),
  terms_days: field(z.int().min(0, 'Use 0 to 365 days.').max(365, 'Use 0 to 365 days.'), 'Terms', { unit: 'days' }),
  language: field(z.enum(LANGUAGES), 'Language', { text: sayLanguage }),
  reference: field(optionalLine(120), 'Client’s reference'),
  billing_name: field(optionalLine(200), 'Billed to'),
  billing_address: field(paragraph(500), 'Billing address'),
  note: field(paragraph(2000), 'Note'),
  is_tax_exempt: field(z.boolean(), 'Exempt from tax'),
  tax_exempt_reason: field(optionalLine(200), 'Reason for the exemption'),
  roll_up: field(z.enum(ROLL_UPS), 'Entries are shown by'),
  has_annex: field(z.boolean(), 'With a list of all entries'),
};
export const InvoicePatch = z.strictObject(invoiceFields).partial();

const Rest = z.strictObject({ act: z.enum(['hold', 'write off']), reason: optionalLine(200), amount: Money });
/** Work on a line: all of its amount, or a part of it, and what becomes of the rest. */
const LineEntry = z.strictObject({ item: z.string().max(80), amount: Money, rest: Rest.nullable() });

const lineFields = {
  kind: z.enum(LINE_KINDS),
  job: JobId.nullable(),
  task: TaskId.nullable(),
  description: line(1000),
  quantity: z.number().min(-99_999_999).max(99_999_999),
  unit: optionalLine(20),
  /** Without one the amount is typed, or follows from the entries. */
  unit_price: Money.nullable(),
  amount: Money,
  account_code: optionalLine(20),
  tax_type: optionalLine(20),
  division: optionalLine(80),
  activity: optionalLine(80),
  /** Of a progress line: how much of the fee is done in all, and the fee. */
  percent: z.number().min(0).max(999.999).nullable(),
  fee: Money.nullable(),
};
export const WrittenLine = z.strictObject({ ...lineFields, entries: z.array(LineEntry).max(5000) });
export type WrittenLine = z.infer<typeof WrittenLine>;

const ShownEntry = z.object({
  ...LineEntry.shape,
  date: LocalDate,
  who: z.string(),
  what: z.string(),
  /** What the document groups it by, beside who and when. Disbursements have no role. */
  task: z.string(),
  role: z.string(),
  minutes: Minutes.nullable(),
  rate: Cents.nullable(),
});
export const InvoiceLine = z.object({ ...lineFields, id: Id, tax: Cents, entries: z.array(ShownEntry) });
export type InvoiceLine = z.infer<typeof InvoiceLine>;

const client = z.object({ id: ClientId, name: z.string() });
const jobs = z.array(z.object({ id: JobId, num: z.string() }));
const head = {
  id: InvoiceId,
  /** Null until it is first submitted. */
  num: z.string().nullable(),
  state: z.enum(INVOICE_STATES),
  client,
  jobs,
  date: LocalDate,
  due_date: LocalDate,
  total: Cents,
  balance: Cents,
  settlement: z.enum(SETTLEMENTS),
  is_overdue: z.boolean(),
};

export const InvoiceRow = z.object({ ...head, reference: z.string(), updated_on: Instant, version: z.int() });
export type InvoiceRow = z.infer<typeof InvoiceRow>;

/** What may be done with it now, and why not. */
export const INVOICE_MOVES = ['SUBMITTED', 'EDITING', 'WRITTEN_OFF', 'RESTORED', 'DELETED', 'discard'] as const;
export type InvoiceMove = (typeof INVOICE_MOVES)[number];
const TaxTotal = z.object({ code: z.string(), name: z.string(), rate: z.number(), amount: Cents });
const CheckItem = z.object({ code: z.string(), label: z.string(), is_met: z.boolean(), says: z.string() });

/** What the accounting system has of it. `id` is what is sent again. */
export const UploadMark = z.object({
  id: Id,
  upload_status: z.enum(UPLOAD_STATUSES),
  says: z.string(),
  remedy: z.string(),
  is_waiting: z.boolean(),
  /** Why its PDF is not beside it; empty where it is, or is on its way. */
  pdf_says: z.string(),
});

/** A part of what is owed that is no longer, as the accounting system has it; revenue and tax stay as they are. */
const InvoiceCredit = z.object({ id: Id, date: LocalDate, amount: Cents, reason: z.string(), created_by: PersonRef.nullable() });

export const Invoice = z.object({
  ...head,
  ...invoiceFields,
  date: LocalDate,
  tax_province: z.string(),
  subtotal: Cents,
  tax: Cents,
  taxes: z.array(TaxTotal),
  /** What the client was told, by the version in force; it differs from the total while the invoice is edited. */
  issued_total: Cents,
  allocated: Cents,
  /** Credits for a part of it, and the write-off of the rest. */
  written_off: Cents,
  credits: z.array(InvoiceCredit),
  revision: z.int(),
  /** The reason of its last move. */
  reason: z.string(),
  editor: PersonRef.nullable(),
  approved_on: Instant.nullable(),
  approved_by: PersonRef.nullable(),
  approval_comment: z.string(),
  /** What it is in the accounting system; null while no link is kept or nothing was to be sent. */
  upload: UploadMark.nullable(),
  /** What the client has paid in advance and not been billed for. */
  retainer: Cents,
  lines: z.array(InvoiceLine),
  checklist: z.array(CheckItem),
  /** Every move, with the sentence that refuses it; null where it may be made. */
  moves: z.record(z.enum(INVOICE_MOVES), z.string().nullable()),
  can_edit: z.boolean(),
  why_not_edit: z.string().nullable(),
  can_approve: z.boolean(),
  ...stamps,
});
export type Invoice = z.infer<typeof Invoice>;
/** What whoever made or moved it is told: its lines without the work on them, which may be thousands of entries. */
export const MovedInvoice = Invoice.extend({ lines: z.array(InvoiceLine.omit({ entries: true })) });
export type MovedInvoice = z.infer<typeof MovedInvoice>;

export const INVOICE_ORDER = ['num', 'date', 'due_date', 'total', 'balance', 'updated_on'] as const;
const InvoiceFilter = z.strictObject({
  ...listQuery(INVOICE_ORDER),
  state: anyOf(z.enum(INVOICE_STATES)),
  settlement: anyOf(z.enum(SETTLEMENTS)),
  is_overdue: z.boolean().optional(),
  /** How long what is owed has been due. */
  age: anyOf(z.enum(AGE_BUCKETS)),
  client: ClientId.optional(),
  job: JobId.optional(),
  date_from: EnteredDate.optional(),
  date_to: EnteredDate.optional(),
});

export const listInvoices = endpoint({
  get: '/api/invoices/invoice/',
  query: InvoiceFilter,
  page: InvoiceRow,
  needs: 'invoices.read',
  summary: 'Invoices by words, state, client, job and date',
});
export const getInvoiceTotals = endpoint({
  get: '/api/invoices/totals/',
  query: InvoiceFilter.omit({ page: true, page_size: true, ordering: true }),
  response: z.object({ count: z.int(), total: Cents, balance: Cents, overdue: Cents }),
  needs: 'invoices.read',
  summary: 'What the invoices of a filter come to',
});
export const createInvoice = endpoint({
  post: '/api/invoices/invoice/',
  body: z.strictObject({
    client: ClientId,
    date: EnteredDate.optional(),
    /** Work that is ready, each with the turn it was seen at; it is claimed as a whole or not at all. */
    items: z
      .array(z.strictObject({ item: z.string().max(80), turn: z.int() }))
      .max(5000)
      .optional(),
  }),
  json_bytes: LARGE_JSON_BYTES,
  response: MovedInvoice,
  status: 201,
  needs: 'invoices.write',
  summary: 'Start a draft for a client, with the work that is given',
});
export const getInvoice = endpoint({
  get: '/api/invoices/invoice/:id/',
  response: Invoice,
  needs: 'invoices.read',
  summary: 'An invoice with its lines, and what may be done with it',
});
/** What a new line of a kind is booked to and taxed as. */
const LineDefaults = z.record(z.enum(LINE_KINDS), z.object({ account_code: z.string(), tax_type: z.string() }));
const Rule = z.object({ code: z.string(), name: z.string(), rate: z.number(), base_fraction: z.number() });
export const InvoiceChoices = z.object({
  accounts: z.array(z.object({ code: z.string(), name: z.string() })),
  /** With the rules they take on the day of the invoice in the province of the client. */
  tax_types: z.array(z.object({ code: z.string(), name: z.string(), rules: z.array(Rule) })),
  division_tracking_options: z.array(z.string()),
  activity_tracking_options: z.array(z.string()),
  line_defaults: LineDefaults,
  /** The open jobs of the client and those that are on the invoice. */
  jobs: z.array(
    z.object({
      id: JobId,
      num: z.string(),
      desc: z.string(),
      fee_cap: Cents.nullable(),
      billed: Cents,
      /** How much of its fee is earned, as whoever runs the job has accepted it. */
      progress: z.number().nullable(),
      /** `previous`: what other invoices have billed of its fee by progress lines. */
      tasks: z.array(z.object({ id: TaskId, name: z.string(), budget_amount: Cents, previous: Cents })),
    }),
  ),
});
export type InvoiceChoices = z.infer<typeof InvoiceChoices>;
export const getInvoiceChoices = endpoint({
  get: '/api/invoices/invoice/:id/choices/',
  response: InvoiceChoices,
  needs: 'invoices.read',
  summary: 'What the lines of an invoice choose from, and what its tax is reckoned by',
});
export const updateInvoice = endpoint({
  patch: '/api/invoices/invoice/:id/',
  body: InvoicePatch,
  response: Invoice,
  needs: 'invoices.write',
  summary: 'Change what stands on a draft, or on the version being edited',
});
export const setInvoiceLines = endpoint({
  put: '/api/invoices/invoice/:id/lines/',
  body: z.strictObject({ lines: z.array(WrittenLine).max(1000) }),
  json_bytes: LARGE_JSON_BYTES,
  response: Invoice,
  needs: 'invoices.write',
  summary: 'Make the lines of a draft what is given, in this order; work that is named is claimed, work that is left out is released',
});
export const moveInvoice = endpoint({
  post: '/api/invoices/invoice/:id/move/',
  body: z.strictObject({ to: z.enum(INVOICE_MOVES), reason: optionalLine(500).optional() }),
  response: MovedInvoice,
  needs: 'invoices.write',
  summary: 'Submit, edit, give up the edit, write off, restore or delete an invoice',
});
export const reverseInvoiceCredit = endpoint({
  post: '/api/invoices/invoice/:id/credit/reverse/',
  body: z.strictObject({ credit: Id, reason: line(500) }),
  response: MovedInvoice,
  needs: 'accounting.write',
  summary: 'Take back a credit for a part of an invoice: it is owed again',
});
export const approveInvoice = endpoint({
  post: '/api/invoices/invoice/:id/approve/',
  body: z.strictObject({ is_approved: z.boolean(), comment: optionalLine(500).optional() }),
  response: Invoice,
  needs: 'invoices.read',
  summary: 'Approve a draft as the project manager of its jobs, or take that back',
});
export const listInvoiceHistory = endpoint({
  get: '/api/invoices/invoice/:id/history/',
  query: HistoryQuery,
  page: HistoryEntry,
  needs: 'invoices.read',
  summary: "An invoice's history",
});

/** The books: every posting, in the order it was made. */
export const JournalRow = z.object({
  id: Id,
  posting: z.int(),
  date: LocalDate,
  account: z.string(),
  code: z.string(),
  client: client.nullable(),
  invoice: z.object({ id: InvoiceId, num: z.string().nullable() }).nullable(),
  payment: PaymentId.nullable(),
  deposit: DepositId.nullable(),
  says: z.string(),
  amount: Cents,
});
const Period = { date_from: EnteredDate.optional(), date_to: EnteredDate.optional() };
export const listJournal = endpoint({
  get: '/api/invoices/journal/',
  query: z.strictObject({ ...listQuery(['date']), ...Period, invoice: InvoiceId.optional() }),
  page: JournalRow,
  needs: 'ledger.check',
  summary: 'The journal, posting by posting',
});
export const getTrialBalance = endpoint({
  get: '/api/invoices/trial-balance/',
  query: z.strictObject({ ...Period }),
  response: z.object({
    rows: z.array(z.object({ account: z.string(), code: z.string(), debit: Cents, credit: Cents, balance: Cents })),
  }),
  needs: 'ledger.check',
  summary: 'Every account with its debits, its credits and its balance',
});
