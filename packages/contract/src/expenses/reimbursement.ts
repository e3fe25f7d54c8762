import { z } from 'zod';
import { Cents, ExpenseId, Id, Instant, LocalDate, optionalLine, PaidCents, PersonRef, UserId } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

const run = {
  id: Id,
  number: z.int(),
  date: LocalDate,
  total: Cents,
  note: z.string(),
  /** The run this one takes back. */
  reverses: Id.nullable(),
  reversed_by: Id.nullable(),
  created_on: Instant,
  created_by: PersonRef.nullable(),
};
export const ReimbursementRow = z.object({ ...run, people_count: z.int(), expense_count: z.int() });
export type ReimbursementRow = z.infer<typeof ReimbursementRow>;
export const Reimbursement = z.object({
  ...run,
  people: z.array(
    z.object({
      user: PersonRef,
      total: Cents,
      expenses: z.array(z.object({ id: ExpenseId, date: LocalDate, vendor: z.string(), gross: PaidCents })),
    }),
  ),
});
export type Reimbursement = z.infer<typeof Reimbursement>;

export const listReimbursements = endpoint({
  get: '/api/expenses/reimbursement/',
  query: z.strictObject({ page: z.int().min(1).optional(), page_size: z.int().min(1).max(200).optional() }),
  page: ReimbursementRow,
  needs: 'expenses.admin',
  summary: 'Reimbursement runs, the newest first',
});
export const createReimbursement = endpoint({
  post: '/api/expenses/reimbursement/',
  body: z.strictObject({ expenses: z.array(ExpenseId).min(1, 'Choose what is paid back.').max(2000), note: optionalLine(200).optional() }),
  response: Reimbursement,
  status: 201,
  needs: 'expenses.admin',
  summary: 'Pay back what is owed: all of these or none',
});
export const getReimbursement = endpoint({
  get: '/api/expenses/reimbursement/:id/',
  response: Reimbursement,
  needs: 'expenses.admin',
  summary: 'A reimbursement run by person',
});
export const reverseReimbursement = endpoint({
  post: '/api/expenses/reimbursement/:id/reverse/',
  response: Reimbursement,
  status: 201,
  needs: 'expenses.admin',
  summary: 'Take a run back; what it paid is owed again',
});
export const exportReimbursement = endpoint({
  get: '/api/expenses/reimbursement/:id/csv/',
  response: 'file',
  needs: 'expenses.admin',
  summary: 'A run as CSV, a line for each expense',
});
export const reimbursementPdf = endpoint({
  get: '/api/expenses/reimbursement/:id/pdf/',
  query: z.strictObject({ user: UserId.optional() }),
  response: 'file',
  needs: 'expenses.admin',
  heavy: true,
  summary: 'What one person gets by a run, as PDF; without a person, a page for each',
});
