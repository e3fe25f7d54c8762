import * as wire from '@dmse/contract/wip/billable';
import { serve } from '../../../call/serve.ts';
import * as billable from './billable.service.ts';

export const billableRoutes = [
  serve(wire.listBillableClients, (call) => billable.listBillableClients(call, call.query)),
  serve(wire.getBillableWork, (call) => billable.getBillableWork(call, call.params.id)),
];
