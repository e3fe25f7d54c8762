import { PETTY_CASH_KINDS } from '@dmse/domain/expenses/petty-cash';
import { sayCents } from '@dmse/domain/money/cents';
import { z } from 'zod';
import { field } from '../common/field.ts';
import { Cents, EnteredDate, ExpenseId, Id, Instant, LocalDate, optionalLine, PersonRef } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

const MAX_CENTS = 10_000_000_00;

export const pettyCashFields = {
  float: field(Cents.min(0, 'Use 0 or more.').max(MAX_CENTS), 'Float', { text: (value) => sayCents(Number(value)) }),
};
/** The box: what shall be in it, and what is. */
export const PettyCash = z.object({
  float: pettyCashFields.float,
  balance: Cents,
  /** What fills it up to its float. */
  top_up_amount: Cents,
  version: z.int(),
});
export type PettyCash = z.infer<typeof PettyCash>;
export const PettyCashRow = z.object({
  id: Id,
  kind: z.enum(PETTY_CASH_KINDS),
  date: LocalDate,
  amount: Cents,
  /** What was in the box afterwards. */
  balance: Cents,
  note: z.string(),
  expense: ExpenseId.nullable(),
  reverses: Id.nullable(),
  reversed_by: Id.nullable(),
  created_on: Instant,
  created_by: PersonRef.nullable(),
});
export type PettyCashRow = z.infer<typeof PettyCashRow>;

export const getPettyCash = endpoint({
  get: '/api/expenses/petty-cash/',
  response: PettyCash,
  needs: 'expenses.admin',
  summary: 'The float and the balance of petty cash',
});
export const updatePettyCash = endpoint({
  patch: '/api/expenses/petty-cash/',
  body: z.strictObject(pettyCashFields).partial(),
  response: PettyCash,
  needs: 'expenses.admin',
  summary: 'Change the float of petty cash',
});
export const listPettyCashRows = endpoint({
  get: '/api/expenses/petty-cash/row/',
  query: z.strictObject({ page: z.int().min(1).optional(), page_size: z.int().min(1).max(200).optional() }),
  page: PettyCashRow,
  needs: 'expenses.admin',
  summary: 'What went into petty cash and out of it, the newest first',
});
const posted = { date: EnteredDate.optional(), note: optionalLine(200).optional() };
export const topUpPettyCash = endpoint({
  post: '/api/expenses/petty-cash/top-up/',
  body: z.strictObject({ ...posted, amount: field(Cents.min(1, 'Enter an amount.').max(MAX_CENTS), 'Amount') }),
  response: PettyCash,
  status: 201,
  needs: 'expenses.admin',
  summary: 'Put money into petty cash',
});
export const countPettyCash = endpoint({
  post: '/api/expenses/petty-cash/count/',
  body: z.strictObject({ ...posted, counted: field(Cents.min(0, 'A count cannot be below zero.').max(MAX_CENTS), 'Counted') }),
  response: PettyCash,
  status: 201,
  needs: 'expenses.admin',
  summary: 'Count petty cash; a difference is posted and explained in words',
});
export const reversePettyCashRow = endpoint({
  post: '/api/expenses/petty-cash/row/:id/reverse/',
  response: PettyCash,
  status: 201,
  needs: 'expenses.admin',
  summary: 'Take a top-up or a count back',
});
