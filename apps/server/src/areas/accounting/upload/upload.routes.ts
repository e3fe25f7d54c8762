import * as upload from '@dmse/contract/accounting/upload';
import { serve } from '../../../call/serve.ts';
import * as uploads from './upload.service.ts';

export const accountingUploadRoutes = [
  serve(upload.listUploads, (call) => uploads.listUploads(call, call.query)),
  serve(upload.retryUpload, (call) => uploads.retryUpload(call, call.params.id)),
];
