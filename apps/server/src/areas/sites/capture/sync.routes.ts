import * as sync from '@dmse/contract/sites/sync';
import { serve } from '../../../call/serve.ts';
import { importExport } from '../device/export-import.service.ts';
import * as quarantine from '../device/quarantine.service.ts';
import { getManifest } from './manifest.service.ts';

export const syncRoutes = [
  serve(sync.getManifest, (call) => getManifest(call, call.params.id, call.query.epoch)),
  serve(sync.quarantineItem, (call) => quarantine.holdInQuarantine(call, call.headers, call.body, call.uploads)),
  serve(sync.listQuarantine, (call) => quarantine.listQuarantine(call, call.query)),
  serve(sync.getQuarantined, (call) => quarantine.getQuarantined(call, call.params.id)),
  serve(sync.releaseQuarantined, (call) => quarantine.releaseQuarantined(call, call.params.id, call.body)),
  serve(sync.dismissQuarantined, (call) => quarantine.dismissQuarantined(call, call.params.id, call.body)),
  serve(sync.importExport, (call) => importExport(call, call.uploads)),
];
