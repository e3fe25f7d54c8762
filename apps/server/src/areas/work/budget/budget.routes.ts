import * as contract from '@dmse/contract/work/budget';
import { serve } from '../../../call/serve.ts';
import * as budget from './budget.service.ts';
import { setBudgetCells } from './cells.service.ts';
import * as scaling from './scale.service.ts';

export const budgetRoutes = [
  serve(contract.listBudget, (call) => budget.listBudget(call, call.query)),
  serve(contract.createBudgetEntry, (call) => budget.createBudgetEntry(call, call.body)),
  serve(contract.updateBudgetEntry, (call) => budget.updateBudgetEntry(call, call.params.id, call.body)),
  serve(contract.removeBudgetEntry, (call) => budget.removeBudgetEntry(call, call.params.id)),
  serve(contract.setBudgetCells, (call) => setBudgetCells(call, call.body)),
  serve(contract.previewScale, (call) => scaling.previewScale(call, call.body)),
  serve(contract.scaleBudget, (call) => scaling.scaleBudget(call, call.body)),
  serve(contract.undoScale, (call) => scaling.undoScale(call, call.body)),
  serve(contract.listScalings, (call) => scaling.listScalings(call, call.query)),
];
