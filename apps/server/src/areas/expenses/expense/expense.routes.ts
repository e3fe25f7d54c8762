import * as expense from '@dmse/contract/expenses/expense';
import { serve } from '../../../call/serve.ts';
import * as expenses from './expense.service.ts';
import { getExpenseSettings } from './expense-settings.service.ts';

export const expenseRoutes = [
  serve(expense.getExpenseSettings, (call) => getExpenseSettings(call, call.query.date)),
  serve(expense.listExpenses, (call) => expenses.listExpenses(call, call.query)),
  serve(expense.createExpense, (call) => expenses.createExpense(call, call.body)),
  serve(expense.getExpense, (call) => expenses.getExpense(call, call.params.id)),
  serve(expense.updateExpense, (call) => expenses.updateExpense(call, call.params.id, call.body)),
  serve(expense.approveExpenses, (call) => expenses.approveExpenses(call, call.body)),
  serve(expense.removeExpense, (call) => expenses.removeExpense(call, call.params.id)),
  serve(expense.listExpenseHistory, (call) => expenses.listExpenseHistory(call, call.params.id, call.query)),
];
