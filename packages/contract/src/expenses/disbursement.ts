import { proseDate } from '@dmse/domain/dates/local-date';
import { APPROVAL_STATES, BILLING_STATES } from '@dmse/domain/states/expense';
import { z } from 'zod';
import { amount } from '../common/amount.ts';
import { field } from '../common/field.ts';
import { Cents, EnteredDate, Id, JobId, LocalDate, PersonRef, paragraph, stamps, TaskId } from '../common/fields.ts';
import { HistoryEntry, HistoryQuery } from '../common/history.ts';
import { endpoint } from '../endpoint.ts';

const TypeRef = z.object({ id: Id, name: z.string(), unit: z.string() });

/** Mileage, monuments, equipment days: what the firm used of its own on a job. */
export const itemFields = {
  date: field(EnteredDate, 'Date', { text: (value) => proseDate(String(value)) }),
  task: field(TaskId.nullable(), 'Task'),
  disbursement_type: field(Id, 'Disbursement type'),
  quantity: field(z.number().positive('A quantity is above zero.').max(99_999_999), 'Quantity', { text: (value) => String(Number(value)) }),
  is_billable: field(z.boolean(), 'Billable'),
  note: field(paragraph(2000), 'Note'),
};
export const DisbursementItem = z.object({
  id: Id,
  user: PersonRef,
  date: LocalDate,
  job: z.object({ id: JobId, num: z.string() }),
  task: z.object({ id: TaskId, name: z.string() }).nullable(),
  disbursement_type: TypeRef,
  quantity: z.number(),
  is_billable: z.boolean(),
  note: z.string(),
  billing: z.enum(BILLING_STATES),
  /** As it was on the day, and stays. */
  unit_cost: Cents.optional(),
  markup_pct: amount(z.number()).optional(),
  cost: Cents.optional(),
  charge: Cents.optional(),
  ...stamps,
});
export type DisbursementItem = z.infer<typeof DisbursementItem>;

export const createItem = endpoint({
  post: '/api/expenses/item/',
  body: z
    .strictObject({ job: field(JobId, 'Job'), ...itemFields })
    .partial()
    .required({ job: true, date: true, disbursement_type: true, quantity: true }),
  response: DisbursementItem,
  status: 201,
  needs: 'expenses.own',
  summary: 'Enter mileage, monuments or equipment on a job, at the unit cost of the day',
});
export const getItem = endpoint({
  get: '/api/expenses/item/:id/',
  response: DisbursementItem,
  needs: 'expenses.own',
  summary: 'An internal disbursement',
});
export const updateItem = endpoint({
  patch: '/api/expenses/item/:id/',
  body: z.strictObject(itemFields).partial(),
  response: DisbursementItem,
  needs: 'expenses.own',
  summary: 'Change an internal disbursement; another day, type or quantity prices it anew',
});
export const removeItem = endpoint({
  delete: '/api/expenses/item/:id/',
  response: 'nothing',
  needs: 'expenses.own',
  summary: 'Delete an internal disbursement',
});
export const listItemHistory = endpoint({
  get: '/api/expenses/item/:id/history/',
  query: HistoryQuery,
  page: HistoryEntry,
  needs: 'expenses.own',
  summary: "An internal disbursement's history",
});

/** A line of the job's disbursements tab: somebody's expense, or an internal item. */
export const Disbursement = z.object({
  kind: z.enum(['expense', 'item']),
  id: Id,
  date: LocalDate,
  user: PersonRef,
  /** The vendor, or the disbursement type. */
  what: z.string(),
  task: z.object({ id: TaskId, name: z.string() }).nullable(),
  disbursement_type: TypeRef.nullable(),
  category: z.string().nullable(),
  /** Of an expense null. */
  quantity: z.number().nullable(),
  note: z.string(),
  is_billable: z.boolean(),
  /** Of an internal item null: it needs none. */
  approval: z.enum(APPROVAL_STATES).nullable(),
  billing: z.enum(BILLING_STATES),
  /** How the charge came about, in words. */
  charge_rule: amount(z.string()).optional(),
  cost: Cents.optional(),
  charge: Cents.optional(),
  version: z.int(),
  /** Whether you may open the expense, respectively change the item. */
  can_open: z.boolean(),
});
export type Disbursement = z.infer<typeof Disbursement>;
export const listDisbursements = endpoint({
  get: '/api/expenses/disbursement/',
  query: z.strictObject({
    job: JobId,
    task: TaskId.optional(),
    disbursement_type: Id.optional(),
    page: z.int().min(1).optional(),
    page_size: z.int().min(1).max(200).optional(),
  }),
  page: Disbursement,
  needs: 'work.read',
  summary: 'Expenses and internal items of a job, the newest first',
});

/** Budget against actual, by disbursement type; a type of null is what no category leads to. */
export const DisbursementSummary = z.object({
  types: z.array(
    z.object({
      disbursement_type: TypeRef.nullable(),
      budget_quantity: z.number(),
      /** Of internal items; expenses have no quantity. */
      actual_quantity: z.number(),
      count: z.int(),
      budget_amount: Cents.optional(),
      cost: Cents.optional(),
      charge: Cents.optional(),
    }),
  ),
});
export type DisbursementSummary = z.infer<typeof DisbursementSummary>;
export const getDisbursementSummary = endpoint({
  get: '/api/expenses/disbursement/summary/',
  query: z.strictObject({ job: JobId }),
  response: DisbursementSummary,
  needs: 'work.read',
  summary: "A job's disbursements against its budget, by disbursement type",
});
