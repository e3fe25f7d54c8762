import { z } from 'zod';
import { field } from '../common/field.ts';
import { Id, line, optionalLine, stamps } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';

/** What an expense is for. Nothing of it is deleted: what is no longer used is switched off. */
export const expenseCategoryFields = {
  name: field(line(80), 'Name'),
  account_code: field(optionalLine(20), 'Account code'),
  tax_type: field(optionalLine(20), 'Tax type'),
  /** As what it is budgeted and charged on a job. */
  disbursement_type: field(Id.nullable(), 'Disbursement type'),
  position: field(z.int().min(0).max(10_000), 'Place in lists'),
  is_active: field(z.boolean(), 'In use'),
};
export const ExpenseCategory = z.object({ id: Id, ...expenseCategoryFields, ...stamps });
export type ExpenseCategory = z.infer<typeof ExpenseCategory>;

export const listExpenseCategories = endpoint({
  get: '/api/staff/expense-category/',
  query: z.strictObject({
    query: z.string().max(200).optional(),
    is_active: z.boolean().optional(),
    page: z.int().min(1).optional(),
    page_size: z.int().min(1).max(200).optional(),
  }),
  page: ExpenseCategory,
  needs: 'expenses.settings',
  summary: 'Expense categories with their account and tax type',
});
export const createExpenseCategory = endpoint({
  post: '/api/staff/expense-category/',
  body: z.strictObject(expenseCategoryFields).partial().required({ name: true }),
  response: ExpenseCategory,
  status: 201,
  needs: 'expenses.settings',
  summary: 'Add an expense category',
});
export const updateExpenseCategory = endpoint({
  patch: '/api/staff/expense-category/:id/',
  body: z.strictObject(expenseCategoryFields).partial(),
  response: ExpenseCategory,
  needs: 'expenses.settings',
  summary: 'Change an expense category; expenses already entered keep their account and tax',
});
