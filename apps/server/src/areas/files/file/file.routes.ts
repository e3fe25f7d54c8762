import { getFile, uploadFile } from '@dmse/contract/files/upload';
import { serve } from '../../../call/serve.ts';
import * as files from './file.service.ts';

export const fileRoutes = [
  serve(uploadFile, (call) => files.storeUpload(call, call.uploads)),
  serve(getFile, (call) => files.openFile(call, call.params.id, call.query.size ?? 'full')),
];
