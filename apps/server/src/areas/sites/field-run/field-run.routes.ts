import { listRunBaseMaps } from '@dmse/contract/places/base-map-pack';
import * as run from '@dmse/contract/sites/field-run';
import { serve, serveAfterLook } from '../../../call/serve.ts';
import * as runs from './field-run.service.ts';
import { updateFieldRun } from './field-run-update.service.ts';
import { findRunArea, measureRun } from './run-base-map.service.ts';

export const fieldRunRoutes = [
  serve(run.listFieldRuns, (call) => runs.listFieldRuns(call, call.query)),
  serve(run.getFieldRun, (call) => runs.openFieldRun(call, call.params.id, call.headers)),
  serve(run.createFieldRun, (call) => runs.createFieldRun(call, call.headers, call.body)),
  serve(run.updateFieldRun, (call) => updateFieldRun(call, call.params.id, call.headers, call.body)),
  serve(run.listFieldRunHistory, (call) => runs.listFieldRunHistory(call, call.params.id, call.query)),
  serve(run.listHistoryOfFieldRun, (call) => runs.listFieldRunHistory(call, call.params.id, call.query)),
  serveAfterLook(listRunBaseMaps, (call) => findRunArea(call, call.params.id), measureRun),
];
