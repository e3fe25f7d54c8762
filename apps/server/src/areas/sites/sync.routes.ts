import * as sync from '@dmse/contract/sites/sync';
import { serve } from '../../http/serve.ts';
import { notBuilt } from './not-built.ts';

export const syncRoutes = [
  serve(sync.getManifest, (call) => notBuilt(call, 'field_run', call.params.id)),
  serve(sync.quarantineItem, (call) => notBuilt(call)),
  serve(sync.listQuarantine, (call) => notBuilt(call)),
  serve(sync.getQuarantined, (call) => notBuilt(call, 'field_quarantine', call.params.id)),
  serve(sync.releaseQuarantined, (call) => notBuilt(call, 'field_quarantine', call.params.id)),
  serve(sync.dismissQuarantined, (call) => notBuilt(call, 'field_quarantine', call.params.id)),
  serve(sync.importExport, (call) => notBuilt(call)),
];
