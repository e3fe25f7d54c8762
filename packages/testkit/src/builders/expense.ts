import type { Expense, ExpenseRow } from '@dmse/contract/expenses/expense';
import { personRef } from './person.ts';
import { STAMP, STAMPS } from './stamps.ts';

/** What Joe has paid and handed in. */
export function buildExpenseRow({ id = 7, ...change }: Partial<ExpenseRow> = {}): ExpenseRow {
  return {
    ...{ id, date: '2026-03-03', vendor: `Shop ${id}`, category: { id: 1, name: 'Fuel' }, gross: 115_00, tax: 15_00, net: 100_00 },
    ...{ user: personRef('joe'), paid_from: null, job: null, is_billable: false, comment: '', receipt_count: 0 },
    ...{ approval: 'SUBMITTED', reimbursement: 'owed', billing: 'not billable', updated_on: STAMP, version: 1, can_approve: false },
    ...change,
  };
}

/** The same as Joe has it open before he hands it in. */
export function buildExpense(change: Partial<Expense> = {}): Expense {
  const { receipt_count: _, ...row } = buildExpenseRow();
  return {
    ...{ ...row, ...STAMPS, approval: 'DRAFT', account_code: '6200', tax_type: 'HST', task: null, as_agent: false, note: '' },
    ...{ receipts: [], duplicates: [], can_edit: true, why_not_edit: null, created_by: row.user, updated_by: row.user, ...change },
  };
}
