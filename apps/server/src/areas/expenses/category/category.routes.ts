import * as category from '@dmse/contract/expenses/category';
import { serve } from '../../../call/serve.ts';
import * as categories from './category.service.ts';

export const expenseCategoryRoutes = [
  serve(category.listExpenseCategories, (call) => categories.listExpenseCategories(call, call.query)),
  serve(category.createExpenseCategory, (call) => categories.createExpenseCategory(call, call.body)),
  serve(category.updateExpenseCategory, (call) => categories.updateExpenseCategory(call, call.params.id, call.body)),
];
