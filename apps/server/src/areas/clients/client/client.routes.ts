import * as client from '@dmse/contract/clients/client';
import * as merge from '@dmse/contract/clients/merge';
import { serve } from '../../../call/serve.ts';
import { mergeClients } from '../../../flows/merge-clients.ts';
import { exportClients } from '../import/export.service.ts';
import * as clients from './client.service.ts';

export const clientRoutes = [
  serve(client.listClients, (call) => clients.listClients(call, call.query)),
  serve(client.exportClients, (call) => exportClients(call, call.query)),
  serve(client.getClient, (call) => clients.getClient(call, call.params.id)),
  serve(client.createClient, (call) => clients.createClient(call, call.body)),
  serve(client.updateClient, (call) => clients.updateClient(call, call.params.id, call.body)),
  serve(client.removeClient, (call) => clients.removeClient(call, call.params.id)),
  serve(client.getClientRates, (call) => clients.getClientRates(call, call.params.id)),
  serve(client.updateClientRates, (call) => clients.updateClientRates(call, call.params.id, call.body)),
  serve(client.listClientHistory, (call) => clients.listClientHistory(call, call.params.id, call.query)),
  serve(merge.mergeClients, (call) => mergeClients(call, call.params.id, call.body, call.query.preview)),
];
