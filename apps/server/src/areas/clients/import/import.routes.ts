import * as imports from '@dmse/contract/clients/import';
import { serve } from '../../../call/serve.ts';
import { checkImport, runImport } from './import.service.ts';
import { listImports, undoImport } from './import-undo.service.ts';

export const importRoutes = [
  serve(imports.checkImport, (call) => checkImport(call, call.body)),
  serve(imports.runImport, (call) => runImport(call, call.body)),
  serve(imports.listImports, (call) => listImports(call, call.query)),
  serve(imports.undoImport, (call) => undoImport(call, call.params.id)),
];
