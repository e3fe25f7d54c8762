import { sayDuration } from '@dmse/domain/dates/duration';
import { typedCents } from '@dmse/domain/money/cents';
import { z } from 'zod';
import { amount } from '../common/amount.ts';
import { field } from '../common/field.ts';
import { Cents, Id, Instant, JobId, MilestoneId, Minutes, PersonRef, QuoteId, stamps } from '../common/fields.ts';
import { endpoint, LARGE_JSON_BYTES } from '../endpoint.ts';
import { hasOneOwner, ONE_OWNER, ownerFields } from './owner.ts';

const Quantity = z.number().min(0, 'Use 0 or more.').max(99_999_999);
const Percent = amount(z.number().min(0, 'Use 0 or more.').max(999, 'Use at most 999 %.'));

/** Milestone × (job role | disbursement type). Rates and amounts are absent for whoever may not see them. */
export const BudgetEntry = z.object({
  id: Id,
  job: JobId.nullable(),
  quote: QuoteId.nullable(),
  milestone: MilestoneId,
  job_role: Id.nullable(),
  disbursement_type: Id.nullable(),
  minutes: Minutes.nullable(),
  rate: Cents.nullable().optional(),
  /** Where the rate came from, in words. */
  rate_rule: amount(z.string()).optional(),
  quantity: z.number().nullable(),
  unit_cost: Cents.nullable().optional(),
  markup_pct: amount(z.number()).nullable().optional(),
  amount: field(Cents.optional(), 'Amount', { text: (value) => typedCents(Number(value)) }),
  /** The amount was scaled: it stands, and the minutes follow it. */
  is_scaled: z.boolean(),
  is_locked: z.boolean(),
  ...stamps,
});
export type BudgetEntry = z.infer<typeof BudgetEntry>;

const entryFields = {
  minutes: field(Minutes.min(0, 'Use 0 or more.').max(10_000_000), 'Time', { text: (value) => sayDuration(Number(value)) }),
  quantity: field(Quantity, 'Quantity', { text: (value) => String(Number(value)) }),
  unit_cost: field(Cents.min(0, 'Use 0 or more.'), 'Unit cost', { text: (value) => typedCents(Number(value)) }),
  markup_pct: field(Percent, 'Markup', { text: (value) => `${Number(value)} %` }),
  is_locked: field(z.boolean(), 'Locked'),
};
const lineOf = { milestone: MilestoneId, job_role: Id.optional(), disbursement_type: Id.optional() };
function hasOneKind({ job_role, disbursement_type }: { job_role?: number | undefined; disbursement_type?: number | undefined }): boolean {
  return (job_role === undefined) !== (disbursement_type === undefined);
}
const ONE_KIND = { error: 'Name a job role or a disbursement type, one of them.', path: ['job_role'] };

export const listBudget = endpoint({
  get: '/api/jobs/budget/',
  query: z.strictObject({ ...ownerFields, page: z.int().min(1).optional(), page_size: z.int().min(1).max(200).optional() }),
  page: BudgetEntry,
  needs: 'work.read',
  summary: 'The budget of a job or quote',
});
export const createBudgetEntry = endpoint({
  post: '/api/jobs/budget/',
  body: z.strictObject({ ...lineOf, ...z.strictObject(entryFields).partial().shape }).refine(hasOneKind, ONE_KIND),
  response: BudgetEntry,
  status: 201,
  needs: 'work.write',
  summary: 'Budget a role or a disbursement for a milestone',
});
export const updateBudgetEntry = endpoint({
  patch: '/api/jobs/budget/:id/',
  body: z.strictObject(entryFields).partial(),
  response: BudgetEntry,
  needs: 'work.write',
  summary: 'Change a budget entry; typed minutes drop a scaled amount',
});
export const removeBudgetEntry = endpoint({
  delete: '/api/jobs/budget/:id/',
  response: 'nothing',
  needs: 'work.write',
  summary: 'Take a row out of the budget',
});

/** What else a row held: sent to put it back exactly as it was, at the rate and the scaled amount it had. */
const HeldFigures = z.strictObject({
  rate: Cents.min(0).max(2_147_483_647).nullable(),
  rate_rule: amount(z.string().max(300)),
  unit_cost: Cents.min(0).nullable(),
  markup_pct: Percent.nullable(),
  amount: Cents.min(0),
  is_scaled: z.boolean(),
  is_locked: z.boolean(),
});
export type HeldFigures = z.infer<typeof HeldFigures>;

/**
 * A cell that was typed or pasted. Null minutes or a null quantity empty it, a null unit cost takes the usual one; what is left out stays.
 */
const Cell = z
  .strictObject({
    ...lineOf,
    minutes: entryFields.minutes.nullable().optional(),
    quantity: Quantity.nullable().optional(),
    unit_cost: entryFields.unit_cost.nullable().optional(),
    markup_pct: Percent.optional(),
    is_locked: z.boolean().optional(),
    held: HeldFigures.optional(),
    /** The version of the row the person was looking at, null where there was none; a row changed since is refused with CONFLICT. */
    version: z.int().nullable().optional(),
  })
  .refine(hasOneKind, ONE_KIND);
export type BudgetCell = z.infer<typeof Cell>;
export const BudgetAnswer = z.object({ entries: z.array(BudgetEntry) });
export const setBudgetCells = endpoint({
  post: '/api/jobs/budget/cells/',
  body: z.strictObject({ ...ownerFields, cells: z.array(Cell).min(1).max(2000) }).refine(hasOneOwner, ONE_OWNER),
  response: BudgetAnswer,
  needs: 'work.write',
  json_bytes: LARGE_JSON_BYTES,
  summary: 'Set many cells at once, all or none; answers every row of the milestones they stand in',
});
export const ScaleAnswer = z.object({
  from: Cents,
  to: Cents,
  rows: z.array(z.object({ id: Id, before: Cents, after: Cents, minutes: Minutes.nullable(), is_locked: z.boolean() })),
});
export type ScaleAnswer = z.infer<typeof ScaleAnswer>;
const scaleBody = z.strictObject({ ...ownerFields, total: Cents.min(0, 'Use 0 or more.') }).refine(hasOneOwner, ONE_OWNER);
export const previewScale = endpoint({
  post: '/api/jobs/budget/scale/preview/',
  body: scaleBody,
  response: ScaleAnswer,
  reads: true,
  needs: 'work.write',
  summary: 'What scaling to a total would give; writes nothing',
});
export const scaleBudget = endpoint({
  post: '/api/jobs/budget/scale/',
  body: scaleBody,
  response: z.object({ snapshot: Id, entries: z.array(BudgetEntry) }),
  needs: 'work.write',
  summary: 'Scale the budget to a total, proportions kept',
});
export const undoScale = endpoint({
  post: '/api/jobs/budget/scale/undo/',
  body: z.strictObject(ownerFields).refine(hasOneOwner, ONE_OWNER),
  response: BudgetAnswer,
  needs: 'work.write',
  summary: 'Take the last scaling back',
});
export const listScalings = endpoint({
  get: '/api/jobs/budget/scale/',
  query: z.strictObject(ownerFields),
  page: z.object({ id: Id, created_on: Instant, created_by: PersonRef.nullable(), undone_on: Instant.nullable() }),
  needs: 'work.read',
  summary: 'Earlier scalings, the newest first',
});
