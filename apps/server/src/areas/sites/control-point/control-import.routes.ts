import * as control from '@dmse/contract/sites/control-import';
import { serve } from '../../../call/serve.ts';
import { checkControlImport, runControlImport } from './control-import.service.ts';
import { listControlImports, undoControlImport } from './control-import-undo.service.ts';

export const controlImportRoutes = [
  serve(control.checkControlImport, (call) => checkControlImport(call, call.body)),
  serve(control.runControlImport, (call) => runControlImport(call, call.body)),
  serve(control.listControlImports, (call) => listControlImports(call, call.query)),
  serve(control.undoControlImport, (call) => undoControlImport(call, call.params.id)),
];
