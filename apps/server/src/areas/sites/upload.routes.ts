import * as sync from '@dmse/contract/sites/sync';
import { serve } from '../../http/serve.ts';
import { notBuilt } from './not-built.ts';

export const uploadRoutes = [
  serve(sync.beginUpload, (call) => notBuilt(call)),
  serve(sync.findUpload, (call) => notBuilt(call, 'field_upload', call.params.id)),
  serve(sync.continueUpload, (call) => notBuilt(call, 'field_upload', call.params.id)),
];
