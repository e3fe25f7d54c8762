import * as wire from '@dmse/contract/wip/billable';
import { serve } from '../../../call/serve.ts';
import { getBillableWork, listBillableClients } from './billable.service.ts';

export const billableRoutes = [
  serve(wire.listBillableClients, (call) => listBillableClients(call, call.query)),
  serve(wire.getBillableWork, (call) => getBillableWork(call, call.params.id)),
];
