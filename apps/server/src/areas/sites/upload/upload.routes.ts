import * as sync from '@dmse/contract/sites/sync';
import { serve } from '../../../call/serve.ts';
import * as uploads from './upload.service.ts';

export const uploadRoutes = [
  serve(sync.beginUpload, (call) => uploads.beginUpload(call, call.params.id, call.body)),
  serve(sync.findUpload, (call) => uploads.findUpload(call, call.params.id)),
  serve(sync.continueUpload, (call) => uploads.continueUpload(call, call.params.id, call.headers, call.uploads[0]!)),
];
