import * as cash from '@dmse/contract/expenses/petty-cash';
import { serve } from '../../../call/serve.ts';
import * as box from './petty-cash.service.ts';

export const pettyCashRoutes = [
  serve(cash.getPettyCash, (call) => box.getPettyCash(call)),
  serve(cash.updatePettyCash, (call) => box.updatePettyCash(call, call.body)),
  serve(cash.listPettyCashRows, (call) => box.listPettyCashRows(call, call.query)),
  serve(cash.topUpPettyCash, (call) => box.topUpPettyCash(call, call.body)),
  serve(cash.countPettyCash, (call) => box.countPettyCash(call, call.body)),
  serve(cash.reversePettyCashRow, (call) => box.reversePettyCashRow(call, call.params.id)),
];
