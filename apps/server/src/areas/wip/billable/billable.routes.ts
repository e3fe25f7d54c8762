import * as wire from '@dmse/contract/wip/billable';
import { serve } from '../../../call/serve.ts';
import * as billable from './billable.queries.ts';
import { getBillableWork } from './billable.service.ts';

export const billableRoutes = [
  serve(wire.listBillableClients, ({ tx, query }) => billable.listClients(tx, query)),
  serve(wire.getBillableWork, (call) => getBillableWork(call, call.params.id)),
];
