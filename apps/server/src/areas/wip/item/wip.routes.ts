import * as wire from '@dmse/contract/wip/wip';
import { serve } from '../../../call/serve.ts';
import { getLedgerHealth } from '../../../flows/ledger-health.ts';
import { moveWip, undoWip } from '../../../flows/move-wip.ts';
import * as wip from './wip.service.ts';

export const wipRoutes = [
  serve(wire.getJobWip, (call) => wip.getJobWip(call, call.params.id, call.query)),
  serve(wire.listWipItems, (call) => wip.listWipItems(call, call.query)),
  serve(wire.explainWip, (call) => wip.explainWip(call, call.query)),
  serve(wire.actOnWip, (call) => wip.actOnWip(call, call.body)),
  serve(wire.moveWip, (call) => moveWip(call, call.body)),
  serve(wire.undoWip, (call) => undoWip(call, call.body)),
  serve(wire.listWipHistory, (call) => wip.listWipHistory(call, call.query.item)),
  serve(wire.getLedgerHealth, (call) => getLedgerHealth(call)),
];
