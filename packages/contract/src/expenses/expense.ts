import { proseDate } from '@dmse/domain/dates/local-date';
import { sayCents } from '@dmse/domain/money/cents';
import { APPROVAL_STATES, BILLING_STATES, REIMBURSEMENT_STATES } from '@dmse/domain/states/expense';
import { z } from 'zod';
import { amount } from '../common/amount.ts';
import { field } from '../common/field.ts';
import {
  Cents,
  EnteredDate,
  ExpenseId,
  Id,
  Instant,
  JobId,
  LocalDate,
  optionalLine,
  PaidCents,
  PersonRef,
  paragraph,
  stamps,
  TaskId,
  UserId,
} from '../common/fields.ts';
import { HistoryEntry, HistoryQuery } from '../common/history.ts';
import { anyOf, listQuery } from '../common/paging.ts';
import { endpoint } from '../endpoint.ts';

const MAX_CENTS = 100_000_000_00;
const Paid = PaidCents.min(-MAX_CENTS, 'This is too much.').max(MAX_CENTS, 'This is too much.');
const inCents = { text: (value: unknown) => sayCents(Number(value)) };
const Percent = amount(z.number().min(0, 'A markup is not below zero.').max(999, 'Use at most 999 %.'));
const MAX_RECEIPTS = 20;

/** What a person enters. Tax, account and tax type follow from the category and the day where they are left out. */
export const expenseFields = {
  user: field(UserId, 'Person'),
  date: field(EnteredDate, 'Date', { text: (value) => proseDate(String(value)) }),
  vendor: field(optionalLine(120), 'Vendor'),
  category: field(Id.nullable(), 'Category'),
  account_code: field(optionalLine(20), 'Account'),
  tax_type: field(optionalLine(20), 'Tax type'),
  /** With tax; below zero for a refund. */
  gross: field(Paid, 'Total', inCents),
  tax: field(Paid, 'Tax', inCents),
  /** An account's code; null is Awaiting Payment: the firm owes it to the person. */
  paid_from: field(optionalLine(20).min(1, 'Choose an account, or Awaiting Payment.').nullable(), 'Paid from'),
  job: field(JobId.nullable(), 'Job'),
  task: field(TaskId.nullable(), 'Task'),
  is_billable: field(z.boolean(), 'Billable'),
  markup_pct: field(Percent, 'Markup', { unit: '%' }),
  as_agent: field(z.boolean(), 'Paid as agent of the client'),
  note: field(paragraph(2000), 'Note'),
};

const Receipt = z.object({
  id: Id,
  name: z.string(),
  mime_type: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  url: z.string(),
  thumbnail_url: z.string().nullable(),
});
export type Receipt = z.infer<typeof Receipt>;

/** The three facts, none of which decides another. */
const facts = {
  approval: z.enum(APPROVAL_STATES),
  reimbursement: z.enum(REIMBURSEMENT_STATES),
  billing: z.enum(BILLING_STATES),
};
const answer = {
  id: ExpenseId,
  user: PersonRef,
  date: LocalDate,
  vendor: z.string(),
  category: z.object({ id: Id, name: z.string() }).nullable(),
  gross: PaidCents,
  tax: PaidCents,
  net: PaidCents,
  paid_from: z.string().nullable(),
  job: z.object({ id: JobId, num: z.string(), desc: z.string() }).nullable(),
  is_billable: z.boolean(),
  ...facts,
  /** What the client is charged before tax. */
  charge: Cents.optional(),
};

export const ExpenseRow = z.object({
  ...answer,
  receipt_count: z.int(),
  /** Why it was rejected. */
  comment: z.string(),
  updated_on: Instant,
  version: z.int(),
  /** Whether you may approve it once it is submitted. */
  can_approve: z.boolean(),
});
export type ExpenseRow = z.infer<typeof ExpenseRow>;

export const Expense = z.object({
  ...answer,
  account_code: z.string(),
  tax_type: z.string(),
  task: z.object({ id: TaskId, name: z.string() }).nullable(),
  markup_pct: Percent.optional(),
  as_agent: z.boolean(),
  note: z.string(),
  comment: z.string(),
  receipts: z.array(Receipt),
  /** Others that may be the same, each in a sentence. */
  duplicates: z.array(z.object({ id: ExpenseId, is_same_receipt: z.boolean(), says: z.string() })),
  /** Whether you may change its fields as it stands. */
  can_edit: z.boolean(),
  /** Why not, in words. */
  why_not_edit: z.string().nullable(),
  can_approve: z.boolean(),
  ...stamps,
});
export type Expense = z.infer<typeof Expense>;

const receipts = field(z.array(Id).max(MAX_RECEIPTS, `Attach at most ${MAX_RECEIPTS} receipts.`), 'Receipts');
export const ExpensePatch = z
  .strictObject({
    ...expenseFields,
    receipts,
    approval: field(z.enum(APPROVAL_STATES), 'Approval'),
    comment: field(optionalLine(500), 'Comment'),
  })
  .partial();
export const NewExpense = z
  .strictObject({ ...expenseFields, receipts })
  .partial()
  .required({ date: true, gross: true });

export const EXPENSE_ORDER = ['date', 'vendor', 'gross', 'approval', 'reimbursement', 'updated_on'] as const;
export const ExpenseFilter = z.strictObject({
  ...listQuery(EXPENSE_ORDER),
  mine: z.boolean().optional(),
  /** What waits for you: submitted by the people you supervise, or by everybody but you for an Expenses Admin. */
  to_approve: z.boolean().optional(),
  user: UserId.optional(),
  job: JobId.optional(),
  job_num: z.string().max(40).optional(),
  category: anyOf(Id),
  approval: anyOf(z.enum(APPROVAL_STATES)),
  reimbursement: anyOf(z.enum(REIMBURSEMENT_STATES)),
  billing: anyOf(z.enum(BILLING_STATES)),
  date_from: EnteredDate.optional(),
  date_to: EnteredDate.optional(),
});

export const listExpenses = endpoint({
  get: '/api/expenses/expense/',
  query: ExpenseFilter,
  page: ExpenseRow,
  needs: 'expenses.read',
  summary: 'Your expenses and those of the people you supervise; all of them for an Expenses Admin',
});
export const createExpense = endpoint({
  post: '/api/expenses/expense/',
  body: NewExpense,
  response: Expense,
  status: 201,
  needs: 'expenses.own',
  summary: 'Enter an expense; others that may be the same are named in the answer',
});
export const getExpense = endpoint({
  get: '/api/expenses/expense/:id/',
  response: Expense,
  needs: 'expenses.read',
  summary: 'An expense',
});
export const updateExpense = endpoint({
  patch: '/api/expenses/expense/:id/',
  body: ExpensePatch,
  response: Expense,
  needs: 'expenses.approve',
  summary: 'Change an expense, submit it, take it back, approve it, or reject it with a comment',
});
const Versioned = z.strictObject({ id: ExpenseId, version: z.int() });
export const approveExpenses = endpoint({
  post: '/api/expenses/expense/approve/',
  body: z.strictObject({
    /** Back to SUBMITTED takes the approval back. */
    approval: z.enum(['APPROVED', 'SUBMITTED']),
    expenses: z.array(Versioned).min(1).max(500),
  }),
  response: z.object({ changed: z.array(Versioned), refused: z.array(z.object({ id: ExpenseId, sentence: z.string() })) }),
  needs: 'expenses.approve',
  summary: 'Approve many expenses, or take their approval back; those that cannot be are named',
});
export const removeExpense = endpoint({
  delete: '/api/expenses/expense/:id/',
  response: 'nothing',
  needs: 'expenses.own',
  summary: 'Delete an expense that has not been submitted',
});
export const listExpenseHistory = endpoint({
  get: '/api/expenses/expense/:id/history/',
  query: HistoryQuery,
  page: HistoryEntry,
  needs: 'expenses.read',
  summary: "An expense's history",
});

/** What the form of an expense offers, and how its tax is computed. */
export const ExpenseSettings = z.object({
  categories: z.array(
    z.object({ id: Id, name: z.string(), account_code: z.string(), tax_type: z.string(), disbursement_type: Id.nullable() }),
  ),
  tax_types: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      /** Those that hold on the day asked for. */
      rules: z.array(z.object({ code: z.string(), rate: z.number(), base_fraction: z.number() })),
    }),
  ),
  accounts: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Awaiting Payment last, without a code. */
  paid_from: z.array(z.object({ code: z.string().nullable(), name: z.string() })),
  /** Whose expenses you may approve. */
  supervises: z.array(PersonRef),
});
export type ExpenseSettings = z.infer<typeof ExpenseSettings>;
export const getExpenseSettings = endpoint({
  get: '/api/expenses/settings/',
  query: z.strictObject({ date: EnteredDate.optional() }),
  response: ExpenseSettings,
  needs: 'expenses.read',
  summary: 'What an expense chooses from, with the tax rules of a day',
});
