import * as disbursement from '@dmse/contract/expenses/disbursement';
import { serve } from '../../../call/serve.ts';
import { getDisbursementSummary, listDisbursements } from './disbursement.service.ts';
import * as items from './item.service.ts';

export const disbursementRoutes = [
  serve(disbursement.createItem, (call) => items.createItem(call, call.body)),
  serve(disbursement.getItem, (call) => items.getItem(call, call.params.id)),
  serve(disbursement.updateItem, (call) => items.updateItem(call, call.params.id, call.body)),
  serve(disbursement.removeItem, (call) => items.removeItem(call, call.params.id)),
  serve(disbursement.listItemHistory, (call) => items.listItemHistory(call, call.params.id, call.query)),
  serve(disbursement.listDisbursements, (call) => listDisbursements(call, call.query)),
  serve(disbursement.getDisbursementSummary, (call) => getDisbursementSummary(call, call.query.job)),
];
